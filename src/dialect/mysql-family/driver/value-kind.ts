import mysql, { type FieldPacket } from 'mysql2/promise';
import type { ValueKind } from '../../../store/result.ts';

const { Types } = mysql;

const kinds: ReadonlyMap<number, ValueKind> = new Map([
  ...[
    Types.TINY,
    Types.SHORT,
    Types.INT24,
    Types.LONG,
    Types.LONGLONG,
    Types.YEAR,
    Types.FLOAT,
    Types.DOUBLE,
    Types.DECIMAL,
    Types.NEWDECIMAL,
  ].map((type) => [type, 'number'] as const),
  [Types.BIT, 'bits'],
  [Types.JSON, 'json'],
  [Types.DATETIME, 'moment'],
  [Types.TIMESTAMP, 'moment'],
  [Types.TIME, 'time'],
]);

/** The character set of what has none. */
const BINARY = 63;

/** What the values of a column are that a procedure selects, by what the protocol tells of it. */
export function valueKind({ columnType = -1, columnLength, characterSet, extendedFormat }: FieldPacket): ValueKind {
  if ((columnType === Types.TINY || columnType === Types.BIT) && columnLength === 1) return 'boolean';
  if (extendedFormat === 'json') return 'json';
  const kind = kinds.get(columnType);
  if (kind !== undefined) return kind;
  return characterSet === BINARY && columnType !== Types.DATE ? 'bytes' : 'text';
}
