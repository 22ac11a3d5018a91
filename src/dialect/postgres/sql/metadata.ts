import { clause, join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { EntrySql, MetadataRoot, RowSet } from '../../../sql/query.ts';
import { limitOne } from '../../standard/limit-offset.ts';
import { conditionOf, fromItem, whereClause } from '../../standard/row-set.ts';
import { hash } from './hash.ts';
import { answerValue, connectionMetadata, recordOf } from './rows.ts';

/** Returns one column for the root's JSON and one per metadata value. */
export const readWithMetadata = (root: MetadataRoot): Sql =>
  root.kind === 'one'
    ? rowWithMetadata({ ...root.query, metadata: root.metadata }, root.query)
    : connectionMetadata(root.query);

interface RowParts<F extends EntrySql> {
  readonly entries: readonly EntrySql[];
  readonly metadata: readonly F[];
}

/**
 * `select pg_catalog.to_json("0")::pg_catalog.text as v0, … as v1 from "public"."orders" as "1" cross join lateral
 * (select …) "0" where … limit 1`. The object and the metadata share one row lookup. PostgreSQL flattens the lateral
 * subquery.
 * @param wrap wraps the text of the object and of each metadata value
 */
export function rowWithMetadata<F extends EntrySql>(
  { entries, metadata }: RowParts<F>,
  rows: RowSet,
  wrap: (text: Sql, member?: F) => Sql = (text) => text,
): Sql {
  const { value, from } = recordOf(entries);
  const columns = [
    wrap(sql`pg_catalog.to_json(${value})::pg_catalog.text`),
    ...metadata.map((member) => wrap(metadataText(member), member)),
  ].map((column, index) => sql`${column} as ${raw(`v${index}`)}`);
  const source = sql`${fromItem(rows.source)}${clause('cross join lateral')}${from}`;
  return sql`select ${join(columns, ', ')}${clause('from')}${source}${whereClause(conditionOf(rows))}${limitOne(false)}`;
}

/** Returns a metadata value as text: its JSON, or an unquoted string. */
export const metadataText = ({ value }: EntrySql): Sql =>
  value.kind === 'hash'
    ? hash(value.columns)
    : sql`pg_catalog.to_json(${answerValue(value)}) operator(pg_catalog.#>>) '{}'`;
