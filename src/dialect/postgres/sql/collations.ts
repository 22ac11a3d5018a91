import type { ColumnCollation } from '../../../model/catalog-column.ts';
import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';

// PostgreSQL cannot choose between two non-default collations: "could not determine which collation to use". Statements
// therefore name one.
// https://www.postgresql.org/docs/current/collation.html#COLLATION-CONCEPTS

/** Collation of the database; always deterministic. */
const DATABASE = 'pg_catalog."default"';

export const collate = (value: Sql, collation: string): Sql => sql`(${value} collate ${raw(collation)})`;

export const inDatabaseCollation = (value: Sql): Sql => collate(value, DATABASE);

/** Adds a collation if those of the columns differ. */
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
 * Returns the collation for an equality comparison. A nondeterministic collation takes precedence. Deterministic ones
 * agree on equality, so the first is used: its column may have an index.
 */
export const equalityOf = (own: ColumnCollation, other: ColumnCollation): string =>
  own.isCaseInsensitive || other.isCaseInsensitive ? orderOf(own, other) : own.name;

const orderOf = (own: ColumnCollation, other: ColumnCollation): string => {
  const [folding, ...others] = [own, other].filter(({ isCaseInsensitive: folds }) => folds);
  return folding !== undefined && others.length === 0 ? folding.name : DATABASE;
};
