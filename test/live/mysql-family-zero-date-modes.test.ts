import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startMysql } from '../support/mysql-server.ts';
import { describeOn } from '../support/servers.ts';
import type { DatabaseServer } from '../support/start-mysql-family.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const tables = `
  create database clinic; use clinic; set session sql_mode = '';
  create table visits (id int primary key, day date, at datetime(3), note varchar(20));
  create table notes (id int primary key, visit int, day date, foreign key (visit) references visits (id));
  create table days (day date primary key, note varchar(20));
  create procedure put_day(in given date) insert into days values (given, 'by procedure');`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const executed = [{ role: 'anonymous', actions: ['execute'] }];
const entities = {
  Visit: { source: 'visits', permissions, relationships: { notes: { hasMany: 'Note' } } },
  Note: { source: 'notes', permissions, relationships: { parent: { belongsTo: 'Visit', on: { visit: 'id' } } } },
  Day: { source: 'days', permissions },
  PutDay: { source: { type: 'stored-procedure', object: 'put_day' }, permissions: executed },
};

const ZERO = ['0000-00-00'];
const PARTLY_ZERO = ['2024-00-10', '2024-05-00', '0000-00-01'];

/** Requests that write a date to the column `day`, each with what the table contains afterwards. */
const writes: readonly {
  readonly title: string;
  readonly send: (rest: ServedRest, day: string) => Promise<Awaited<ReturnType<ServedRest['fetch']>>>;
  readonly written: string;
}[] = [
  {
    title: 'a create with a literal',
    send: (rest, day) => graphql(rest, `mutation { createVisit(item: { id: 2, day: "${day}" }) { id } }`),
    written: 'select day from visits where id = 2',
  },
  {
    title: 'a create with a variable',
    send: (rest, day) =>
      graphql(rest, 'mutation ($item: CreateVisitInput!) { createVisit(item: $item) { id } }', {
        item: { id: 2, day },
      }),
    written: 'select day from visits where id = 2',
  },
  {
    title: 'a create with a datetime',
    send: (rest, day) => graphql(rest, `mutation { createVisit(item: { id: 2, at: "${day}T00:00:00Z" }) { id } }`),
    written: "select substring_index(at, ' ', 1) from visits where id = 2",
  },
  {
    title: 'a nested create',
    send: (rest, day) =>
      graphql(rest, `mutation { createVisit(item: { id: 2, notes: [{ id: 2, day: "${day}" }] }) { id } }`),
    written: 'select day from notes where id = 2',
  },
  {
    title: 'an update',
    send: (rest, day) => graphql(rest, `mutation { updateVisit(id: 1, item: { day: "${day}" }) { id } }`),
    written: 'select day from visits where id = 1',
  },
  {
    title: 'an update of several rows',
    send: (rest, day) =>
      graphql(rest, 'mutation ($d: Date) { updateVisits(filter: { id: { lt: 2 } }, item: { day: $d }) { affected } }', {
        d: day,
      }),
    written: 'select day from visits where id = 1',
  },
  {
    title: 'POST',
    send: (rest, day) => send(rest, 'POST', 'Visit', { id: 2, day }),
    written: 'select day from visits where id = 2',
  },
  {
    title: 'PATCH',
    send: (rest, day) => send(rest, 'PATCH', 'Visit/id/1', { day }),
    written: 'select day from visits where id = 1',
  },
  {
    title: 'PUT of a new row',
    send: (rest, day) => send(rest, 'PUT', 'Visit/id/2', { day }),
    written: 'select day from visits where id = 2',
  },
  {
    title: 'PUT of a row whose key is the date',
    send: (rest, day) => send(rest, 'PUT', `Day/day/${day}`, { note: 'new' }),
    written: 'select day from days',
  },
  {
    title: 'a parameter of a procedure over GraphQL',
    send: (rest, day) => graphql(rest, `mutation { executePutDay(given: "${day}") { result } }`),
    written: 'select day from days',
  },
  {
    title: 'a parameter of a procedure over REST',
    send: (rest, day) => send(rest, 'POST', 'PutDay', { given: day }),
    written: 'select day from days',
  },
];

const headers = { 'content-type': 'application/json' };
const graphql = (rest: ServedRest, query: string, variables = {}) =>
  rest.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
const send = (rest: ServedRest, method: string, path: string, body: object) =>
  rest.fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) });

const modes = [
  { sqlMode: 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE', refuses: ['NO_ZERO_DATE', 'NO_ZERO_IN_DATE'] },
  { sqlMode: 'STRICT_ALL_TABLES,NO_ZERO_DATE', refuses: ['NO_ZERO_DATE'] },
  { sqlMode: 'STRICT_TRANS_TABLES,NO_ZERO_IN_DATE', refuses: ['NO_ZERO_IN_DATE'] },
  { sqlMode: 'TRADITIONAL', refuses: ['NO_ZERO_DATE', 'NO_ZERO_IN_DATE'] },
  { sqlMode: 'NO_ZERO_DATE,NO_ZERO_IN_DATE', refuses: [] },
  { sqlMode: 'STRICT_TRANS_TABLES', refuses: [] },
];

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'the mode of the server for zero dates', () => {
    let folder: string;
    let server: DatabaseServer;
    let session: Connection;

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      const start = name === 'mysql' ? startMysql : startMariadb;
      const started = await start(join(folder, 'server'));
      if (started === undefined) throw new Error('The server is not installed.');
      server = started;
      session = await createConnection({
        uri: server.connectionString,
        multipleStatements: true,
        dateStrings: true,
      });
      await session.query(tables);
    });
    afterAll(async () => {
      await session?.end();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    describe.each(modes)('sql_mode = $sqlMode', ({ sqlMode, refuses }) => {
      let rest: ServedRest;
      beforeAll(async () => {
        await session.query(`set global sql_mode = '${sqlMode}'`);
        const host = { mode: 'development', authentication: { provider: 'Simulator' } };
        const source = { 'database-type': name, 'connection-string': `${server.connectionString}/clinic` };
        rest = await serveRest(await bootFile({ 'data-source': source, runtime: { host }, entities }));
      });
      afterAll(() => rest?.close());

      const reset = () =>
        session.query(`delete from notes; delete from visits; delete from days;
          insert into visits values (1, '0000-00-00', '0000-00-00', 'kept')`);

      const expectRefused = async (write: (typeof writes)[number], day: string, mode: string): Promise<void> => {
        await reset();
        const { text } = await write.send(rest, day);
        expect(text).toContain(`contains ${mode}, which rejects the date ${day}`);
        expect(text).toContain('"BadRequest"');
        const [rows] = await session.query('select id, day from visits');
        expect(rows).toEqual([{ id: 1, day: '0000-00-00' }]);
        expect((await session.query('select * from days'))[0]).toEqual([]);
      };

      const expectWritten = async (write: (typeof writes)[number], day: string): Promise<void> => {
        await reset();
        const { status, text } = await write.send(rest, day);
        expect(text).not.toContain('"errors"');
        expect([200, 201]).toContain(status);
        expect((await session.query({ sql: write.written, rowsAsArray: true }))[0]).toEqual([[day]]);
      };

      test.each(writes)('governs $title', async (write) => {
        for (const [mode, days] of [
          ['NO_ZERO_DATE', ZERO],
          ['NO_ZERO_IN_DATE', PARTLY_ZERO],
        ] as const)
          for (const day of days) {
            if (refuses.includes(mode)) await expectRefused(write, day, mode);
            else await expectWritten(write, day);
          }
        await expectWritten(write, '2024-02-29');
      });

      test('does not govern reads, filters, and changes of other columns', async () => {
        await reset();
        const { body } = await rest.get('Visit', { $filter: 'day eq 0000-00-00', $select: 'id,day,at' });
        expect(body.value).toEqual([{ id: 1, day: '0000-00-00', at: '0000-00-00T00:00:00+00:00' }]);
        const changed = await send(rest, 'PATCH', 'Visit/id/1', { note: 'changed' });
        expect(changed).toMatchObject({ status: 200, body: { day: '0000-00-00', note: 'changed' } });
      });
    });
  });
});
