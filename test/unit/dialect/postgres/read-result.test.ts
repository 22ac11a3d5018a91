import { describe, expect, it } from 'vitest';
import { readApartRow, readCall, readChange, readRoots } from '../../../../src/dialect/postgres/sql/read-result.ts';

const rows = (...given: (string | null)[][]) => [{ rows: given }];

describe('a write', () => {
  const all = readChange({ n: true, k: true, ok: true });

  it('tells its columns by their places, and all behind them are values of the answer', () => {
    expect(all(rows(['2', '[["1","a"],["2",null]]', 'true', '{"id":1}', null]))).toEqual({
      affected: 2,
      passesCheck: true,
      captured: [
        ['1', 'a'],
        ['2', null],
      ],
      values: ['{"id":1}', null],
    });
  });

  it.each([
    [{ n: true, k: false, ok: true }, ['3', 'false', 'x'], { affected: 3, passesCheck: false, values: ['x'] }],
    [
      { n: false, k: true, ok: false },
      ['[["7"]]', 'x'],
      { affected: 0, passesCheck: null, captured: [['7']], values: ['x'] },
    ],
    [{ n: false, k: false, ok: true }, ['true', 'x'], { affected: 0, passesCheck: true, values: ['x'] }],
    [{ n: false, k: false, ok: false }, ['x', 'y'], { affected: 0, passesCheck: null, values: ['x', 'y'] }],
  ])('may leave any of them out: %j', (columns, row, expected) => {
    expect(readChange(columns)(rows(row))).toEqual({ captured: undefined, ...expected });
  });

  it('that changed nothing captured nothing, and nothing of it can be unfit', () => {
    expect(all(rows(['0', null, null, null]))).toEqual({
      affected: 0,
      passesCheck: null,
      captured: undefined,
      values: [null],
    });
    expect(all(rows())).toEqual({ affected: 0, passesCheck: null, captured: undefined, values: [] });
    expect(all([])).toEqual({ affected: 0, passesCheck: null, captured: undefined, values: [] });
  });

  it('keeps the digits of what it captured', () => {
    expect(all(rows(['1', '[["12345678901234567890.10"]]', 'true'])).captured).toEqual([['12345678901234567890.10']]);
  });
});

describe('a call', () => {
  const read = readCall(['b', 'a', 'gone']);

  it('finds what comes out by the names of the columns', () => {
    expect(read([{ columns: ['a', 'b'], rows: [['1', '2']] }]).captured).toEqual([['2', '1', null]]);
  });

  it('gives nothing where there is no row', () => {
    expect(read([{ rows: [], affected: 0 }]).captured).toEqual([]);
    expect(read([]).captured).toEqual([]);
  });
});

it('roots are the columns of one row', () => {
  expect(readRoots(rows(['[1]', null]))).toEqual(['[1]', null]);
});

it('a root with facts is a row of them, or none', () => {
  expect(readApartRow(rows(['{"id":1}', 'hash', null]))).toEqual(['{"id":1}', 'hash', null]);
  expect(readApartRow(rows())).toEqual([null]);
});
