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
    ['a row', { onNone: apiErrors.onNone }, { affected: 1 }, undefined],
    ['fewer rows than it needs', { onNone: apiErrors.onNone, atLeast: 3 }, { affected: 2 }, 'none'],
    ['as many as it needs', { onNone: apiErrors.onNone, atLeast: 3 }, { affected: 3 }, undefined],
    ['a row where there may be none', { onSome: apiErrors.onSome }, { affected: 1 }, 'some'],
    ['none where there may be none', { onSome: apiErrors.onSome }, { affected: 0 }, undefined],
    ['two where there may be one', { onSeveral: apiErrors.onSeveral }, { affected: 2 }, 'several'],
    ['one where there may be one', { onSeveral: apiErrors.onSeveral }, { affected: 1 }, undefined],
    ['rows that do not fit', { onCheckFailed: apiErrors.onCheckFailed }, { passesCheck: false }, 'check'],
    ['rows that fit', { onCheckFailed: apiErrors.onCheckFailed }, { passesCheck: true }, undefined],
    [
      'no row that could be unfit',
      { onCheckFailed: apiErrors.onCheckFailed },
      { affected: 0, passesCheck: null },
      undefined,
    ],
    ['no row, before anything is said of those', apiErrors, { affected: 0, passesCheck: false }, 'none'],
    ['anything, where nothing is asked', {}, { affected: 0, passesCheck: false }, undefined],
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
