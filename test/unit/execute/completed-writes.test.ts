import { describe, expect, it } from 'vitest';
import { type CompletedRow, CompletedWrites, resolveCapturedSlots } from '../../../src/execute/completed-writes.ts';
import { CapturedValue } from '../../../src/operation/operation.ts';
import type { Slot } from '../../../src/plan/shape/slot.ts';
import { type ChangeStep, isSkipped, type StepCondition } from '../../../src/store/change-step.ts';
import type { BoundRequest, ReadRequest } from '../../../src/store/script.ts';
import { rowOf, updateStep } from './steps.ts';

const outcome = (row: Partial<CompletedRow> = {}): CompletedRow => ({ affected: 1, captured: undefined, ...row });

const request: ReadRequest = { kind: 'read', text: '', name: '', slots: [], calls: false, read: () => [] };

/** Returns the values of a request after these writes. */
const bound = (written: CompletedWrites, ...values: readonly unknown[]): readonly unknown[] =>
  written.bind({ request, values } satisfies BoundRequest<ReadRequest>).values;

const captured = (write: number, column: string): CapturedValue =>
  new CapturedValue({ kind: 'captured', write, column });

const capturedRows = (write: number, ...columns: readonly string[]): CapturedValue =>
  new CapturedValue({ kind: 'captured', write, columns });

const captureStep = (...captures: readonly string[]): ChangeStep => ({
  kind: 'capture',
  root: 'a',
  entity: 'Order',
  when: { kind: 'changed', write: 0 },
  captures,
});

describe('captured values', () => {
  const written = new CompletedWrites();
  written.record(
    updateStep({ write: 0, captures: ['id', 'code'] }),
    outcome({
      captured: [
        ['1', 'a'],
        ['2', null],
      ],
    }),
  );
  written.record(updateStep({ write: 1, captures: ['id'] }), outcome({ captured: [['12345678901234567890']] }));

  it('replace their placeholders; other values are unchanged', () => {
    expect(bound(written, 'x', captured(0, 'code'), captured(1, 'id'), null)).toEqual([
      'x',
      'a',
      '12345678901234567890',
      null,
    ]);
  });

  it('of all rows are a JSON array with the named columns in order', () => {
    expect(bound(written, capturedRows(0, 'id', 'code'), capturedRows(0, 'code', 'id'), capturedRows(0, 'id'))).toEqual(
      ['[["1","a"],["2",null]]', '[["a","1"],[null,"2"]]', '[["1"],["2"]]'],
    );
  });

  it('leave a request without placeholders unchanged', () => {
    const plain = { request, values: ['x'] };
    expect(written.bind(plain)).toBe(plain);
  });

  it('throw if the write has not run or the column was not captured', () => {
    expect(() => bound(written, captured(2, 'id'))).toThrow('write 2');
    expect(() => bound(written, captured(1, 'code'))).toThrow('code');
  });
});

describe('a write with several steps', () => {
  it('counts the rows of its last counting step, and keeps its key if a re-read captures other columns', () => {
    const written = new CompletedWrites();
    written.record(updateStep({ write: 0, captures: ['id'] }), outcome({ affected: 3, captured: [['1']] }));
    written.record(updateStep({ write: 0 }), outcome({ affected: 0 }));
    expect(written.hasChanged(0)).toBe(false);
    expect(bound(written, captured(0, 'id'))).toEqual(['1']);
    written.record(captureStep('code'), outcome({ affected: 5, captured: [['a']] }));
    expect(written.hasChanged(0)).toBe(false);
    expect(bound(written, captured(0, 'code'), capturedRows(0, 'id'))).toEqual(['a', '[["1"]]']);
  });

  it('ignores the row count of a re-read', () => {
    const written = new CompletedWrites();
    written.record(updateStep({ write: 0 }), outcome({ affected: 1 }));
    written.record(captureStep('code'), outcome({ affected: 0 }));
    const reread = { kind: 'reread', root: 'a', entity: 'Order', when: { kind: 'changed', write: 0 } } as const;
    written.record(reread, outcome({ affected: 0 }));
    expect(written.hasChanged(0)).toBe(true);
  });
});

describe('a conditional step', () => {
  const written = new CompletedWrites();
  written.record(updateStep({ write: 0 }), outcome({ affected: 2 }));
  written.record(updateStep({ write: 1 }), outcome({ affected: 0 }));

  it.each([
    ['always runs', { kind: 'always' }, false],
    ['is skipped if one of the listed writes has changed a row', { kind: 'noneChanged', writes: [1, 0] }, true],
    ['runs if none of the listed writes has changed a row', { kind: 'noneChanged', writes: [1, 7] }, false],
    ['runs if the write has changed a row', { kind: 'changed', write: 0 }, false],
    ['is skipped if the write has changed no row', { kind: 'changed', write: 1 }, true],
    ['is skipped if the write never ran', { kind: 'changed', write: 7 }, true],
  ] satisfies readonly [string, StepCondition, boolean][])('%s', (_name, when, expected) => {
    expect(isSkipped(updateStep({ when }), written.hasChanged)).toBe(expected);
  });
});

it('a slot among captured values is replaced by its bound value', () => {
  const slots = [1, 2].map((value): Slot => ({ source: { kind: 'constant', value }, use: { kind: 'keys' } }));
  const row = rowOf({ captured: [['7', slots[1] ?? null, null]] });
  expect(resolveCapturedSlots(row, { request: { ...request, slots }, values: ['a', 'b'] }).captured).toEqual([
    ['7', 'b', null],
  ]);
});
