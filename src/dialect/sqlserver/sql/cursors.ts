import { MAX_CURSOR_JSON_BYTES, nameCursor } from '../../../scalars/cursor.ts';
import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql } from '../../../sql/query.ts';
import { JSON_ROW } from './for-json.ts';
import { hash as hashOf } from './hash.ts';
import { sortText } from './output.ts';
import { text } from './text.ts';

/**
 * The parts of a row's cursor as the JSON text of an object, of which `writeCursor` makes the cursor: the values of the order, and where these may
 * be too long, those of the key, or its hash: `{"values":{"0":"<order>","1":"2024-01-08"},"key":{…}}`.
 */
export function seekParts(
  { order, key, hash }: Extract<CursorSql, { kind: 'seek' }>,
  terms: ConnectionQuery['order'],
): Sql {
  const values = terms.map(({ expression, type }) => sortText(expression, type));
  const forms = [sql`${list(nameCursor(order, 'values'), values)} as [values]`];
  if (key !== undefined) {
    const own = key.map((index) => values[index] ?? []);
    forms.push(sql`${list(nameCursor(order, 'key'), own)} as [key]`);
  }
  if (hash !== undefined) forms.push(sql`${list(nameCursor(order, 'hash'), [hashOf(hash)])} as [hash]`);
  return subquery(sql`select ${join(forms, ', ')}${JSON_ROW}`);
}

/** The parts of a cursor by the position of a row among all, counted from 1. */
export const positionParts = (order: string, position: Sql): Sql =>
  subquery(
    sql`select ${list(nameCursor(order, 'position'), [sql`convert(nvarchar(20), ${position})`])} as [values]${JSON_ROW}`,
  );

/** There is no function that makes a list of values: it is written as an object with their places as keys. */
function list(name: string, values: readonly Sql[]): Sql {
  const members = [text(name), ...values].map((value, index) => sql`${value} as ${raw(`[${index}]`)}`);
  return sql`json_query(${subquery(sql`select ${join(members, ', ')}${JSON_ROW}`)})`;
}

/** Makes the cursor of its parts: of the first of its forms that is not too long. */
export function writeCursor(parts: string): string {
  const forms = Object.values(JSON.parse(parts) as Record<string, Record<string, string | null>>);
  // As other databases write it, so that a cursor is the same on each.
  const write = (values: readonly (string | null)[]): string =>
    `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  const texts = forms.map((form) => Buffer.from(write(Object.values(form))));
  const written = texts.find(({ length }) => length <= MAX_CURSOR_JSON_BYTES) ?? texts.at(-1);
  return written?.toString('base64url') ?? '';
}

/** The text that the error of a statement has where a cursor names a row that is gone. */
export const ROW_IS_GONE = 'the row that the cursor names is gone';

/** True where all of these hold. Else the statement fails: it casts a text to a number that is none. */
export const requireFound = (found: readonly Condition[]): Condition =>
  condition`cast(case when ${allOf(found) ?? []} then N'1' else ${text(ROW_IS_GONE)} end as int) = 1`;
