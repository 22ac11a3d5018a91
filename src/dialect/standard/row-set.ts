import { allOf, type Condition, condition } from '../../sql/condition.ts';
import { clause, name, type Sql, sql, subquery } from '../../sql/fragment.ts';
import type { RowSet, RowSource, TableName } from '../../sql/query.ts';

/** Prints `"public"."orders"`; `"orders"` without schemas. */
export const tableName = ({ schema, name: relation }: TableName): Sql =>
  schema === '' ? name(relation) : sql`${name(schema)}.${name(relation)}`;

/** `"public"."orders" as "1"` */
export const fromItem = (source: RowSource): Sql =>
  source.kind === 'table' ? sql`${tableName(source)} as ${name(source.alias)}` : source.from;

export const conditionOf = ({ link, where }: RowSet): Condition | undefined =>
  allOf([...link.map(({ equal }) => equal), where]);

/** ` from … where …` */
export const fromWhere = (rows: RowSet, ...others: readonly (Condition | undefined)[]): Sql =>
  sql`${clause('from')}${fromItem(rows.source)}${whereClause(allOf([conditionOf(rows), ...others]))}`;

export const whereClause = (predicate: Condition | undefined): Sql =>
  predicate === undefined ? [] : sql`${clause('where')}${predicate.sql}`;

/** `exists (select 1 from … where …)` */
export const exists = (rows: RowSet): Condition => condition`exists ${subquery(sql`select 1${fromWhere(rows)}`)}`;
