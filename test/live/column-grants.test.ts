import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, type ServerName } from '../support/servers.ts';
import { openSession } from '../support/sql/open-session.ts';
import { errorOf } from './errors-support.ts';

const LOGIN = 'columns_only';

const tables = `
  create table people (id integer primary key, firstname varchar(20), secret varchar(20), wage integer, note varchar(20));
  insert into people values (1, 'Ann', 's1', 10, 'n1'), (2, 'Bob', 's2', 20, 'n2');
  create table pets (id integer primary key, owner_id integer, keeper_id integer, name varchar(20));
  insert into pets values (1, 1, 2, 'Rex');
  create table likes (person_id integer, pet_id integer, primary key (person_id, pet_id));
  insert into likes values (2, 1);
  create view names as select id, firstname, secret from people;`;

/** `wage` is readable but never changed; `note` is writable but not readable. */
const grantsOn = (server: ServerName): readonly string[] => [
  // RETURNING of MariaDB requires SELECT on the returned columns, and INSERT on the written columns.
  `grant select (id, firstname, wage), insert (id, firstname, ${server === 'mariadb' ? 'wage, ' : ''}note), update (firstname, note) on people to ${LOGIN}`,
  `grant select (id, owner_id, name) on pets to ${LOGIN}`,
  `grant select (${server === 'postgres' ? 'person_id' : 'person_id, pet_id'}) on likes to ${LOGIN}`,
  `grant select (id, firstname) on names to ${LOGIN}`,
];

