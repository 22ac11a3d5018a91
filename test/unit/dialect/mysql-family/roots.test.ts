import { expect, it } from 'vitest';
import {
  connectionMetadata,
  rootConnection,
  rootList,
  rootOne,
  rowWithMetadata,
} from '../../../../src/dialect/mysql-family/sql/read.ts';
import { type Root, readRoots } from '../../../../src/dialect/mysql-family/sql/roots.ts';
import type { SqlVariant } from '../../../../src/dialect/mysql-family/sql/variant.ts';
import { unsupportedGenerator } from '../../../../src/dialect/standard/unsupported-generator.ts';
import { condition } from '../../../../src/sql/condition.ts';
import type { ConnectionQuery, EntrySql, PagedQuery } from '../../../../src/sql/query.ts';
import type { TextRow } from '../../../../src/store/result.ts';

const variant: SqlVariant = {
  exactCollation: 'utf8mb4_bin',
  convertToCollation: unsupportedGenerator,
  decimalScale: 30,
  minOrMaxText: unsupportedGenerator,
  nested: { one: unsupportedGenerator, list: unsupportedGenerator, connection: unsupportedGenerator },
  hasLateral: false,
  roundsNumbers: false,
  sortsWholeRows: false,
};

const rows: PagedQuery = {
  source: { kind: 'table', schema: '', name: 't', alias: '1', indexes: [], columns: [] },
  link: [],
  key: [],
  entries: [],
  atMostOne: true,
  order: [],
  size: 10,
};
const [one, list] = [rootOne(rows, variant.nested), rootList(rows, variant)];

const read = <R>(roots: readonly Root<R>[], rows: readonly TextRow[]): readonly R[] =>
  readRoots(roots)([{ rows: rows }]);

it('items are grouped by root in row order, without change', () => {
  const rows = [
    ['1', '{"n":12345678901234567890.10}'],
    ['0', '{"a": 1}'],
    ['1', '2'],
    [null, '0'],
  ];
  expect(read([one, list], rows)).toEqual(['{"a": 1}', '[{"n":12345678901234567890.10},2]']);
});

it('a root without rows is an empty list or null', () => {
  expect(read([list, one, list], [['2', '1']])).toEqual(['[]', null, '[1]']);
});

it('root numbers may have several digits', () => {
  const rows = Array.from({ length: 12 }, (_, root) => [`${root}`, `"${root}"`]);
  const roots = rows.map(() => one);
  expect(read(roots, rows)).toEqual(rows.map(([, text]) => text));
});

/** A page of two rows. A third row shows that there is a next page. */
const connection: ConnectionQuery = {
  rows,
  key: [],
  order: [],
  fromEnd: false,
  size: 2,
  cursorRowsExist: [],
  cursor: { kind: 'seek', order: 'o', expressions: [] },
  members: [
    { kind: 'hasPage', key: 'before', more: false, excludesRows: condition`true` },
    { kind: 'items', key: 'items', entries: [] },
    { kind: 'totalCount', key: 'total', rows },
    { kind: 'hasPage', key: 'more', more: true },
    { kind: 'endCursor', key: 'end' },
  ],
};
/** Each row has an item and its cursor. Other page metadata comes in a separate row. */
const page = [1, 2, 3].map((id) => ['0', `{"id":${id}}`, `["o", "${id}"]`]);
const cursor = (id: number): string => Buffer.from(`["o", "${id}"]`).toString('base64url');

it('page metadata follows the order of the selection, and the extra row is dropped', () => {
  expect(read([rootConnection(connection, variant), list], [...page, ['1', '0', '7'], ['2', '{}', null]])).toEqual([
    `{"before":false,"items":[{"id":1},{"id":2}],"total":7,"more":true,"end":"${cursor(2)}"}`,
    '[{}]',
  ]);
});

it('a page from the end is reversed', () => {
  const fromEnd = rootConnection({ ...connection, fromEnd: true }, variant);
  expect(read([fromEnd], [...page.toReversed(), ['1', '1', '7']])).toEqual([
    `{"before":true,"items":[{"id":2},{"id":3}],"total":7,"more":true,"end":"${cursor(3)}"}`,
  ]);
});

it('an empty page has no cursors', () => {
  expect(read([rootConnection(connection, variant)], [['1', '1', '7']])).toEqual([
    '{"before":true,"items":[],"total":7,"more":false,"end":null}',
  ]);
});

it('row metadata follows the JSON of the row, and is absent for a missing row', () => {
  const metadata: EntrySql[] = ['a', 'b'].map((key) => ({ key, value: { kind: 'hash', columns: [] } }));
  const root = rowWithMetadata(rows, metadata, variant.nested);
  expect(
    read(
      [root],
      [
        ['0', '{"id":1}', 'hash', null],
        [null, '0', null, null],
      ],
    ),
  ).toEqual([['{"id":1}', 'hash', null]]);
  expect(read([root], [[null, '0', null, null]])).toEqual([[null]]);
});

it('separate page metadata is returned as strings', () => {
  expect(read([connectionMetadata(connection, variant)], [...page, ['1', '0', '7']])).toEqual([
    ['false', '[{"id":1},{"id":2}]', '7', 'true', cursor(2)],
  ]);
});

it('an item that the database could not build throws an error', () => {
  expect(() => read([list], [['0', null]])).toThrow('too large');
  expect(() => read([one], [['0', null]])).toThrow('too large');
});
