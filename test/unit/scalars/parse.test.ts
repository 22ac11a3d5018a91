import { describe, expect, it } from 'vitest';
import { BigNumber } from '../../../src/base/json.ts';
import { customScalars } from '../../../src/scalars/scalar.ts';

type Name = keyof typeof customScalars;

const accepted: readonly [Name, unknown, unknown][] = [
  ['Short', -32768, -32768],
  ['Short', 32767, 32767],
  ['Long', 5, '5'],
  ['Long', '-9223372036854775808', '-9223372036854775808'],
  ['Long', new BigNumber('9223372036854775807'), '9223372036854775807'],
  ['Long', '+007', '7'],
  ['Single', 0.5, 0.5],
  ['Single', '-Infinity', '-Infinity'],
  ['Single', new BigNumber('0.12345678901234567890'), 0.12345678901234568],
  ['Decimal', 1.5, '1.5'],
  ['Decimal', '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['Decimal', new BigNumber('0.10000000000000000001'), '0.10000000000000000001'],
  ['Decimal', '-1e-7', '-1e-7'],
  ['UUID', 'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
  ['Date', '2024-02-29', '2024-02-29'],
  ['Date', '0001-01-01', '0001-01-01'],
  ['LocalTime', '10:23', '10:23:00'],
  ['LocalTime', '23:59:59.123456', '23:59:59.123456'],
  ['DateTime', '1999-01-08', '1999-01-08T00:00:00'],
  ['DateTime', '1999-01-08T10:23:54.123Z', '1999-01-08T10:23:54.123'],
  ['DateTime', '1999-01-08 10:23:54+02:00', '1999-01-08T08:23:54'],
  ['DateTime', '1999-12-31T23:30:00.5-01:30', '2000-01-01T01:00:00.5'],
  ['DateTime', '0099-03-01T00:00:00+00:30', '0099-02-28T23:30:00'],
  ['Base64String', '', ''],
  ['Base64String', 'aGVsbG8=', 'aGVsbG8='],
];

const refused: readonly [Name, unknown][] = [
  ['Short', 32768],
  ['Short', 1.5],
  ['Short', '5'],
  ['Long', '9223372036854775808'],
  ['Long', 1.5],
  ['Long', ''],
  ['Long', `1${'0'.repeat(100)}`],
  ['Single', 1e39],
  ['Single', '1'],
  ['Decimal', 'NaN'],
  ['Decimal', '1e1001'],
  ['Decimal', '1'.repeat(1001)],
  ['Decimal', '1e'],
  ['Decimal', true],
  ['UUID', 'f81d4fae'],
  ['Date', '2023-02-29'],
  ['Date', '0000-01-01'],
  ['Date', '2024-1-1'],
  ['LocalTime', '24:00:00'],
  ['LocalTime', '10:60'],
  ['DateTime', '2024-02-30T00:00:00Z'],
  ['DateTime', '2024-01-01T24:00:00Z'],
  ['DateTime', '2024-01-01T00:00:60Z'],
  ['DateTime', '0001-01-01T00:00:00+01:00'],
  ['DateTime', '9999-12-31T23:59:59-01:00'],
  ['DateTime', 5],
  ['Base64String', 'aGVsbG8'],
  ['Base64String', 'a-_='],
];

describe('scalars', () => {
  it.each(accepted)('%s takes %j as %j', (name, value, neutral) => {
    expect(customScalars[name].parse(value)).toEqual(neutral);
  });

  it.each(refused)('%s refuses %j and says what it takes', (name, value) => {
    expect(() => customScalars[name].parse(value)).toThrow(new RegExp(`^${name} m(ust|ay)`));
  });
});
