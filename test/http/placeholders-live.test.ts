import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `
  create table notes (id int primary key, t text);
  create table bare ();`;

let tables: ServedTables;

beforeAll(async () => {
  tables = await serveTables('placeholders', ddl, {
    Note: {
      source: 'notes',
      permissions: [
        { role: 'anonymous', actions: ['create', 'update', 'delete', { action: 'read', fields: { include: [] } }] },
      ],
    },
    Bare: { source: 'bare', permissions: [{ role: 'anonymous', actions: ['*'] }] },
  });
});
afterAll(() => tables.close());

describe('the field that stands where there is none', () => {
  it('of queries is null', async () => {
    const { __type } = await tables.data('{ __type(name: "Query") { fields { name } } }');
    expect(__type).toEqual({ fields: [{ name: '_empty' }] });
    expect(await tables.data('{ _empty }')).toEqual({ _empty: null });
    expect(
      await tables.data('query ($no: Boolean = false) { a: _empty ... { b: _empty @skip(if: $no) } __typename }'),
    ).toEqual({ a: null, b: null, __typename: 'Query' });
  });

  it('of rows of which nothing may be read is null', async () => {
    expect(
      await tables.data(
        'mutation { a: createNote(item: { id: 1 }) { _empty x: _empty __typename } b: createNotes(items: [{ id: 2 }, { id: 3 }]) { affected items { _empty } } }',
      ),
    ).toEqual({
      a: { _empty: null, x: null, __typename: 'Note' },
      b: { affected: 2, items: [{ _empty: null }, { _empty: null }] },
    });
    expect(
      await tables.data(
        'mutation { a: updateNote(id: 1, item: { t: "x" }) { _empty } b: replaceNote(id: 2, item: {}) { _empty } c: deleteNote(id: 3) { _empty } d: deleteNotes(all: true) { affected items { _empty } } }',
      ),
    ).toEqual({
      a: { _empty: null },
      b: { _empty: null },
      c: { _empty: null },
      d: { affected: 2, items: [{ _empty: null }, { _empty: null }] },
    });
  });

  it('of a table without columns is null, and its rows can be made', async () => {
    expect(
      await tables.data(
        'mutation { a: createBare(item: {}) { _empty } b: createBares(items: [{}, { _empty: null }]) { affected items { _empty __typename } } }',
      ),
    ).toEqual({
      a: { _empty: null },
      b: {
        affected: 2,
        items: [
          { _empty: null, __typename: 'Bare' },
          { _empty: null, __typename: 'Bare' },
        ],
      },
    });
    expect(await tables.sql('select count(*)::int as n from bare')).toEqual([{ n: 3 }]);
  });

  it('is nothing that REST knows', async () => {
    const post = (path: string, body: string) =>
      fetch(`${tables.origin}/api/${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
      });
    for (const [path, body] of [
      ['Bare', '{}'],
      ['Bare', '[{}, {}]'],
      ['Note', '{ "id": 9 }'],
    ] as const) {
      const { status } = await post(path, body);
      expect([path, body, status]).toEqual([path, body, 201]);
    }
    const { status } = await fetch(`${tables.origin}/api/Bare`, { headers: { 'x-api-role': 'anonymous' } });
    expect(status).toBeLessThan(500);
  });

  it('fails nothing', () => {
    expect(tables.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
