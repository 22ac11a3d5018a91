import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';
import { toUnicode } from './exact-strings.ts';
import { comparedJson } from './json/json-path.ts';
import { MAX_NVARCHAR, sizeOf } from './types/native.ts';
import { cast, castFor, castForComparison } from './types/typed.ts';

/** Types that SQL Server cannot compare, with the types to which they are cast. */
const comparableTypes: Readonly<Record<string, string>> = {
  text: 'nvarchar(max)',
  ntext: 'nvarchar(max)',
  image: 'varbinary(max)',
  json: 'nvarchar(max)',
};

export function comparand(column: Sql, type: FieldType): Sql {
  const castType = comparableTypes[type.native];
  return castType === undefined ? column : cast(column, castType);
}

/** Casts a parameter, which is sent as a string. The cast keeps all digits, and an index can be used. */
export function value(slot: Slot, type: FieldType): Sql {
  if (type.scalar === 'JSON') return comparedJson(slot);
  return slot.use.kind === 'cursor'
    ? castFor(type, parameter(slot), cursorType(type))
    : castForComparison(parameter(slot), type);
}

/** Returns the type to which a cursor value is cast: the type of the column, so that strings are not truncated. */
const cursorType = (type: FieldType): string =>
  comparableTypes[type.native] ?? (/^\w+/.test(type.native) ? type.native : 'nvarchar(max)');

/** Calls a function. Date parts are in UTC. */
export function call(name: CallName, argument: Sql, type: FieldType): Sql {
  if (name === 'length') return length(argument, type);
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`datepart(${raw(name)}, switchoffset(${argument}, '+00:00'))`
    : sql`${raw(textFunction)}(${toUnicode(argument, type)})`;
}

/** Returns whether a character can be appended: sized types have at most 4000 characters. */
const hasRoom = (type: FieldType): boolean =>
  type.native.endsWith('(max)') || type.native.endsWith('text') || (sizeOf(type) ?? MAX_NVARCHAR) < MAX_NVARCHAR;

/**
 * Counts characters. LEN ignores trailing spaces, and counts supplementary characters twice unless the collation
 * supports them.
 */
const length = (argument: Sql, type: FieldType): Sql =>
  sql`(len((${hasRoom(type) ? argument : cast(argument, 'nvarchar(max)')} + N'.') collate Latin1_General_100_CI_AS_SC) - 1)`;
