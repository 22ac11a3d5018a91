import type { FastifyInstance } from 'fastify';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, type ServerName } from '../support/servers.ts';

const types = { postgres: 'postgresql', mariadb: 'mariadb' } as const;

for (const server of ['postgres', 'mariadb'] as const) {
  describeOn(server, `tables that change while the service runs, on ${server}`, () => {
    let http: FastifyInstance;
    let change: (sql: string) => Promise<unknown>;
    let close: () => Promise<unknown>;

    beforeAll(async () => {
      const url = await createDatabase(server, `schema_changes_${server}`, []);
      ({ change, close } = await connect(server, url));
      await change('create table notes (id int primary key, body int)');
      await change('create table others (id int primary key)');
      await change('insert into notes values (1, 42)');
      const permissions = [{ role: 'anonymous', actions: ['read'] }];
      const application = await bootFile({
        'data-source': { 'database-type': types[server], 'connection-string': url },
        entities: { Note: { source: 'notes', permissions }, Other: { source: 'others', permissions } },
      });
      http = createServer(application, pino({ enabled: false }));
    });
    afterAll(async () => {
      await http.close();
      await close();
    });

    const graphql = async (
      query: string,
    ): Promise<{ status: number; data?: object; errors?: { message: string }[] }> => {
      const headers = { accept: 'application/graphql-response+json' };
      const response = await http.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
      return { status: response.statusCode, ...response.json() };
    };
    const notes = (fields = 'id body') => graphql(`{ notes { ${fields} } }`);
    const note = async () => (await http.inject('/api/Note/1')).json();

    it('answer by what they were while they are there', async () => {
      expect(await notes()).toEqual({ status: 200, data: { notes: [{ id: 1, body: 42 }] } });
      expect(await note()).toEqual({ id: 1, body: 42 });
    });

    it('a dropped one is Unavailable, and the others go on', async () => {
      await change('drop table notes');
      expect(await notes()).toMatchObject({ status: 503, errors: [{ extensions: { code: 'Unavailable' } }] });
      const rest = await http.inject('/api/Note/1');
      expect([rest.statusCode, rest.json().error.code, rest.headers['retry-after']]).toEqual([503, 'Unavailable', '5']);
      expect(await graphql('{ others { id } }')).toEqual({ status: 200, data: { others: [] } });
    });

    it('made again with other columns and types, it is read again', async () => {
      await change('create table notes (id int primary key, body varchar(20), author varchar(20))');
      await change("insert into notes values (1, 'forty-two', 'Ann')");
      await vi.waitFor(async () => expect((await notes('id body author')).status).toBe(200), { timeout: 20_000 });
      const { data } = await graphql('{ notes(filter: { body: { eq: "forty-two" } }) { body author } }');
      expect(data).toEqual({ notes: [{ body: 'forty-two', author: 'Ann' }] });
      expect(await note()).toEqual({ id: 1, body: 'forty-two', author: 'Ann' });
    });

    it('a column that is gone is read again after the first request that misses it', async () => {
      expect((await notes('author')).status).toBe(200);
      await change('alter table notes drop column author');
      expect((await notes('author')).status).toBe(503);
      await vi.waitFor(async () => expect((await notes('author')).errors?.[0]?.message).toContain('"author"'), {
        timeout: 20_000,
      });
      expect(await note()).toEqual({ id: 1, body: 'forty-two' });
    });

    it('a column of another type answers by that type, and never with a wrong one', async () => {
      const query = '{ notes(filter: { id: { eq: 1 } }) { id } }';
      expect((await graphql(query)).data).toEqual({ notes: [{ id: 1 }] });
      await change('drop table notes');
      expect((await notes('id')).status).toBe(503);
      await change('create table notes (id varchar(20) primary key, body varchar(20))');
      await change("insert into notes values ('1', 'text')");
      const text = '{ notes(filter: { id: { eq: "1" } }) { id } }';
      await vi.waitFor(async () => expect((await graphql(text)).data).toEqual({ notes: [{ id: '1' }] }), {
        timeout: 20_000,
      });
    });
  });
}

async function connect(
  server: ServerName,
  url: string,
): Promise<{ change: (sql: string) => Promise<unknown>; close: () => Promise<unknown> }> {
  if (server === 'postgres') {
    const client = new Client({ connectionString: url });
    await client.connect();
    return { change: (sql) => client.query(sql), close: () => client.end() };
  }
  const connection = await createConnection({ uri: url });
  return { change: (sql) => connection.query(sql), close: () => connection.end() };
}
