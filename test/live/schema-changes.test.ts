import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';

let tables: Tables;
let http: FastifyInstance;

beforeAll(async () => {
  tables = await createTables(
    'schema_changes',
    `create table notes (id int primary key, body int);
     create table others (id int primary key);
     insert into notes values (1, 42);`,
  );
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  const application = await bootFile({
    'data-source': tables.source,
    entities: { Note: { source: 'notes', permissions }, Other: { source: 'others', permissions } },
  });
  http = createServer(application, pino({ enabled: false }));
});
afterAll(async () => {
  await http.close();
  await tables.session.close();
});

const change = (sql: string): Promise<unknown> => tables.session.run(sql);
const graphql = async (query: string): Promise<{ status: number; data?: object; errors?: { message: string }[] }> => {
  const headers = { accept: 'application/graphql-response+json' };
  const response = await http.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
  return { status: response.statusCode, ...response.json() };
};
const notes = (fields = 'id body') => graphql(`{ notes { ${fields} } }`);
const note = async () => (await http.inject('/api/Note/1')).json();

it('answer from the original tables', async () => {
  expect(await notes()).toEqual({ status: 200, data: { notes: [{ id: 1, body: 42 }] } });
  expect(await note()).toEqual({ id: 1, body: 42 });
});

it('a dropped table returns Unavailable, and others work', async () => {
  await change('drop table notes');
  expect(await notes()).toMatchObject({ status: 503, errors: [{ extensions: { code: 'Unavailable' } }] });
  const rest = await http.inject('/api/Note/1');
  expect([rest.statusCode, rest.json().error.code, rest.headers['retry-after']]).toEqual([
    503,
    'Unavailable',
    expect.stringMatching(/^[5-9]$/),
  ]);
  expect(await graphql('{ others { id } }')).toEqual({ status: 200, data: { others: [] } });
});

it('a table recreated with other columns and types is re-read', async () => {
  await change('create table notes (id int primary key, body varchar(20), author varchar(20))');
  await change("insert into notes values (1, 'forty-two', 'Ann')");
  await vi.waitFor(async () => expect((await notes('id body author')).status).toBe(200), { timeout: 60_000 });
  const { data } = await graphql('{ notes(filter: { body: { eq: "forty-two" } }) { body author } }');
  expect(data).toEqual({ notes: [{ body: 'forty-two', author: 'Ann' }] });
  expect(await note()).toEqual({ id: 1, body: 'forty-two', author: 'Ann' });
});

it('a dropped column is noticed at the first request that misses it', async () => {
  expect((await notes('author')).status).toBe(200);
  await change('alter table notes drop column author');
  expect((await notes('author')).status).toBe(503);
  await vi.waitFor(async () => expect((await notes('author')).errors?.[0]?.message).toContain('"author"'), {
    timeout: 60_000,
  });
  expect(await note()).toEqual({ id: 1, body: 'forty-two' });
});

it('a column of another type is answered with that type, never with a wrong one', async () => {
  const query = '{ notes(filter: { id: { eq: 1 } }) { id } }';
  expect((await graphql(query)).data).toEqual({ notes: [{ id: 1 }] });
  await change('drop table notes');
  expect((await notes('id')).status).toBe(503);
  await change('create table notes (id varchar(20) primary key, body varchar(20))');
  await change("insert into notes values ('1', 'text')");
  const text = '{ notes(filter: { id: { eq: "1" } }) { id } }';
  await vi.waitFor(async () => expect((await graphql(text)).data).toEqual({ notes: [{ id: '1' }] }), {
    timeout: 60_000,
  });
});
