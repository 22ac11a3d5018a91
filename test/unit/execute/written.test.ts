import { describe, expect, it } from 'vitest';
import { type CompletedRow, CompletedWrites, isLeftOut, withBound } from '../../../src/execute/run-changes.ts';
import { CapturedValue } from '../../../src/operation/operation.ts';
import type { Slot } from '../../../src/plan/shape/slot.ts';
import type { BoundRequest, ReadRequest } from '../../../src/store/script.ts';
import { rowOf, stepOf } from './steps.ts';

const outcome = (row: Partial<CompletedRow> = {}): CompletedRow => ({ affected: 1, captured: undefined, ...row });

const request: ReadRequest = { kind: 'read', text: '', name: '', slots: [], calls: false, read: () => [] };

/** The values of a request once these writes have run. */
const bound = (written: CompletedWrites, ...values: readonly unknown[]): readonly unknown[] =>
  written.bind({ request, values } satisfies BoundRequest<ReadRequest>).values;

const captured = (write: number, column: string): CapturedValue =>
  new CapturedValue({ kind: 'captured', write, column });

const capturedRows = (write: number, ...columns: readonly string[]): CapturedValue =>
  new CapturedValue({ kind: 'captured', write, columns });

describe('what writes captured', () => {
  const written = new CompletedWrites();
  written.note(
    stepOf({ write: 0, captures: ['id', 'code'] }),
    outcome({
      captured: [
        ['1', 'a'],
        ['2', null],
      ],
    }),
  );
  written.note(stepOf({ write: 1, captures: ['id'] }), outcome({ captured: [['12345678901234567890']] }));

  it('stands where it was left open, other values as they are', () => {
    expect(bound(written, 'x', captured(0, 'code'), captured(1, 'id'), null)).toEqual([
      'x',
      'a',
      '12345678901234567890',
      null,
    ]);
  });

  it('is JSON where all rows are meant, of the named columns in their order', () => {
    expect(bound(written, capturedRows(0, 'id', 'code'), capturedRows(0, 'code', 'id'), capturedRows(0, 'id'))).toEqual(
      ['[["1","a"],["2",null]]', '[["a","1"],[null,"2"]]', '[["1"],["2"]]'],
    );
  });

  it('leaves the values of a request alone that has none', () => {
    const plain = { request, values: ['x'] };
    expect(written.bind(plain)).toBe(plain);
  });

  it('of a write that has not run, or did not capture the column, is a fault of ours', () => {
    expect(() => bound(written, captured(2, 'id'))).toThrow('write 2');
    expect(() => bound(written, captured(1, 'code'))).toThrow('code');
  });
});

describe('a write of several steps', () => {
  it('has changed the rows of the last step that counts, and keeps its key where a reread captures other columns', () => {
    const written = new CompletedWrites();
    written.note(stepOf({ write: 0, captures: ['id'] }), outcome({ affected: 3, captured: [['1']] }));
    written.note(stepOf({ write: 0 }), outcome({ affected: 0 }));
    expect(written.hasChanged(0)).toBe(false);
    expect(bound(written, captured(0, 'id'))).toEqual(['1']);
    written.note(stepOf({ write: 0, rereads: true, captures: ['code'] }), outcome({ affected: 5, captured: [['a']] }));
    expect(written.hasChanged(0)).toBe(false);
    expect(bound(written, captured(0, 'code'), capturedRows(0, 'id'))).toEqual(['a', '[["1"]]']);
  });

  it('that reads again counts nothing, whether it finds its rows or not', () => {
    const written = new CompletedWrites();
    written.note(stepOf({ write: 0 }), outcome({ affected: 1 }));
    written.note(stepOf({ write: 0, rereads: true }), outcome({ affected: 0 }));
    expect(written.hasChanged(0)).toBe(true);
  });
});

describe('a step', () => {
  const written = new CompletedWrites();
  written.note(stepOf({ write: 0 }), outcome({ affected: 2 }));
  written.note(stepOf({ write: 1 }), outcome({ affected: 0 }));

  it.each([
    ['always runs', {}, false],
    ['is left out where one of these has changed a row', { unless: [1, 0] }, true],
    ['runs where none of these has', { unless: [1, 7] }, false],
    ['runs where this one has', { onlyIf: 0 }, false],
    ['is left out where this one has not', { onlyIf: 1 }, true],
    ['is left out where this one never ran', { onlyIf: 7 }, true],
    ['is left out where either says so', { onlyIf: 0, unless: [0] }, true],
  ])('%s', (_name, facts, expected) => {
    expect(isLeftOut(stepOf(facts), written)).toBe(expected);
  });
});

it('a slot among captured values stands for what was bound to it', () => {
  const slots = [1, 2].map((value): Slot => ({ source: { kind: 'constant', value }, use: { kind: 'keys' } }));
  const row = rowOf({ captured: [['7', slots[1] ?? null, null]] });
  expect(withBound(row, { request: { ...request, slots }, values: ['a', 'b'] }).captured).toEqual([['7', 'b', null]]);
});
