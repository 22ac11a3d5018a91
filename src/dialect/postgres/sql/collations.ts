import type { ColumnCollation } from '../../../model/catalog-column.ts';
import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';

// PostgreSQL has no rule by which of two collations to compare, unless one of them is that of the database: it fails with
// "could not determine which collation to use". So a statement names one.
// https://www.postgresql.org/docs/current/collation.html#COLLATION-CONCEPTS

/** The collation of the database, which is deterministic. */
const DATABASE = 'pg_catalog."default"';

/** Returns a string with an explicit collation. */
export const collate = (value: Sql, collation: string): Sql => sql`(${value} collate ${raw(collation)})`;

export const inDatabaseCollation = (value: Sql): Sql => collate(value, DATABASE);

/** Two operands, the first one with a collation if the collations of their columns differ. */
export function collateOperands(
  left: Sql,
  types: readonly [left: FieldType, right: FieldType],
  isEquality: boolean,
): Sql {
  const [one, other] = types.map(({ columnCollation }) => columnCollation);
  if (one === undefined || other === undefined || one.name === other.name) return left;
  // JSON has no collation.
  if (types.some(({ arrayAsJson }) => arrayAsJson)) return left;
  return collate(left, isEquality ? equalityOf(one, other) : orderOf(one, other));
}

/**
 * Returns the collation that compares for equality. A nondeterministic one takes precedence. All others agree, so the
 * first one is taken, whose column may have an index.
 */
export const equalityOf = (own: ColumnCollation, other: ColumnCollation): string =>
  own.folds || other.folds ? orderOf(own, other) : own.name;

const orderOf = (own: ColumnCollation, other: ColumnCollation): string => {
  const [folding, ...others] = [own, other].filter(({ folds }) => folds);
  return folding !== undefined && others.length === 0 ? folding.name : DATABASE;
};
