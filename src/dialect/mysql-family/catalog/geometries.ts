const GEOMETRIES =
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection)\b/;

/** Matches `point srid 4326`. */
export const isGeometry = (native: string): boolean => GEOMETRIES.test(native);

/** Returns the spatial reference system; `0` if unspecified. */
export const systemOf = (native: string): string => / srid (\d+)$/.exec(native)?.[1] ?? '0';
