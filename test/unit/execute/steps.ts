import type { ChangeRow, ChangeStep } from '../../../src/store/script.ts';

/** A step with these facts, that asks for nothing else. */
export const stepOf = (facts: Partial<ChangeStep> = {}): ChangeStep => ({
  root: 'createOrder',
  inserts: false,
  unless: [],
  captures: [],
  ...facts,
});

/** What a step came to. */
export const rowOf = (row: Partial<ChangeRow> = {}): ChangeRow => ({
  affected: 1,
  passesCheck: null,
  captured: undefined,
  values: [],
  ...row,
});
