import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ddl = `
  create table notes (id int primary key, t text);
  create function peek() returns int language sql stable as 'select 1';`;

const read = { role: 'anonymous', actions: ['read'] };

let tables: ServedTables;

beforeAll(async () => {
  tables = await serveTables('ungranted', ddl, {
    Note: { source: 'notes', permissions: [read] },
    Bare: { source: 'notes', permissions: [] },
    Empty: { source: 'notes', permissions: [{ role: 'anonymous', actions: [] }] },
    Off: { source: 'notes', operations: ['read'], permissions: [{ role: 'anonymous', actions: ['create', 'delete'] }] },
    Peek: { source: { object: 'peek', type: 'stored-procedure' }, permissions: [] },
  });
});
afterAll(() => tables.close());

const request = async (method: string, path: string) => {
  const response = await fetch(`${tables.origin}/api/${path}`, {
    method,
    headers: { 'x-api-role': 'anonymous', 'content-type': 'application/json' },
    ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: '{ "t": "x" }' }),
  });
  const text = await response.text();
  const { error } = text === '' ? {} : JSON.parse(text);
  return { status: response.status, allow: response.headers.get('allow'), error };
};

/** Returns the response with the entity name removed. */
const without = (name: string, { status, allow, error }: Awaited<ReturnType<typeof request>>) => ({
  status,
  allow,
  error: error && { ...error, message: error.message.replace(`"${name}"`, '"…"').replace(/ Did you mean.*$/, '') },
});

describe('an entity without permissions is indistinguishable from an unconfigured one', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('for %s', async (method) => {
    for (const suffix of ['', '/1', '/id/1']) {
      const unknown = without('Nothing', await request(method, `Nothing${suffix}`));
      expect(unknown.status).toBe(404);
      for (const name of ['Bare', 'Empty', 'Off', 'Peek']) {
        expect(without(name, await request(method, name + suffix)), `${method} ${name}${suffix}`).toEqual(unknown);
      }
    }
    expect((await request(method, 'Note')).status).not.toBe(404);
  });

  it('over GraphQL and in the OpenAPI document', async () => {
    const { __schema } = await tables.data('{ __schema { types { name } } }');
    const names = (__schema as { types: { name: string }[] }).types.map(({ name }) => name);
    expect(names).toContain('Note');
    const document = await (await fetch(`${tables.origin}/api/openapi.json`)).json();
    const paths = Object.keys(document.paths);
    expect(paths.some((path) => path.includes('Note'))).toBe(true);
    for (const name of ['Bare', 'Empty', 'Off', 'Peek']) {
      expect(names).not.toContain(name);
      expect(paths.filter((path) => path.includes(name))).toEqual([]);
    }
  });
});
