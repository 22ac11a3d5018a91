import { expect, it } from 'vitest';
import type { Slot } from '../../../src/plan/shape/slot.ts';
import { checkRows } from '../../../src/store/bind-request.ts';
import { apiErrorCode } from '../api-error-code.ts';

const size: Slot = {
  source: { kind: 'variable', path: ['first'] },
  use: { kind: 'size', argument: 'first', max: 100 },
};

const outcome = (paths: readonly (readonly (number | Slot)[])[], first = 0): string | undefined =>
  apiErrorCode(() => checkRows(paths, { variables: { first }, claims: {} }, 1000));

it('row counts multiply along a path, not across paths', () => {
  expect(outcome([[10, 10, 10]])).toBeUndefined();
  expect(outcome([[10, 10, 11]])).toBe('LimitExceeded');
  expect(outcome([[10, 100], [10, 100], [1000]])).toBeUndefined();
  expect(outcome([[10], [10, 101]])).toBe('LimitExceeded');
});

it('a page size from a variable counts with its value', () => {
  expect(outcome([[10, size]], 100)).toBeUndefined();
  expect(outcome([[11, size]], 100)).toBe('LimitExceeded');
  expect(outcome([[11, size]], 0)).toBeUndefined();
  expect(outcome([[size]], 101)).toBe('LimitExceeded');
  expect(outcome([[size]], -1)).toBe('BadRequest');
});

it('paths without lists are unlimited', () => {
  expect(outcome([])).toBeUndefined();
  expect(outcome([[]])).toBeUndefined();
});
