import { describe, expect, it } from 'vitest';
import { readCall, readChange, readMetadataRow, readRoots } from '../../../../src/dialect/postgres/sql/read-result.ts';

const rows = (...given: (string | null)[][]) => [{ rows: given }];

describe('the result of a write', () => {
  const all = readChange({ n: true, k: true, ok: true });

  it('has fixed columns by position, followed by answer values', () => {
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
  ])('may omit columns: %j', (columns, row, expected) => {
    expect(readChange(columns)(rows(row))).toEqual({ captured: undefined, ...expected });
  });

  it('has no captured values or check if no row was written', () => {
    expect(all(rows(['0', null, null, null]))).toEqual({
      affected: 0,
      passesCheck: null,
      captured: undefined,
      values: [null],
    });
    expect(all(rows())).toEqual({ affected: 0, passesCheck: null, captured: undefined, values: [] });
    expect(all([])).toEqual({ affected: 0, passesCheck: null, captured: undefined, values: [] });
  });

  it('preserves the digits of captured values', () => {
    expect(all(rows(['1', '[["12345678901234567890.10"]]', 'true'])).captured).toEqual([['12345678901234567890.10']]);
  });
});

describe('the result of a call', () => {
  const read = readCall(['b', 'a', 'gone']);

  it('captures output values by column name', () => {
    expect(read([{ columns: ['a', 'b'], rows: [['1', '2']] }]).captured).toEqual([['2', '1', null]]);
  });

  it('is empty if there is no row', () => {
    expect(read([{ rows: [], affected: 0 }]).captured).toEqual([]);
    expect(read([]).captured).toEqual([]);
  });
});

it('roots are columns of one row', () => {
  expect(readRoots(rows(['[1]', null]))).toEqual(['[1]', null]);
});

it('a root with metadata is a row, or null if there is none', () => {
  expect(readMetadataRow(rows(['{"id":1}', 'hash', null]))).toEqual(['{"id":1}', 'hash', null]);
  expect(readMetadataRow(rows())).toEqual([null]);
});