const permissions = [{ role: 'anonymous', actions: ['*'] }];

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a login with grants on single columns', () => {
    let rest: ServedRest;
    let asOwner: { run: (text: string) => Promise<unknown>; close: () => Promise<unknown> };
    const warnings: string[] = [];

    beforeAll(async () => {
      const url = await createDatabase(server, 'column_grants', []);
      asOwner = await openAsOwner(url);
      for (const statement of [tables, ...login(), ...grantsOn(server)]) await asOwner.run(statement);
      const loginUrl = new URL(url);
      [loginUrl.username, loginUrl.password] = [LOGIN, LOGIN];
      const application = await bootFile(
        {
          'data-source': {
            'database-type': server === 'postgres' ? 'postgresql' : server,
            'connection-string': loginUrl.href,
            'catalog-interval-ms': 100,
          },
          entities: {
            Person: {
              source: 'people',
              permissions,
              relationships: {
                pets: { hasMany: 'Pet', on: { id: 'owner_id' } },
                liked: {
                  hasMany: 'Pet',
                  through: { object: 'likes', sourceOn: { id: 'person_id' }, targetOn: { pet_id: 'id' } },
                },
                ...(server === 'postgres' && { kept: { hasMany: 'Pet', on: { id: 'keeper_id' } } }),
              },
            },
            Pet: { source: 'pets', permissions },
            PersonName: {
              source: { object: 'names', type: 'view', 'key-fields': ['id'] },
              permissions: [{ role: 'anonymous', actions: ['read'] }],
            },
            // The policy reads a column that the login may not read.
            Noted: {
              source: 'people',
              expose: { include: ['id'] },
              permissions: [
                { role: 'anonymous', actions: ['read'] },
                { role: 'clerk', actions: [{ action: 'read', policy: { database: "@item.note eq 'n1'" } }] },
              ],
              relationships: { pets: { hasMany: 'Pet', on: { id: 'owner_id' } } },
            },
            // The configuration excludes all columns that the login may not read.
            Firstname: {
              source: 'people',
              expose: { include: ['id', 'firstname'] },
              permissions: [{ role: 'anonymous', actions: ['read'] }],
            },
          },
        },
        ({ path, message }) => warnings.push(`${path.join(' ')}: ${message}`),
      );
      rest = await serveRest(application);
    });

    afterAll(async () => {
      await rest?.close();
      await asOwner.close();
    });

    const login = (): readonly string[] =>
      server === 'postgres'
        ? [
            `do $$ begin create role ${LOGIN} login password '${LOGIN}'; exception when duplicate_object then null; end $$`,
          ]
        : [`drop user if exists ${LOGIN}`, `create user ${LOGIN} identified by '${LOGIN}'`];

    const openAsOwner = async (url: string): Promise<typeof asOwner> => {
      if (server !== 'postgres') return openSession(server, url);
      const loginUrl = new URL(url);
      loginUrl.username = superuser;
      const client = new Client({ connectionString: loginUrl.href });
      await client.connect();
      return { run: (text) => client.query(text), close: () => client.end() };
    };

    const send = (method: string, path: string, body: object) =>
      rest.fetch(`/api/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    test('warns at startup, with the names of the columns', () => {
      const ofPerson = warnings.filter((warning) => warning.startsWith('entities Person source: The database user'));
      // MySQL and MariaDB hide columns without any privilege.
      const unread = server === 'postgres' ? '"secret", "note"' : '"note"';
      const unwritten = { postgres: ', nor insert "secret", "wage"', mariadb: '', mysql: ', nor insert "wage"' }[
        server
      ];
      const unset = server === 'postgres' ? '"secret", "wage"' : '"wage"';
      expect(ofPerson.filter((warning) => warning.includes('omits these columns'))).toEqual([
        `entities Person source: The database user may not read ${unread}${unwritten}, nor update ${unset} of "people", so the API omits these columns. Grant SELECT,${unwritten && ' INSERT,'} UPDATE, or exclude the columns in "expose".`,
      ]);
    });

    test('warns about a policy that uses a column it may not read', async () => {
      const source = server === 'postgres' ? 'public.people' : 'people';
      expect(warnings.filter((warning) => warning.startsWith('entities Noted permissions'))).toEqual([
        `entities Noted permissions clerk read policy: The policy of the role "clerk" for "read" of "Noted" reads the column "note" of "people". The database user may not, so these requests return Forbidden. Run GRANT SELECT (note) ON ${source} for this user.`,
      ]);
      const headers = { 'X-API-Role': 'clerk' };
      expect(await rest.fetch('/api/Noted', { headers })).toMatchObject({
        status: 403,
        body: { error: { code: 'Forbidden' } },
      });
      expect((await rest.get('Noted')).body.value).toEqual([{ id: 1 }, { id: 2 }]);
    });

    test('reads the other columns', async () => {
      expect((await rest.get('Person')).body.value).toEqual([
        { id: 1, firstname: 'Ann', wage: 10 },
        { id: 2, firstname: 'Bob', wage: 20 },
      ]);
      expect((await rest.get('Person/1')).body).toEqual({ id: 1, firstname: 'Ann', wage: 10 });
      expect((await rest.get('Person', { $filter: "note eq 'n1'" })).body.error.code).toMatch(/InvalidField|Forbidden/);
      const query = JSON.stringify({
        query: '{ personConnection: people { firstname pets { name } } people(orderBy: [{ wage: DESC }]) { id } }',
      });
      const { body } = await rest.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: query,
      });
      expect(body.errors ?? body.data).toMatchObject({ people: [{ id: 2 }, { id: 1 }] });
    });

    test('writes the columns it may write', async () => {
      expect(await send('PATCH', 'Person/1', { firstname: 'Anne', note: 'new' })).toMatchObject({
        status: 200,
        body: { id: 1, firstname: 'Anne', wage: 10 },
      });
      expect((await send('PATCH', 'Person/1', { wage: 5 })).body.error.code).toMatch(/InvalidField|Forbidden/);
      expect(
        await send('POST', 'Person', { id: 3, firstname: 'Cid', ...(server !== 'mariadb' && { note: 'n3' }) }),
      ).toMatchObject({
        status: 201,
        body: { id: 3, firstname: 'Cid', wage: null },
      });
      if (server !== 'mariadb')
        expect((await send('POST', 'Person', { id: 4, wage: 5 })).body.error.code).toMatch(/InvalidField|Forbidden/);
    });

    test('omits relationships by unreadable columns, and warns', async () => {
      const { relationships } = rest.application.model.byName.get('Person') ?? {};
      const readable = server === 'postgres' ? ['pets'] : ['pets', 'liked'];
      expect(relationships?.map(({ name }) => name)).toEqual(readable);
      const query = JSON.stringify({ query: `{ people { ${readable.map((name) => `${name} { name }`).join(' ')} } }` });
      const headers = { 'content-type': 'application/json' };
      expect((await rest.fetch('/graphql', { method: 'POST', headers, body: query })).body.errors).toBeUndefined();
      const reported = warnings.filter((warning) => warning.includes('relationships'));
      expect(reported).toEqual(
        server === 'postgres'
          ? [
              'entities Person relationships liked: The database user may not read "pet_id" of "likes", so the API omits this relationship. Grant SELECT.',
              'entities Person relationships kept: The database user may not read "keeper_id" of "pets", so the API omits this relationship. Grant SELECT.',
            ]
          : [],
      );
    });

    test('reads a view without a warning that the database cannot run it', async () => {
      expect((await rest.get('PersonName/2')).body).toEqual({ id: 2, firstname: 'Bob' });
      expect(warnings.filter((warning) => warning.includes('PersonName') && warning.includes('cannot run'))).toEqual(
        [],
      );
    });

    test('does not warn about excluded columns', () => {
      expect(warnings.filter((warning) => warning.startsWith('entities Firstname'))).toEqual([]);
    });

    test('reports the grant that a policy column needs', async () => {
      const reported: string[] = [];
      const note = ({ path, message }: Problem) => reported.push(`${path.join(' ')}: ${message}`);
      const { dataSource } = rest.application.config;
      const booted = bootFile(
        {
          'data-source': {
            'database-type': server === 'postgres' ? 'postgresql' : server,
            'connection-string': dataSource.connectionString,
          },
          entities: {
            Secret: {
              source: 'people',
              permissions: [
                { role: 'clerk', actions: [{ action: 'update', policy: { database: "@item.secret eq 's1'" } }] },
              ],
            },
          },
        },
        note,
      );
      if (server === 'postgres') await (await booted).close();
      else {
        const error = await errorOf(booted);
        if (!(error instanceof ConfigurationError)) throw error;
        for (const problem of error.problems) note(problem);
      }
      const [about] = reported.filter((warning) =>
        warning.startsWith('entities Secret permissions clerk update policy: '),
      );
      expect(about).toContain('The policy of the role "clerk"');
      expect(about).toContain(
        server === 'postgres'
          ? 'Run GRANT SELECT (secret) ON public.people for this user.'
          : 'If the column exists, the database user may not see it. Run GRANT SELECT (secret) ON people for this user.',
      );
    });

    test('picks up changed grants in open sessions', async () => {
      const readAll = async () => {
        const { status, body } = await rest.get('Person/2');
        return status === 200 ? body : status;
      };
      await asOwner.run(`grant select (note) on people to ${LOGIN}`);
      await expect.poll(readAll, { timeout: 60_000 }).toEqual({ id: 2, firstname: 'Bob', wage: 20, note: 'n2' });
      await asOwner.run(`revoke select (note) on people from ${LOGIN}`);
      await expect.poll(readAll, { timeout: 60_000 }).toEqual({ id: 2, firstname: 'Bob', wage: 20 });
    });

    test('picks up grants on the whole database in open sessions', async () => {
      const all = server === 'postgres' ? 'pets' : 'column_grants.*';
      const remove = async () => (await rest.fetch('/api/Pet/1', { method: 'DELETE' })).status;
      for (let index = 0; index < 3; index += 1) expect(await remove()).toBe(403);
      await asOwner.run(`grant insert, update, delete, select on ${all} to ${LOGIN}`);
      await expect.poll(remove, { timeout: 60_000 }).toBe(204);
    });
  });
});
