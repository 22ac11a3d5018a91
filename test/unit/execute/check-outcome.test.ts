import { describe, expect, it } from 'vitest';
import { checkOutcome } from '../../../src/execute/run-changes.ts';
import type { ChangeStep } from '../../../src/store/change-step.ts';
import type { ChangeRow } from '../../../src/store/script.ts';
import { insertStep, probeStep, rowOf, updateStep } from './steps.ts';

const apiErrors = {
  onNone: { code: 'ItemNotFound', message: 'none' },
  onSome: { code: 'Conflict', message: 'some' },
  onSeveral: { code: 'BadRequest', message: 'several' },
  onCheckFailed: { code: 'Forbidden', message: 'check' },
} as const;

const { onSome: _, ...updateErrors } = apiErrors;

/** Returns the message of the error. Undefined without an error. */
function errorOf(step: ChangeStep, row: Partial<ChangeRow>): string | undefined {
  try {
    checkOutcome(step, rowOf(row));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('checkOutcome', () => {
  it.each([
    ['no row', updateStep({ onNone: apiErrors.onNone }), { affected: 0 }, 'none'],
    ['a row', updateStep({ onNone: apiErrors.onNone }), { affected: 1 }, undefined],
    ['fewer rows than it needs', insertStep({ onNone: apiErrors.onNone, atLeast: 3 }), { affected: 2 }, 'none'],
    ['as many as it needs', insertStep({ onNone: apiErrors.onNone, atLeast: 3 }), { affected: 3 }, undefined],
    ['a row where no row is allowed', probeStep({ onSome: apiErrors.onSome }), { affected: 1 }, 'some'],
    ['no row where no row is allowed', probeStep({ onSome: apiErrors.onSome }), { affected: 0 }, undefined],
    ['two rows where one is allowed', updateStep({ onSeveral: apiErrors.onSeveral }), { affected: 2 }, 'several'],
    ['one row where one is allowed', updateStep({ onSeveral: apiErrors.onSeveral }), { affected: 1 }, undefined],
    [
      'rows that fail the check',
      updateStep({ onCheckFailed: apiErrors.onCheckFailed }),
      { passesCheck: false },
      'check',
    ],
    [
      'rows that pass the check',
      updateStep({ onCheckFailed: apiErrors.onCheckFailed }),
      { passesCheck: true },
      undefined,
    ],
    [
      'no row that could fail the check',
      updateStep({ onCheckFailed: apiErrors.onCheckFailed }),
      { affected: 0, passesCheck: null },
      undefined,
    ],
    ['a missing row before the check of rows', updateStep(updateErrors), { affected: 0, passesCheck: false }, 'none'],
    ['any outcome if the step has no errors', updateStep(), { affected: 0, passesCheck: false }, undefined],
  ])('checks %s', (_name, step, row, message) => {
    expect(errorOf(step, row)).toBe(message);
  });

  it('throws the error with its details and the path of the field', () => {
    const apiError = { ...apiErrors.onNone, details: { entity: 'Order' } };
    expect(() => checkOutcome(updateStep({ root: 'b', onNone: apiError }), rowOf({ affected: 0 }))).toThrow(
      expect.objectContaining({ code: 'ItemNotFound', details: { entity: 'Order', path: ['b'] } }),
    );
  });
});
