import { expect, it } from 'vitest';
import { ApiError } from '../../../../../src/base/errors.ts';
import type { Entity } from '../../../../../src/model/model.ts';
import { plainType } from '../../../../../src/model/plain-type.ts';
import { requireSameKey } from '../../../../../src/server/rest/write/read-change.ts';

const differs = (scalar: 'Decimal' | 'String', one: string, other: string): boolean => {
  const key = [{ name: 'k', type: plainType(scalar) }];
  try {
    requireSameKey({ name: 'E', key } as unknown as Entity, { k: one }, { k: other });
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
};

it.each([
  ['1', '1.0'],
  ['100', '1e2'],
  ['0.10', '.1'],
  ['-0.000000000000000000001', '-1e-21'],
  ['0', '-0.00'],
  ['0e5', '0'],
  ['007.50', '7.5'],
  ['5.', '5'],
  ['12345678901234567890.10', '12345678901234567890.1'],
])('%s and %s are equal decimals, but different strings', (one, other) => {
  expect([differs('Decimal', one, other), differs('String', one, other)]).toEqual([false, true]);
});

it.each([
  ['1', '10'],
  ['1', '-1'],
  ['0.1', '0.01'],
  ['1e2', '1e3'],
  ['12345678901234567890', '12345678901234567891'],
])('%s and %s are different decimals', (one, other) => {
  expect(differs('Decimal', one, other)).toBe(true);
});
