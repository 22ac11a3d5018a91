import { expect, it } from 'vitest';
import { glueRoots, type RootForm, readApartRow } from '../../../../src/dialect/mariadb/sql/glue-roots.ts';
import type { TextRow } from '../../../../src/store/result.ts';

const glue = (forms: readonly RootForm[], rows: readonly TextRow[]): readonly (string | null)[] =>
  glueRoots(forms)([{ rows }]);

it('items are put together by their roots, in the order of the rows, as they were written', () => {
  const rows = [
    ['1', '{"n":12345678901234567890.10}'],
    ['0', '{"a": 1}'],
    ['1', '2'],
    [null, '0'],
  ];
  expect(glue(['one', 'list'], rows)).toEqual(['{"a": 1}', '[{"n":12345678901234567890.10},2]']);
});

it('a root without rows is an empty list, or nothing', () => {
  expect(glue(['list', 'one', 'list'], [['2', '1']])).toEqual(['[]', null, '[1]']);
});

it('roots are told apart by their numbers, not by their digits', () => {
  const rows = Array.from({ length: 12 }, (_, root) => [`${root}`, `"${root}"`]);
  expect(
    glue(
      rows.map(() => 'one'),
      rows,
    ),
  ).toEqual(rows.map(([, text]) => text));
});

it('the one root with facts is the row that is not that of warnings', () => {
  const warnings = [null, '0', null];
  expect(readApartRow([{ rows: [['0', '{"id":1}', 'hash'], warnings] }])).toEqual(['{"id":1}', 'hash']);
  expect(readApartRow([{ rows: [warnings] }])).toEqual([null]);
});
