import type { ColumnType } from './catalog-column.ts';
import type { FieldType } from './model.ts';

/** Returns whether the database treats strings as equal that the API distinguishes, such as `a` and `A`. */
export const needsExactEquality = ({
  collation,
  collatedEquality,
}: Pick<ColumnType, 'collation' | 'collatedEquality'>): boolean => collation !== undefined && !collatedEquality;

/** Returns whether the database compares the values by a collation. Excludes enums and columns shown as text. */
export const isText = ({ scalar, asText, enum: labels }: FieldType): boolean =>
  scalar === 'String' && !asText && labels === undefined;
