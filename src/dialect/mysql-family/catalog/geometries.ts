const GEOMETRIES =
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection)\b/;

/** Matches `point` and `point srid 4326`. */
export const isGeometry = (native: string): boolean => GEOMETRIES.test(native);

/** Returns the column's spatial reference system (SRID); `0` if unspecified. */
export const systemOf = (native: string): string => / srid (\d+)$/.exec(native)?.[1] ?? '0';
