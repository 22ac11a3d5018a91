import { inject } from 'vitest';
import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import type { FieldType, ScalarName, Value } from '../naive/entity.ts';

/**
 * Values at the edges of a type, and those that mean something in patterns, quotes and case. What the databases differ in is left out:
 * fractions of seconds beyond six digits (PostgreSQL rounds them up to the next second, here they stay within theirs), UUIDs of other
 * versions than 7 (MariaDB does not sort them by their digits), letters whose case MariaDB does not know (see `foldCase`), and
 * decimals of more than 35 digits before the point or 30 behind it (MariaDB keeps 65 in all). Text compares by code points, as both
 * shops are set up; a column with another collation compares by that. For SQL Server blanks at the end of a text mean nothing to its order.
 */
const edges: Readonly<Partial<Record<ScalarName, readonly Value[]>>> = {
  Short: [-32_768, -1, 0, 1, 32_767],
  Int: [-2_147_483_648, -1, 0, 1, 2_147_483_647],
  Long: [-(2n ** 63n), -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n],
  Decimal: ['0', '-1', '0.1', '1e3', '123456789012345678901234567890.12345678901', '-0.00000000000000000001'].map(
    (text) => new Decimal(text),
  ),
  // NaN twice, as it is written as a literal alone, and seldom tells one row from another.
  Single: [0, -1, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  Float: [0, -1, 1e21, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  String: [
    '',
    ' ',
    'a',
    'Z',
    '%',
    '_',
    '\\',
    '%_\\',
    "'",
    "''",
    '"',
    'ß',
    'Ä',
    'İ',
    '🐟',
    '\uff5e',
    'null',
    "x' or '1'='1",
  ],
  // Of version 7, as MariaDB sorts others not by their digits.
  UUID: ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
  Date: ['0001-01-01', '1970-01-01', '2024-02-29', '9999-12-31'],
  DateTime: ['0001-01-01T00:00:00', '1970-01-01T00:00:00', '2024-02-29T12:30:00', '9999-12-31T23:59:59.999999'],
  LocalTime: ['00:00:00', '12:00:00', '23:59:59.999999'],
  Base64String: [Buffer.alloc(0), Buffer.from([0]), Buffer.from([0xff, 0x5c, 0x27])],
};

export const edgesOf = ({ scalar, enum: labels, own }: FieldType): readonly Value[] =>
  labels?.labels ?? (own === undefined ? (edges[scalar] ?? []).map(ordered) : [...own.places.keys()]);

function ordered(value: Value): Value {
  if (typeof value !== 'string' || inject('server') !== 'sqlserver') return value;
  // Babelfish makes several letters of one in the other case.
  return inject('isBabelfish') ? value.trimEnd().replaceAll(/[ßİ]/g, 'é') : value.trimEnd();
}

/** A value close by. */
export function varyValue(value: Value, type: FieldType, random: Random): Value {
  if (type.enum !== undefined || type.own !== undefined) return random.pick(edgesOf(type));
  if (value instanceof Decimal)
    return new Decimal(`${value.text}${/[.e]/i.test(value.text) ? '' : '.'}${/e/i.test(value.text) ? '' : '01'}`);
  switch (type.scalar) {
    case 'Boolean':
      return value !== true;
    case 'Short':
    case 'Int':
      return (value as number) > 0 ? (value as number) - 1 : (value as number) + 1;
    case 'Long':
      return (value as bigint) > 0n ? (value as bigint) - 1n : (value as bigint) + 1n;
    case 'Float':
      return Number.isFinite(value) ? (value as number) / 2 : value;
    case 'String':
      return ordered(
        random.pick([
          `${value}`,
          `${value} `,
          `${value}x`,
          `${value}%`,
          `${value}🐟`,
          String(value).toUpperCase(),
          String(value).slice(0, -1),
        ]),
      );
    case 'UUID':
      return String(value).replace(/.$/, (last) => (last === '7' ? '8' : '7'));
    case 'Date':
      return String(value).replace(/\d\d$/, (day) => (day === '15' ? '16' : '15'));
    case 'DateTime':
      return random.chance(0.5) ? `${String(value).slice(0, 10)}T00:00:00` : `${String(value).slice(0, 14)}30:00`;
    case 'LocalTime':
      return String(value).replace(/^\d\d/, (hour) => (hour === '08' ? '09' : '08'));
    default:
      return value;
  }
}

/** A value like this one that no other row has, most likely. */
export function varyUnique(value: Value, { scalar }: FieldType, random: Random): Value {
  const digits = random.int(100_000, 999_999);
  if (typeof value === 'bigint') return value > 0n ? value - BigInt(digits) * 7n : value + BigInt(digits) * 7n;
  return scalar === 'UUID' ? String(value).replace(/.{6}$/, String(digits)) : `${digits}/${String(value).slice(0, 12)}`;
}

/** A part of a text where the operator looks for it; now and then a character that patterns know. */
export function cutText(text: string, name: 'contains' | 'startswith' | 'endswith', random: Random): string {
  if (random.chance(0.12))
    return String(ordered(random.pick(['', '%', '_', '\\', '%%', '_%', '\\%', '\\\\', "'", 'ß', '🐟'])));
  const characters = [...text];
  const start = name === 'startswith' ? 0 : random.int(0, Math.max(0, characters.length - 1));
  const end = name === 'endswith' ? characters.length : start + random.int(1, 4);
  return characters.slice(name === 'endswith' ? Math.max(start, characters.length - 3) : start, end).join('');
}
