import type { ColumnCollation } from '../../../model/catalog-column.ts';
import type { FieldType } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';

// PostgreSQL cannot choose between two non-default collations: "could not determine which collation to use". Statements
// therefore specify the collation.
// https://www.postgresql.org/docs/current/collation.html#COLLATION-CONCEPTS

/** Collation of the database; always deterministic. */
const DATABASE = 'pg_catalog."default"';

export const collate = (value: Sql, collation: string): Sql => sql`(${value} collate ${raw(collation)})`;

export const inDatabaseCollation = (value: Sql): Sql => collate(value, DATABASE);

/** Adds a collation if the collations of the columns differ. */
export function collateOperands(
  left: Sql,
  types: readonly [left: FieldType, right: FieldType],
  isEquality: boolean,
): Sql {
  const [leftCollation, rightCollation] = types.map(({ columnCollation }) => columnCollation);
  if (leftCollation === undefined || rightCollation === undefined || leftCollation.name === rightCollation.name)
    return left;
  // JSON has no collation.
  if (types.some(({ arrayAsJson }) => arrayAsJson)) return left;
  return collate(
    left,
    isEquality ? equalityCollation(leftCollation, rightCollation) : orderCollation(leftCollation, rightCollation),
  );
}

/**
 * Returns the collation for an equality comparison. A nondeterministic collation takes precedence. Deterministic
 * collations agree on equality, so the first is used: its column may have an index.
 */
export const equalityCollation = (first: ColumnCollation, second: ColumnCollation): string =>
  first.isNondeterministic || second.isNondeterministic ? orderCollation(first, second) : first.name;

const orderCollation = (first: ColumnCollation, second: ColumnCollation): string => {
  const [nondeterministic, ...others] = [first, second].filter(({ isNondeterministic }) => isNondeterministic);
  return nondeterministic !== undefined && others.length === 0 ? nondeterministic.name : DATABASE;
};
