import type { ChangeRow, ChangeStep } from '../../../src/store/script.ts';

/** Returns a step with these properties and no other conditions. */
export const stepOf = (facts: Partial<ChangeStep> = {}): ChangeStep => ({
  root: 'createOrder',
  inserts: false,
  unless: [],
  captures: [],
  ...facts,
});

/** Returns the outcome of a step. */
export const rowOf = (row: Partial<ChangeRow> = {}): ChangeRow => ({
  affected: 1,
  passesCheck: null,
  captured: undefined,
  values: [],
  ...row,
});
