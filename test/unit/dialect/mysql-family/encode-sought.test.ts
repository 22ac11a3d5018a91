import { expect, test } from 'vitest';
import { encodeCursorValue } from '../../../../src/dialect/mysql-family/driver/codec.ts';
import { plainType } from '../../../../src/model/plain-type.ts';
import type { ScalarName } from '../../../../src/scalars/scalar.ts';

const encode = (text: string, scalar: ScalarName) =>
  encodeCursorValue(text, { kind: 'cursor', argument: 'after', order: 'an order', index: 0, type: plainType(scalar) });

test.each([
  ['Short', '-12', '-12'],
  ['Long', '-9223372036854775808', '-9223372036854775808'],
  ['Float', '-1.5e-300', -1.5e-300],
  ['Float', '1e100', 1e100],
  ['Decimal', '12345678901234567890.5', '12345678901234567890.5'],
  ['Date', '2020-00-00', '2020-00-00'],
  ['DateTime', '0000-00-00 00:00:00.000000', '0000-00-00 00:00:00.000000'],
  ['DateTime', '2020-01-02 03:04:05.120000', '2020-01-02 03:04:05.120000'],
] as const)('encodes a %s cursor value %s', (scalar, text, encoded) => {
  expect(encode(text, scalar)).toBe(encoded);
});

test.each([
  ['Short', '40000'],
  ['Int', '1 or 1=1 -- -00'],
  ['Int', '0-00'],
  ['Long', '9223372036854775808'],
  ['Long', '0) union all (select 1, 2) -- -00'],
  ['Single', '1e-00 or 1'],
  ['Float', 'NaN'],
  ['Decimal', '1-00'],
  ['Boolean', 'true'],
  ['Date', '2020-13-01'],
  ['DateTime', "2020-00-00' or '"],
] as const)('rejects a cursor value that no database wrote: a %s of %s', (scalar, text) => {
  expect(() => encode(text, scalar)).toThrowError(expect.objectContaining({ code: 'BadRequest' }));
});
