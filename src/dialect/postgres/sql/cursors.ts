import { MAX_CURSOR_JSON_BYTES, nameCursor } from '../../../scalars/cursor.ts';
import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { amount, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql } from '../../../sql/query.ts';
import { count } from '../../standard/page-needs.ts';
import { hash as hashOf } from './hash.ts';
import { COUNT } from './names.ts';
import { text } from './text.ts';

type SeekCursor = Extract<CursorSql, { kind: 'seek' }>;

/** `k0`, `k1`, … for the order, `kh` for the key's hash. */
export function cursorColumns({
  expressions,
  hash,
}: SeekCursor): readonly { readonly name: string; readonly value: Sql }[] {
  return [
    ...expressions.map((value, index) => ({ name: `k${index}`, value })),
    // In a subquery, the hash is computed only for the rows of the page.
    ...(hash === undefined ? [] : [{ name: 'kh', value: subquery(sql`select ${hashOf(hash)}`) }]),
  ];
}

/**
 * Returns a cursor in the format of `parseCursor`: the order values of a row, or, if they are too long, its key or the
 * key's hash.
 * @param rowNumber 1-based index of the row in the arrays of `q`
 */
export function seekCursor({ order, expressions, key, hash }: SeekCursor, rowNumber: Sql): Sql {
  const values = expressions.map((_, index) => valueAt(`k${index}`, rowNumber));
  const byValues = json(nameCursor(order, 'values'), values);
  if (key === undefined) return encode(byValues);
  const byKey = json(
    nameCursor(order, 'key'),
    key.map((index) => values[index] ?? []),
  );
  const byShorterKey =
    hash === undefined ? byKey : orShorter(byKey, json(nameCursor(order, 'hash'), [valueAt('kh', rowNumber)]));
  return encode(orShorter(byValues, byShorterKey));
}

/** `n` is the number of rows on the page. Positions start at 1. */
export function positionCursor(
  { order, total }: Extract<CursorSql, { kind: 'position' }>,
  {
    offset,
    kind,
    n,
  }: { readonly offset: ConnectionQuery['offset']; readonly kind: 'startCursor' | 'endCursor'; readonly n: Sql },
): Sql {
  const before = total === undefined ? skippedRows(offset) : sql`${count(total, COUNT)} operator(pg_catalog.-) ${n}`;
  return encode(
    json(nameCursor(order, 'position'), [
      sql`(${before} operator(pg_catalog.+) ${kind === 'startCursor' ? raw('1') : n})::pg_catalog.text`,
    ]),
  );
}

const skippedRows = (offset: ConnectionQuery['offset']): Sql =>
  offset === undefined ? raw('0') : sql`${amount(offset)}::pg_catalog.int8`;

const valueAt = (column: string, rowNumber: Sql): Sql => sql`q.${raw(column)}[${rowNumber}]`;

const json = (name: string, values: readonly Sql[]): Sql =>
  sql`pg_catalog.json_build_array(${join([text(name), ...values], ', ')})::pg_catalog.text`;

const orShorter = (long: Sql, short: Sql): Sql =>
  sql`case when pg_catalog.octet_length(${long}) operator(pg_catalog.<=) ${raw(`${MAX_CURSOR_JSON_BYTES}`)} then ${long} else ${short} end`;

const encode = (value: Sql): Sql =>
  sql`pg_catalog.translate(pg_catalog.encode(pg_catalog.convert_to(${value}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;

/** Error text of a statement whose cursor refers to a missing row. */
export const CURSOR_ROW_DELETED = 'the row that the cursor names is gone';

/** Makes the statement fail with `CURSOR_ROW_DELETED`, by a cast to boolean, unless all conditions are true. */
export const requireFound = (cursorRowsExist: readonly Condition[]): Condition =>
  condition`(select case when ${allOf(cursorRowsExist) ?? []} then 'true' else '${raw(CURSOR_ROW_DELETED)}' end)::pg_catalog.bool`;
