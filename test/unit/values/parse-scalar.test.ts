import { expect, it } from 'vitest';
import { BigNumber } from '../../../src/base/json.ts';
import { parseScalar } from '../../../src/values/parse-scalar.ts';

it.each([
  ['Float', '1.5', 1.5],
  ['Float', new BigNumber('0.12345678901234567890'), 0.12345678901234568],
  ['Float', 'NaN', 'NaN'],
  ['Float', '-.5e+2', -50],
  ['Single', 2, 2],
  ['Int', '42', 42],
  ['Short', '-42', -42],
  ['Boolean', 'false', false],
] as const)('%s accepts %j', (scalar, value, neutral) => {
  expect(parseScalar(value, scalar)).toEqual(neutral);
});

it.each([
  ['Float', 'soon'],
  ['Float', ''],
  ['Float', true],
  ['Float', '0x10'],
  ['Float', ' 5'],
  ['Float', '5,0'],
  ['Float', new BigNumber('1e400')],
  ['Single', {}],
  ['Int', '2147483648'],
  ['Short', '40000'],
  ['Short', '4.0'],
  ['Boolean', 'yes'],
] as const)('%s rejects %j', (scalar, value) => {
  expect(() => parseScalar(value, scalar)).toThrow(/must be/);
});
