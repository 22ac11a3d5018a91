import type { ScalarName } from '../../../src/scalars/scalar.ts';

/** A column with boundary values as unquoted SQL literals. */
export interface ValueColumn {
  /** Native name of the type. */
  readonly type: string;
  readonly scalar: ScalarName;
  readonly values: readonly string[];
}

/** Mutually comparable types. */
export type Family = 'number' | 'moment' | 'time' | 'uuid' | 'text';

const families: Readonly<Partial<Record<ScalarName, Family>>> = {
  Short: 'number',
  Int: 'number',
  Long: 'number',
  Single: 'number',
  Float: 'number',
  Decimal: 'number',
  Date: 'moment',
  DateTime: 'moment',
  LocalTime: 'time',
  UUID: 'uuid',
};

export const familyOf = ({ scalar }: ValueColumn): Family => families[scalar] ?? 'text';

/** Literals in addition to column values: out of range, between integers, and close to stored values. */
export const moreLiterals: Readonly<Record<Family, readonly string[]>> = {
  number: [
    ...[
      '1.5',
      '-1.5',
      '5.0',
      '1e3',
      '32768',
      '-32769',
      '2147483648',
      '-2147483649',
      '99999999999',
      '0.5',
      '1e-7',
      '-0',
    ],
    ...['9223372036854775808', '-9223372036854775809', '9223372036854775807.5', '1e30', '-1e30', '1e39', '-1e39'],
    ...['1e400', '-1e400', 'NaN', 'Infinity', '-Infinity', '9007199254740993', '9007199254740992', '0.1'],
  ],
  moment: ['2024-02-28', '2024-02-29', '2024-02-29 12:00:00', '2024-03-01 00:00:00', '1969-12-31 23:59:59.999999'],
  time: ['12:00:00', '00:00:01'],
  uuid: ['018bd50b-c3ff-77cd-87c8-36305ec7d8ed'],
  text: ['', 'b'],
};

/** Prints an SQL date or time for `$filter`, unquoted if possible. */
export function writeLiteral(value: string, family: Family, quoted: boolean): string {
  if (family === 'number') return value.replace('Infinity', 'INF');
  const text = family === 'moment' ? withZone(value) : value;
  const isBare = family !== 'text' && !quoted && /^\d{4,7}-[\d:.TZ-]+$|^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text);
  return isBare ? text : `'${text.replaceAll("'", "''")}'`;
}

export function writeJson(value: string, family: Family): string {
  if (family === 'number') return /^-?\d/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(family === 'moment' ? withZone(value) : value);
}

/** `2024-02-29 12:00:00 BC` → `2024-02-29T12:00:00Z BC` */
const withZone = (value: string): string => value.replace(/^(\S+) ([\d:.]+)/, '$1T$2Z');
