import type { FieldType } from '../../../model/model.ts';
import { MAX_CURSOR_JSON_BYTES, nameCursor } from '../../../scalars/cursor.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql } from '../../../sql/query.ts';
import { isOrderedByPosition } from '../catalog/labels.ts';
import { hash as hashOf } from './hash.ts';
import { floatText, plainNumber } from './output.ts';
import { text } from './text/concat.ts';

/**
 * Returns the JSON text for `parseCursor`. The text contains the order values or, if these are too long, the key or its
 * hash.
 */
export function seekCursor(
  { order, key, hash }: Extract<CursorSql, { kind: 'seek' }>,
  terms: ConnectionQuery['order'],
): Sql {
  const values = terms.map(({ expression, type }) => valueText(expression, type));
  const byValues = json(nameCursor(order, 'values'), values);
  if (key === undefined) return byValues;
  const byKey = json(
    nameCursor(order, 'key'),
    key.map((index) => values[index] ?? []),
  );
  const byShorterKey = hash === undefined ? byKey : orShorter(byKey, json(nameCursor(order, 'hash'), [hashOf(hash)]));
  return orShorter(byValues, byShorterKey);
}

/** Positions count from 1. */
export const positionCursor = (order: string, position: Sql): Sql =>
  json(nameCursor(order, 'position'), [sql`cast(${position} as char)`]);

/** Returns a value as text, which `encodeCursorValue` converts back. */
function valueText(value: Sql, type: FieldType): Sql {
  if (isOrderedByPosition(type)) return asChar(value);
  switch (type.scalar) {
    case 'Base64String':
      return sql`hex(${value})`;
    case 'Single':
      // Casts to a double first, because a direct cast to a string returns only six digits.
      return floatText(sql`cast(${value} as double)`);
    case 'Float':
      return floatText(value);
    default:
      return asChar(plainNumber(value, type.native));
  }
}

/** Casts to one collation, because strings of different collations cannot share a JSON array. */
const asChar = (value: Sql): Sql => sql`cast(${value} as char)`;

const json = (name: string, values: readonly Sql[]): Sql => sql`json_array(${join([text(name), ...values], ', ')})`;

const orShorter = (long: Sql, short: Sql): Sql =>
  sql`if(octet_length(${long}) <= ${raw(`${MAX_CURSOR_JSON_BYTES}`)}, ${long}, ${short})`;

export const encode = (value: Sql): Sql =>
  ['\\n', '='].reduce(
    (encoded, character) => sql`replace(${encoded}, '${raw(character)}', '')`,
    sql`replace(replace(to_base64(${value}), '+', '-'), '/', '_')`,
  );

/** Identifies the error for a cursor of a deleted row. */
export const CURSOR_ROW_DELETED = 'the row that the cursor names is gone';

/** Makes the statement fail if a condition is false: `json_table` then requires a missing member. */
export function requireFound(cursorRowsExist: readonly Condition[], value: Sql): Sql {
  const condition = allOf(cursorRowsExist);
  if (condition === undefined) return value;
  const failure = sql`(select 1 from json_table('{}', '$' columns (\`${raw(CURSOR_ROW_DELETED)}\` int path '$.row' error on empty)) g)`;
  return sql`case when ${condition.sql} then ${value} else ${failure} end`;
}
