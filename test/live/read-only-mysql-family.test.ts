import { appendFile, rm } from 'node:fs/promises';
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

const starts = { mariadb: startMariadb, mysql: startMysql };

const tables = `
  create database shop; use shop;
  create table things (id int primary key, name varchar(20));
  insert into things values (1, 'one'), (2, 'two');
  create procedure waits() select sleep(0.5) as slept;
  create user plain identified by 'plain'; grant all on shop.* to plain;`;

const procedure = {
  source: { type: 'stored-procedure', object: 'waits' },
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
};

/** Statements that set and reset a setting, and the message of the server. */
const settings: Readonly<
  Record<keyof typeof starts, readonly [set: string, reset: string, message: RegExp, reason: string][]>
> = {
  mariadb: [
    ['set global read_only = 1', 'set global read_only = 0', /--read-only option/, '"read_only" is on'],
    ['set global tx_read_only = 1', 'set global tx_read_only = 0', /READ ONLY transaction/, '"tx_read_only" is on'],
  ],
  mysql: [
    ['set global read_only = 1', 'set global read_only = 0', /--read-only option/, '"read_only" is on'],
    ['set global super_read_only = 1', 'set global read_only = 0', /--read-only option/, '"super_read_only" is on'],
    [
      'set global transaction_read_only = 1',
      'set global transaction_read_only = 0',
      /READ ONLY transaction/,
      '"transaction_read_only" is on',
    ],
    [
      'alter database shop read only = 1',
      'alter database shop read only = 0',
      /'shop' is in read only mode/,
      'the option "read only" of the database is set',
    ],
  ],
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'a server that rejects changes', () => {
    let folder: string;
    let server: DatabaseServer;
    let admin: Connection;
    let rest: ServedRest;

    const connect = () => createConnection({ uri: server.connectionString, multipleStatements: true });

    let warnings: string[];

    const boot = async (user = 'plain', actions = ['*'], others = {}): Promise<ServedRest> => {
      const url = new URL(server.connectionString);
      [url.username, url.password, url.pathname] = [user, user, '/shop'];
      warnings = [];
      const application = await bootFile(
        {
          'data-source': { 'database-type': name, 'connection-string': url.href },
          entities: { Thing: { source: 'things', permissions: [{ role: 'anonymous', actions }] }, ...others },
        },
        ({ path, message }) => warnings.push(`${path.join(' ')}: ${message}`),
      );
      return serveRest(application);
    };

    const warning = (reason: string): string =>
      `data-source connection-string: The database is read-only (${reason}), and rejects the changes that permissions allow for "Thing". Make it writable, or allow "read" only.`;

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      const started = await starts[name](join(folder, 'server'));
      if (started === undefined) throw new Error('The server is not installed.');
      server = started;
      admin = await connect();
      await admin.query(tables);
      rest = await boot();
    });

    afterAll(async () => {
      await rest?.close();
      await admin?.end().catch(() => undefined);
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const graphql = async (query: string) => {
      const headers = { 'content-type': 'application/json' };
      const { body } = await rest.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
      return body as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
    };

    const rename = (value: string) =>
      rest.fetch('/api/Thing/1', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: value }),
      });

    /** Over both APIs, by one statement and by a transaction; reads succeed. */
    const expectRejected = async () => {
      const { status, headers, body } = await rename('rejected');
      expect([status, body.error.code, headers['retry-after']]).toEqual([400, 'ApplicationError', undefined]);
      expect(body.error.message).toMatch(/^The database is read-only\./);
      expect(rest.logged.at(-1)).toMatchObject({ code: 'ApplicationError', entities: ['Thing'] });
      const several = await graphql(`mutation {
        createThing(item: { id: 3, name: "rejected" }) { name }
        deleteThing(id: 2) { name }
      }`);
      expect([several.data ?? null, several.errors?.[0]?.extensions.code]).toEqual([null, 'ApplicationError']);
      expect(await rest.get('Thing')).toMatchObject({
        status: 200,
        body: { value: [{ id: 1 }, { id: 2, name: 'two' }] },
      });
      expect(await graphql('{ thing_by_pk(id: 2) { name } }')).toEqual({ data: { thing_by_pk: { name: 'two' } } });
    };

    const expectAccepted = async (value: string) => {
      expect(await rename(value)).toMatchObject({ status: 200, body: { name: value } });
      expect(await graphql(`mutation { updateThing(id: 1, item: { name: "${value}!" }) { name } }`)).toEqual({
        data: { updateThing: { name: `${value}!` } },
      });
    };

    test.each(settings[name])(
      'by "%s" returns ApplicationError, and reads continue',
      async (set, reset, message, reason) => {
        await expectAccepted('before');
        await admin.query(set);
        // Sessions keep the transaction mode they began with.
        await rest.close();
        rest = await boot();
        expect(warnings).toEqual([warning(reason)]);
        await expectRejected();
        expect(rest.logged.at(-1)).toMatchObject({ databaseMessage: expect.stringMatching(message) });
        await admin.query(reset);
        await expectAccepted('after');
      },
    );

    test('sends a change again in a new session if all open sessions are outdated', async () => {
      const setting = name === 'mariadb' ? 'tx_read_only' : 'transaction_read_only';
      await admin.query(`set global ${setting} = 1`);
      await rest.close();
      rest = await boot('plain', ['*'], { Waits: procedure });
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      const calls = Array.from({ length: 4 }, () => rest.fetch('/api/Waits', post));
      for (const { status, body } of await Promise.all(calls)) {
        expect({ status, value: body.value }).toEqual({ status: 200, value: [{ result: { slept: 0 } }] });
      }
      await admin.query(`set global ${setting} = 0`);
      expect(await rename('fresh')).toMatchObject({ status: 200, body: { name: 'fresh' } });
    });

    test('causes no warning for permissions to read, nor for a login exempt from "read_only"', async () => {
      await admin.query('set global read_only = 1');
      await (await boot('plain', ['read'])).close();
      expect(warnings).toEqual([]);
      const served = await boot('joinery');
      expect(warnings).toEqual([]);
      const headers = { 'content-type': 'application/json' };
      expect(await served.fetch('/api/Thing/2', { method: 'PATCH', headers, body: '{"name":"two"}' })).toMatchObject({
        status: 200,
        body: { name: 'two' },
      });
      await served.close();
      await admin.query('set global read_only = 0');
    });

    test('with "innodb_read_only" returns ApplicationError, and reads continue', async () => {
      const restart = async (value: number): Promise<void> => {
        await admin.end();
        await server.stop('SIGTERM');
        await appendFile(join(folder, 'server', 'my.cnf'), `innodb-read-only=${value}\n`);
        await server.start();
        admin = await connect();
        await rest.close();
        rest = await boot();
      };
      await restart(1);
      expect(warnings).toEqual([warning('"innodb_read_only" is on')]);
      await expectRejected();
      await restart(0);
      await expectAccepted('restarted');
    });
  });
});
