import type { FieldType } from '../../../model/model.ts';
import { MAX_CURSOR_JSON_BYTES, nameCursor } from '../../../scalars/cursor.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ConnectionQuery, CursorSql } from '../../../sql/query.ts';
import { isOrderedByPlace } from '../catalog/labels.ts';
import { text } from './glue.ts';
import { hash as hashOf } from './hash.ts';
import { floatText, plainNumber } from './output.ts';

/**
 * The JSON text of a row's cursor, which encoded is what `parseCursor` reads: the values of the order or, where these
 * are too long, its key or the hash of it.
 */
export function seekCursor(
  { order, key, hash }: Extract<CursorSql, { kind: 'seek' }>,
  terms: ConnectionQuery['order'],
): Sql {
  const values = terms.map(({ expression, type }) => valueText(expression, type));
  const whole = json(nameCursor(order, 'values'), values);
  if (key === undefined) return whole;
  const byKey = json(
    nameCursor(order, 'key'),
    key.map((index) => values[index] ?? []),
  );
  const shorter = hash === undefined ? byKey : orShorter(byKey, json(nameCursor(order, 'hash'), [hashOf(hash)]));
  return orShorter(whole, shorter);
}

/** The JSON text of a cursor by the position of a row among all, counted from 1. */
export const positionCursor = (order: string, position: Sql): Sql =>
  json(nameCursor(order, 'position'), [sql`cast(${position} as char)`]);

/** A value of the order as text, which `encodeSought` makes the same value of. */
function valueText(value: Sql, type: FieldType): Sql {
  // Ordered by its place.
  if (isOrderedByPlace(type)) return asChar(value);
  switch (type.scalar) {
    case 'Base64String':
      return sql`hex(${value})`;
    case 'Single':
      // As text of its own it has six digits.
      return floatText(sql`cast(${value} as double)`);
    case 'Float':
      return floatText(value);
    default:
      return asChar(plainNumber(value, type.native));
  }
}

/** Texts of different collations cannot stand in one array unless they are cast. */
const asChar = (value: Sql): Sql => sql`cast(${value} as char)`;

const json = (name: string, values: readonly Sql[]): Sql => sql`json_array(${join([text(name), ...values], ', ')})`;

const orShorter = (long: Sql, short: Sql): Sql =>
  sql`if(octet_length(${long}) <= ${raw(`${MAX_CURSOR_JSON_BYTES}`)}, ${long}, ${short})`;

/** Base64url of a text. */
export const encode = (value: Sql): Sql =>
  ['\\n', '='].reduce(
    (encoded, letter) => sql`replace(${encoded}, '${raw(letter)}', '')`,
    sql`replace(replace(to_base64(${value}), '+', '-'), '/', '_')`,
  );

/** A name that the error of a statement has where a cursor names a row that is gone. */
export const ROW_IS_GONE = 'the row that the cursor names is gone';

/** The value, where all of these hold. Else the statement fails: a `json_table` requires a member that is missing. */
export function requireFound(found: readonly Condition[], value: Sql): Sql {
  const holds = allOf(found);
  if (holds === undefined) return value;
  const gone = sql`(select 1 from json_table('{}', '$' columns (\`${raw(ROW_IS_GONE)}\` int path '$.row' error on empty)) g)`;
  return sql`case when ${holds.sql} then ${value} else ${gone} end`;
}
