import { inject } from 'vitest';
import type { ServerName } from '../../support/server-names.ts';
import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import type { FieldType, ScalarName, Value } from '../naive/entity.ts';

/**
 * Boundary values, and characters with a meaning in patterns, quotes, and case mapping. Omits differences of databases:
 * more than six fractional digits of seconds (PostgreSQL rounds up), UUIDs other than version 7 (MariaDB orders them
 * differently), characters without case mapping in MariaDB (see `foldCase`), and decimals with more than 35 integer or
 * 30 fractional digits (MariaDB stores 65 in all). Strings compare by code point unless the column has another
 * collation. SQL Server ignores trailing spaces in order.
 */
const edges: Readonly<Partial<Record<ScalarName, readonly Value[]>>> = {
  Short: [-32_768, -1, 0, 1, 32_767],
  Int: [-2_147_483_648, -1, 0, 1, 2_147_483_647],
  Long: [-(2n ** 63n), -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n],
  Decimal: ['0', '-1', '0.1', '1e3', '123456789012345678901234567890.12345678901', '-0.00000000000000000001'].map(
    (text) => new Decimal(text),
  ),
  // NaN is listed twice, because it is only a literal, and rarely distinguishes rows.
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
  // Version 7, because MariaDB orders others differently.
  UUID: ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
  Date: ['0001-01-01', '1970-01-01', '2024-02-29', '9999-12-31'],
  DateTime: ['0001-01-01T00:00:00', '1970-01-01T00:00:00', '2024-02-29T12:30:00', '9999-12-31T23:59:59.999999'],
  LocalTime: ['00:00:00', '12:00:00', '23:59:59.999999'],
  Base64String: [Buffer.alloc(0), Buffer.from([0]), Buffer.from([0xff, 0x5c, 0x27])],
};

export const edgesOf = ({ scalar, enum: labels, enumType }: FieldType): readonly Value[] =>
  labels?.labels ?? (enumType === undefined ? (edges[scalar] ?? []).map(ordered) : [...enumType.places.keys()]);

let valueServer: ServerName | undefined;

/** Sets the server to generate values for, instead of the server that the tests run on. */
export function drawValuesFor(server: ServerName): void {
  valueServer = server;
}

function ordered(value: Value): Value {
  if (typeof value !== 'string' || (valueServer ?? inject('server')) !== 'sqlserver') return value;
  // Babelfish changes the case of some characters to several characters.
  return valueServer === undefined && inject('isBabelfish')
    ? value.trimEnd().replaceAll(/[ßİ]/g, 'é')
    : value.trimEnd();
}

/** Returns a similar value. */
export function varyValue(value: Value, type: FieldType, random: Random): Value {
  if (type.enum !== undefined || type.enumType !== undefined) return random.pick(edgesOf(type));
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

/** Returns a similar value that is probably unique. */
export function varyUnique(value: Value, { scalar }: FieldType, random: Random): Value {
  const digits = random.int(100_000, 999_999);
  if (typeof value === 'bigint') return value > 0n ? value - BigInt(digits) * 7n : value + BigInt(digits) * 7n;
  return scalar === 'UUID' ? String(value).replace(/.{6}$/, String(digits)) : `${digits}/${String(value).slice(0, 12)}`;
}

/** Returns a substring for the operator, sometimes with a pattern character. */
export function cutText(text: string, name: 'contains' | 'startswith' | 'endswith', random: Random): string {
  if (random.chance(0.12))
    return String(ordered(random.pick(['', '%', '_', '\\', '%%', '_%', '\\%', '\\\\', "'", 'ß', '🐟'])));
  const characters = [...text];
  const start = name === 'startswith' ? 0 : random.int(0, Math.max(0, characters.length - 1));
  const end = name === 'endswith' ? characters.length : start + random.int(1, 4);
  return characters.slice(name === 'endswith' ? Math.max(start, characters.length - 3) : start, end).join('');
}
