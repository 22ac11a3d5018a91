import type { ColumnType } from './catalog-column.ts';

/** Returns whether the database treats strings as equal that the API distinguishes, such as `a` and `A`. */
export const needsExactEquality = ({
  collation,
  collatedEquality,
}: Pick<ColumnType, 'collation' | 'collatedEquality'>): boolean => collation !== undefined && !collatedEquality;
