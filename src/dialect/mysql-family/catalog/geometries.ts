const GEOMETRIES =
  /^(?:geometry|point|linestring|polygon|multipoint|multilinestring|multipolygon|geom(?:etry)?collection)\b/;

/** Whether a column of this type holds a geometry: `point`, `point srid 4326`. */
export const isGeometry = (native: string): boolean => GEOMETRIES.test(native);

/** The number of the reference system that a column names, which its geometries are of; `0` where it names none. */
export const systemOf = (native: string): string => / srid (\d+)$/.exec(native)?.[1] ?? '0';
