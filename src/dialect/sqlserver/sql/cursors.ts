import { MAX_CURSOR_JSON_BYTES, nameCursor } from '../../../scalars/cursor.ts';
import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql } from '../../../sql/query.ts';
import { hash as hashOf } from './hash.ts';
import { JSON_ROW } from './json/for-json.ts';
import { sortText } from './output.ts';
import { text } from './text.ts';

/**
 * Returns the input of `writeCursor`, with the key or its hash for long order values:
 * `{"values":{"0":"<order>","1":"2024-01-08"},"key":{…}}`.
 */
export function seekParts(
  { order, key, hash }: Extract<CursorSql, { kind: 'seek' }>,
  terms: ConnectionQuery['order'],
): Sql {
  const values = terms.map(({ expression, type }) => sortText(expression, type));
  const forms = [sql`${list(nameCursor(order, 'values'), values)} as [values]`];
  if (key !== undefined) {
    const keyValues = key.map((index) => values[index] ?? []);
    forms.push(sql`${list(nameCursor(order, 'key'), keyValues)} as [key]`);
  }
  if (hash !== undefined) forms.push(sql`${list(nameCursor(order, 'hash'), [hashOf(hash)])} as [hash]`);
  return subquery(sql`select ${join(forms, ', ')}${JSON_ROW}`);
}

/** Returns the input of `writeCursor` for a 1-based position. */
export const positionParts = (order: string, position: Sql): Sql =>
  subquery(
    sql`select ${list(nameCursor(order, 'position'), [sql`convert(nvarchar(20), ${position})`])} as [values]${JSON_ROW}`,
  );

/** Builds a list as an object with the indexes as keys, because T-SQL cannot build arrays. */
function list(name: string, values: readonly Sql[]): Sql {
  const members = [text(name), ...values].map((value, index) => sql`${value} as ${raw(`[${index}]`)}`);
  return sql`json_query(${subquery(sql`select ${join(members, ', ')}${JSON_ROW}`)})`;
}

/** Writes a cursor in the first form that is short enough. */
export function writeCursor(parts: string): string {
  const forms = Object.values(JSON.parse(parts) as Record<string, Record<string, string | null>>);
  // The format is common to all databases.
  const write = (values: readonly (string | null)[]): string =>
    `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  const cursors = forms.map((form) => Buffer.from(write(Object.values(form))));
  const encoded = cursors.find(({ length }) => length <= MAX_CURSOR_JSON_BYTES) ?? cursors.at(-1);
  return encoded?.toString('base64url') ?? '';
}

export const CURSOR_ROW_DELETED = 'the row that the cursor names is gone';

/** Makes the statement fail with `CURSOR_ROW_DELETED`, by a cast to int, unless all conditions are true. */
export const requireFound = (cursorRowsExist: readonly Condition[]): Condition =>
  condition`cast(case when ${allOf(cursorRowsExist) ?? []} then N'1' else ${text(CURSOR_ROW_DELETED)} end as int) = 1`;
