import type { FieldType } from '../../../../model/model.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { orJsonNull, text } from '../text/concat.ts';
import { expressionOutOfRange } from './failed-at.ts';

/** Returns true for a nullable enum, whose error value is returned as NULL. Its labels compare as strings. */
export const hasNullErrorValue = ({ enum: enumType, errorValue }: FieldType): boolean =>
  enumType !== undefined && errorValue === 'null';

export const labelOrNull = (label: Sql, type: FieldType): Sql =>
  hasNullErrorValue(type) ? sql`nullif(${label}, '')` : label;

/** Returns the type without its error value, for values that are compared but not returned. */
export function withoutErrorValue(type: FieldType): FieldType {
  if (typeof type.errorValue !== 'object') return type;
  const { errorValue: _, ...others } = type;
  return others;
}

/**
 * Argument beyond the range of exp(). The length that is added to it only puts the name of the column into the error
 * message.
 */
const ERROR_VALUE_CODE = 7_207_207;

/**
 * Returns the JSON of an enum label. MySQL stores '' (the error value) for an invalid label. It becomes `null` in a
 * nullable column. In any other column, the statement fails, so a write is rolled back.
 */
export function jsonOfLabel(label: Sql, json: Sql, { errorValue }: FieldType): Sql {
  if (errorValue === undefined) return orJsonNull(json);
  const otherwise =
    errorValue === 'null' ? raw("'null'") : sql`if(${label} is null, 'null', ${databaseError(errorValue)})`;
  return sql`if(length(${label}) > 0, ${json}, ${otherwise})`;
}

function databaseError({ table, column }: Exclude<FieldType['errorValue'], 'null' | undefined>): Sql {
  const columnPath = text([table, column].map(encodeName).join('/'));
  return sql`exp(${raw(`${ERROR_VALUE_CODE}`)} + length(${columnPath}))`;
}

/** Encodes a name, because `/` separates names and the servers escape some characters in messages. */
const encodeName = (name: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: The servers escape them.
  name.replace(/[%/'\\\u0000-\u001f]/g, (character) => encodeURIComponent(character).replace("'", '%27'));

/** `exp((7207207 + length('orders/status')))` on MySQL, `exp(7207207 + octet_length('orders/status'))` on MariaDB. */
const ERROR_VALUE_EXPRESSION = new RegExp(
  `^exp\\(\\(?${ERROR_VALUE_CODE} \\+ (?:octet_)?length\\('([^'/]+)/([^'/]+)'\\)\\)?\\)$`,
);

/** Returns the column whose error value made the statement fail. Undefined for any other error. */
export function findErrorValue(error: unknown): { readonly table: string; readonly column: string } | undefined {
  const [, table, column] = ERROR_VALUE_EXPRESSION.exec(expressionOutOfRange(error) ?? '') ?? [];
  return table === undefined || column === undefined
    ? undefined
    : { table: decodeURIComponent(table), column: decodeURIComponent(column) };
}
