import { clause, join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ApartRoot, ChosenRows, EntrySql } from '../../../sql/query.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { conditionOf, fromItem, whereClause } from '../../standard/chosen-rows.ts';
import { connectionApart } from './connection.ts';
import { hash } from './hash.ts';
import { answerValue, recordOf } from './rows.ts';

/** A statement with a column for the JSON of the root, and one for each fact. */
export const readApart = (root: ApartRoot): Sql =>
  root.kind === 'one' ? rowApart({ ...root.query, apart: root.apart }, root.query) : connectionApart(root.query);

/** The members of a row's object, and the facts of the row. */
interface RowParts {
  readonly entries: readonly EntrySql[];
  readonly apart: readonly EntrySql[];
}

/**
 * `select pg_catalog.to_json("0")::pg_catalog.text as v0, … as v1 from "public"."orders" as "1" cross join lateral (select …) "0" where …
 * limit 1`. The row is found once, for its object and its facts. PostgreSQL flattens the lateral subquery.
 */
export function rowApart({ entries, apart }: RowParts, rows: ChosenRows): Sql {
  const { value, from } = recordOf(entries);
  const columns = [sql`pg_catalog.to_json(${value})::pg_catalog.text`, ...apart.map(factText)].map(
    (column, index) => sql`${column} as ${raw(`v${index}`)}`,
  );
  const source = sql`${fromItem(rows.source)}${clause('cross join lateral')}${from}`;
  return sql`select ${join(columns, ', ')}${clause('from')}${source}${whereClause(conditionOf(rows))}${limitOne(false)}`;
}

/** A fact of a row as text: its JSON, a string without quotes. */
export const factText = ({ value }: EntrySql): Sql =>
  value.kind === 'hash'
    ? hash(value.columns)
    : sql`pg_catalog.to_json(${answerValue(value)}) operator(pg_catalog.#>>) '{}'`;
