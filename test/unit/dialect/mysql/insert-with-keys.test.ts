import { describe, expect, it } from 'vitest';
import { mysql } from '../../../../src/dialect/mysql/dialect.ts';
import { insertWithKeys } from '../../../../src/dialect/mysql/sql/mutations.ts';
import { plainType } from '../../../../src/model/plain-type.ts';
import type { Slot } from '../../../../src/plan/shape/slot.ts';
import { printSql } from '../../../../src/sql/print.ts';
import type { InsertSql } from '../../../../src/sql/write-query.ts';

const constantSlot = (value: unknown): Slot => ({
  source: { kind: 'constant', value },
  use: { kind: 'assign', field: 'f', type: plainType('String') },
});
const [five, nine, a, b, c] = [5, 9, 'a', 'b', 'c'].map(constantSlot);

const requestedColumns = (...names: readonly string[]) => ({
  alias: '1',
  values: [],
  captures: names.map((name) => ({ alias: '1', name, type: plainType('Int') })),
});

const insert = (columns: readonly string[], rows: InsertSql['rows']): InsertSql => ({
  kind: 'insert',
  table: { schema: '', name: 't' },
  columns,
  rows,
  identity: 'id',
});

describe('keys of inserted rows', () => {
  it('are calculated from the first generated key and the step', () => {
    const { read } = insertWithKeys(insert(['n'], [[a], [b], [c]]), requestedColumns('id'));
    expect(read([{ rows: [], affected: 3, generatedKey: '9007199254740993', keyStep: 10 }]).captured).toEqual([
      ['9007199254740993'],
      ['9007199254741003'],
      ['9007199254741013'],
    ]);
  });

  it('are inserted first if given, because they advance the generator', () => {
    const write = insert(
      ['id', 'n'],
      [
        [undefined, a],
        [nine, b],
        [undefined, c],
        [five, a],
      ],
    );
    const { sql, read } = insertWithKeys(write, requestedColumns('id'));
    expect(printSql(sql, mysql)).toMatchObject({
      text: 'insert into `t` (`id`, `n`) values (?, ?), (?, ?), (default, ?), (default, ?)',
      slots: [nine, b, five, a, a, c],
    });
    expect(read([{ rows: [], affected: 4, generatedKey: '10' }]).captured).toEqual([['10'], [nine], ['11'], [five]]);
  });

  it('are the generated key if one row is inserted, even with a given key', () => {
    const { read } = insertWithKeys(insert(['id', 'n'], [[five, a]]), requestedColumns('id', 'n'));
    expect(read([{ rows: [], affected: 1, generatedKey: '6' }]).captured).toEqual([['6', a]]);
  });

  it('are empty if no row was inserted', () => {
    const { read } = insertWithKeys(insert(['n'], [[a]]), requestedColumns('id'));
    expect(read([{ rows: [], affected: 0 }])).toMatchObject({ affected: 0, captured: [] });
  });

  it('are rejected if a default generates them', () => {
    expect(() => insertWithKeys(insert(['n'], [[a]]), requestedColumns('code'))).toThrowError(
      expect.objectContaining({ code: 'OperationNotOffered', message: expect.stringContaining('"code"') }),
    );
  });
});
