import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `
  create table notes (id int primary key, t text);`;

let tables: ServedTables;

beforeAll(async () => {
  tables = await serveTables('placeholders', ddl, {
    Note: {
      source: 'notes',
      permissions: [
        { role: 'anonymous', actions: ['create', 'update', 'delete', { action: 'read', fields: { include: [] } }] },
      ],
    },
  });
});
afterAll(() => tables.close());

describe('the placeholder field', () => {
  it('of the query type is null', async () => {
    const { __type } = await tables.data('{ __type(name: "Query") { fields { name } } }');
    expect(__type).toEqual({ fields: [{ name: '_empty' }] });
    expect(await tables.data('{ _empty }')).toEqual({ _empty: null });
    expect(
      await tables.data('query ($no: Boolean = false) { a: _empty ... { b: _empty @skip(if: $no) } __typename }'),
    ).toEqual({ a: null, b: null, __typename: 'Query' });
  });

  it('of rows without readable fields is null', async () => {
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

  it('does not exist in REST', async () => {
    const { status } = await fetch(`${tables.origin}/api/Note`, {
      method: 'POST',
      body: '{ "id": 9 }',
      headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
    });
    expect(status).toBe(201);
  });

  it('causes no errors in the log', () => {
    expect(tables.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
