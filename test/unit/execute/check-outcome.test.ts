import { describe, expect, it } from 'vitest';
import { checkOutcome } from '../../../src/execute/run-changes.ts';
import type { ChangeRow, ChangeStep } from '../../../src/store/script.ts';
import { rowOf, stepOf } from './steps.ts';

const apiErrors = {
  onNone: { code: 'ItemNotFound', message: 'none' },
  onSome: { code: 'Conflict', message: 'some' },
  onSeveral: { code: 'BadRequest', message: 'several' },
  onCheckFailed: { code: 'Forbidden', message: 'check' },
} as const;

/** Returns the message of the refusal, if any. */
function refused(facts: Partial<ChangeStep>, row: Partial<ChangeRow>): string | undefined {
  try {
    checkOutcome(stepOf(facts), rowOf(row));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('checkOutcome', () => {
  it.each([
    ['no row', { onNone: apiErrors.onNone }, { affected: 0 }, 'none'],
    ['an existing row', { onNone: apiErrors.onNone }, { affected: 1 }, undefined],
    ['fewer rows than it needs', { onNone: apiErrors.onNone, atLeast: 3 }, { affected: 2 }, 'none'],
    ['the required number of rows', { onNone: apiErrors.onNone, atLeast: 3 }, { affected: 3 }, undefined],
    ['a row where none is allowed', { onSome: apiErrors.onSome }, { affected: 1 }, 'some'],
    ['no row where none is allowed', { onSome: apiErrors.onSome }, { affected: 0 }, undefined],
    ['two rows where one is allowed', { onSeveral: apiErrors.onSeveral }, { affected: 2 }, 'several'],
    ['one row where one is allowed', { onSeveral: apiErrors.onSeveral }, { affected: 1 }, undefined],
    ['rows that fail the check', { onCheckFailed: apiErrors.onCheckFailed }, { passesCheck: false }, 'check'],
    ['rows that pass the check', { onCheckFailed: apiErrors.onCheckFailed }, { passesCheck: true }, undefined],
    [
      'no row, so that none fails the check',
      { onCheckFailed: apiErrors.onCheckFailed },
      { affected: 0, passesCheck: null },
      undefined,
    ],
    ['no row, reported before the check', apiErrors, { affected: 0, passesCheck: false }, 'none'],
    ['any number, without a requirement', {}, { affected: 0, passesCheck: false }, undefined],
  ])('%s', (_name, facts, row, message) => {
    expect(refused(facts, row)).toBe(message);
  });

  it('throws the refusal with its details and the path of the field', () => {
    const apiError = { ...apiErrors.onNone, details: { entity: 'Order' } };
    expect(() => checkOutcome(stepOf({ root: 'b', onNone: apiError }), rowOf({ affected: 0 }))).toThrow(
      expect.objectContaining({ code: 'ItemNotFound', details: { entity: 'Order', path: ['b'] } }),
    );
  });
});
