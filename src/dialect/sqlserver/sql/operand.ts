import type { FieldType } from '../../../model/model.ts';
import type { CallName } from '../../../odata/expression.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { textFunctions } from '../../standard/text-functions.ts';
import { allLetters } from './exact-texts.ts';
import { comparedJson } from './json-path.ts';
import { MAX_LETTERS, sizeOf } from './native.ts';
import { cast, castFor, compared } from './typed.ts';

/** Types that SQL Server compares with nothing, as those that it makes of them. */
const comparableTypes: Readonly<Record<string, string>> = {
  text: 'nvarchar(max)',
  ntext: 'nvarchar(max)',
  image: 'varbinary(max)',
  json: 'nvarchar(max)',
};

/** A column as something to compare. */
export function comparand(column: Sql, type: FieldType): Sql {
  const other = comparableTypes[type.native];
  return other === undefined ? column : cast(column, other);
}

/** Parameters are texts: each is cast, so that an index of its column serves and no digit is lost. */
export function value(slot: Slot, type: FieldType): Sql {
  if (type.scalar === 'JSON') return comparedJson(slot);
  // A cursor holds what the column itself has.
  return slot.use.kind === 'cursor'
    ? castFor(type, parameter(slot), soughtType(type))
    : compared(parameter(slot), type);
}

/** Texts are cut where they are cast to a type that has less room: one for the order of texts has room for all. */
const soughtType = (type: FieldType): string =>
  comparableTypes[type.native] ?? (/^\w+/.test(type.native) ? type.native : 'nvarchar(max)');

/** A function of one value; parts of dates are those in UTC. */
export function call(name: CallName, argument: Sql, type: FieldType): Sql {
  if (name === 'length') return length(argument, type);
  const textFunction = textFunctions[name];
  return textFunction === undefined
    ? sql`datepart(${raw(name)}, switchoffset(${argument}, '+00:00'))`
    : sql`${raw(textFunction)}(${allLetters(argument, type)})`;
}

/** Whether nothing is cut where a letter is put behind a text: 4000 letters are the most that a type with a size has. */
const hasRoom = (type: FieldType): boolean =>
  type.native.endsWith('(max)') || type.native.endsWith('text') || (sizeOf(type) ?? MAX_LETTERS) < MAX_LETTERS;

/** LEN leaves out blanks at the end, and counts a letter beyond 16 bits twice unless the collation knows such letters. */
const length = (argument: Sql, type: FieldType): Sql =>
  sql`(len((${hasRoom(type) ? argument : cast(argument, 'nvarchar(max)')} + N'.') collate Latin1_General_100_CI_AS_SC) - 1)`;
