import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, type ServerName } from '../support/servers.ts';
import { openSession } from '../support/sql/open-session.ts';

interface FailingView {
  /** The table or view whose column `extra` cannot be read. */
  readonly source: string;
  /** The database's message. */
  readonly reason: RegExp;
  /** True if planning fails too, so that startup can warn. */
  readonly isKnown: boolean;
}

interface Store {
  readonly tables: string;
  /** Statements that break the view, run as a superuser if there is one. */
  readonly broken: string;
  readonly entities: Readonly<Record<string, FailingView>>;
}

/** An intact view. */
const fine = {
  source: { object: 'fine', type: 'view', 'key-fields': ['id'] },
  permissions: [{ role: 'anonymous', actions: ['read'] }],
};

const stores: Readonly<Record<'postgres' | 'mariadb' | 'mysql', Store>> = {
  postgres: {
    tables: `
      create table owners (id integer primary key, word text);
      insert into owners values (1, 'one'), (2, 'two');
      create view fine as select id, inet '127.0.0.1' as address from owners;
      create table gone (id integer primary key, b integer);
      create materialized view empty as select id, id as owner_id, word as extra from owners with no data;
      create view over_empty as select id, owner_id, extra from empty;
      create view divided as select id, id as owner_id, 10 / (id - 1) as extra from owners;
      create view converted as select id, id as owner_id, word::integer as extra from owners;
      create view beyond as select id, id as owner_id, (id + 40000)::smallint as extra from owners;
      create view several as select id, id as owner_id, (select word from owners o) as extra from owners;
      create function missing() returns integer language plpgsql as $$ begin return (select b from gone limit 1); end $$;
      create view called as select id, id as owner_id, missing() as extra from owners;
      create function inlined() returns integer language sql stable as $$ select b from gone limit 1 $$;
      create view inlined_in as select id, id as owner_id, inlined() as extra from owners;
      create table guarded (id integer primary key, owner_id integer, extra text);
      insert into guarded values (1, 1, 'a');
      alter table guarded enable row level security; alter table guarded force row level security;
      create policy by_tenant on guarded using (owner_id = current_setting('app.tenant')::integer);
      create table circle (id integer primary key, owner_id integer, extra text);
      insert into circle values (1, 1, 'a');
      alter table circle enable row level security; alter table circle force row level security;
      create policy around on circle using (exists (select from circle c where c.id = circle.owner_id));
      create view unowned as select id, id as owner_id, word as extra from owners;`,
    broken: `
      drop table gone;
      do $$ begin create role powerless; exception when duplicate_object then null; end $$;
      grant usage, create on schema public to powerless;
      alter view unowned owner to powerless;
      grant select on unowned to public;`,
    entities: {
      Empty: { source: 'empty', reason: /materialized view "empty" has not been populated/, isKnown: true },
      OverEmpty: {
        source: 'over_empty',
        reason: /materialized view "empty" has not been populated/,
        isKnown: true,
      },
      Divided: { source: 'divided', reason: /division by zero/, isKnown: false },
      Converted: { source: 'converted', reason: /invalid input syntax for type integer: "one"/, isKnown: false },
      Beyond: { source: 'beyond', reason: /smallint out of range/, isKnown: false },
      Several: { source: 'several', reason: /more than one row returned by a subquery/, isKnown: false },
      Called: { source: 'called', reason: /relation "gone" does not exist/, isKnown: false },
      Inlined: { source: 'inlined_in', reason: /relation "gone" does not exist/, isKnown: true },
      Guarded: { source: 'guarded', reason: /unrecognized configuration parameter "app.tenant"/, isKnown: false },
      Circle: { source: 'circle', reason: /infinite recursion detected in policy/, isKnown: false },
      Unowned: { source: 'unowned', reason: /permission denied for table owners/, isKnown: true },
    },
  },
  mariadb: onFamily('mariadb'),
  mysql: onFamily('mysql'),
};

function onFamily(server: 'mariadb' | 'mysql'): Store {
  return {
    tables: `
      create table owners (id int primary key, word varchar(20), a int);
      insert into owners values (1, 'one', 1), (2, 'two', 2);
      create view fine as select id from owners;
      create table gone (id int primary key, b int);
      create function missing() returns int deterministic reads sql data return (select b from gone limit 1);
      create view called as select id, id as owner_id, missing() as extra from owners;
      create view several as select id, id as owner_id, (select word from owners o) as extra from owners;
      create view beyond as select id, id as owner_id, a + 9223372036854775807 as extra from owners;
      drop user if exists ghost@localhost; create user ghost@localhost;
      grant all on *.* to ghost@localhost;
      create definer = ghost@localhost sql security definer view haunted as select id, id as owner_id, word as extra from owners;
      drop user if exists powerless@localhost; create user powerless@localhost;
      create definer = powerless@localhost sql security definer view unowned as select id, id as owner_id, word as extra from owners;
      `,
    broken: 'drop table gone; drop user ghost@localhost;',
    entities: {
      Several: { source: 'several', reason: /Subquery returns more than 1 row/, isKnown: false },
      Beyond: { source: 'beyond', reason: /BIGINT value is out of range/, isKnown: false },
      Haunted: { source: 'haunted', reason: /definer \('ghost'@'localhost'\) does not exist/, isKnown: true },
      // MySQL's catalog has no columns of a view that cannot be opened.
      ...(server === 'mariadb' && {
        Called: { source: 'called', reason: /references invalid table/, isKnown: false },
        Unowned: { source: 'unowned', reason: /lack rights to use them/, isKnown: true },
      }),
    },
  };
}

const isUnpopulated = (entity: string): boolean => entity === 'Empty' || entity === 'OverEmpty';

const permissions = [{ role: 'anonymous', actions: ['*'] }];

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'views of a locked table', () => {
    test('delay startup for a few seconds only, and are not reported', async () => {
      const url = await createDatabase(server, 'locked_views', []);
      const session = openSession(server, url);
      await session.run('create table locked (id integer primary key)');
      const views = ['one', 'two', 'three'];
      for (const view of views) await session.run(`create view ${view} as select id from locked`);
      const locks = await openLock(server, url);
      const warnings: string[] = [];
      try {
        const application = await bootFile(
          {
            'data-source': {
              'database-type': server === 'postgres' ? 'postgresql' : server,
              'connection-string': url,
              'statement-timeout-ms': 600_000,
            },
            entities: Object.fromEntries(
              views.map((object) => [object, { ...fine, source: { ...fine.source, object } }]),
            ),
          },
          ({ message }) => warnings.push(message),
        );
        await application.close();
      } finally {
        await locks.release();
        await session.close();
      }
      expect(warnings).toEqual([]);
    }, 20_000);
  });
});

/** Locks the table `locked`. */
async function openLock(server: ServerName, url: string): Promise<{ release: () => Promise<unknown> }> {
  if (server !== 'postgres') {
    const session = await createConnection(url);
    await session.query('lock tables locked write');
    return { release: () => session.end() };
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table locked in access exclusive mode');
  return { release: () => client.end() };
}

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'views and policies that the database cannot run', () => {
    const { tables, broken, entities } = stores[server];
    const served = new Map<string, ServedRest>();
    const warnings: Problem[] = [];
    let run: (text: string) => Promise<unknown>;
    let source: object;

    beforeAll(async () => {
      const url = await createDatabase(server, 'failing_views', []);
      source = { 'database-type': server === 'postgres' ? 'postgresql' : server, 'connection-string': url };
      const session = openSession(server, url);
      await session.run(tables);
      await session.close();
      run = await runAsSuperuser(server, url);
      await run(broken);
      const serveAs = async (name: string, host: object): Promise<void> => {
        const application = await bootFile(
          {
            'data-source': source,
            runtime: { host },
            entities: {
              Fine: fine,
              Owner: {
                source: 'owners',
                permissions,
                relationships: Object.fromEntries(
                  Object.keys(entities).map((entity) => [`of${entity}`, { hasMany: entity, on: { id: 'owner_id' } }]),
                ),
              },
              ...Object.fromEntries(
                Object.entries(entities).map(([entity, { source }]) => [
                  entity,
                  {
                    source: ['guarded', 'circle'].includes(source)
                      ? source
                      : { object: source, type: 'view', 'key-fields': ['id'] },
                    permissions: [{ role: 'anonymous', actions: ['read'] }],
                  },
                ]),
              ),
            },
          },
          (problem) => warnings.push(problem),
        );
        served.set(name, await serveRest(application));
      };
      await serveAs('production', {});
      warnings.length = 0;
      await serveAs('development', { mode: 'development', authentication: { provider: 'Simulator' } });
    });

    afterAll(async () => {
      await Promise.all([...served.values()].map((rest) => rest.close()));
      await run('');
    });

    test('are not proposed as new entities', async () => {
      const application = await bootFile({
        'data-source': source,
        entities: { Owner: { source: 'owners', permissions } },
      });
      const unexposed = (await application.readUnexposed()).map(({ name }) => name);
      await application.close();
      expect(unexposed).toContain('fine');
      const proposed = Object.values(entities).filter((entity) => unexposed.includes(entity.source));
      expect(proposed).toEqual(Object.values(entities).filter(({ isKnown }) => !isKnown));
    });

    const restOf = (mode: string): ServedRest => {
      const rest = served.get(mode);
      if (rest === undefined) throw new Error(`No service runs in ${mode} mode.`);
      return rest;
    };

    /** Returns the first error of a response. */
    const failureOf = async (mode: string, query: string) => {
      const headers = { 'content-type': 'application/json' };
      const { body } = await restOf(mode).fetch('/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      });
      const [error] = (body.errors ?? []) as { message: string; extensions: { code: string } }[];
      return { code: error?.extensions.code, message: error?.message, data: body.data };
    };

    describe.each(Object.entries(entities))('%s', (entity, { reason, isKnown }) => {
      test(isKnown ? 'is warned of at startup' : 'is found by its rows alone', () => {
        const messages = warnings.filter(({ path }) => path[1] === entity).map(({ message }) => message);
        if (!isKnown) return expect(messages.filter((message) => /cannot (?:run|be read)/.test(message))).toEqual([]);
        expect(messages.join('\n')).toMatch(isUnpopulated(entity) ? /Run REFRESH MATERIALIZED VIEW empty\./ : reason);
      });

      test('returns ApplicationError with the reason over both APIs, wherever it is read', async () => {
        const many = restOf('development').application.model.byName.get(entity)?.graphql;
        const failures = [
          await failureOf('development', `{ ${many?.list} { id extra } }`),
          await failureOf('development', `{ ${many?.list}(filter: { id: { gt: 0 } }) { extra } }`),
          await failureOf('development', `{ ${many?.connection} { groupBy(fields: [extra]) { fields { extra } } } }`),
          await failureOf('development', `{ owners { id of${entity} { extra } } }`),
          await failureOf(
            'development',
            `{ owners(filter: { of${entity}: { some: { extra: { isNull: false } } } }) { id } }`,
          ),
          await failureOf(
            'development',
            `mutation { updateOwner(id: 1, item: { word: "one" }) { id of${entity} { extra } } }`,
          ),
        ];
        const answers = [
          await restOf('development').get(entity),
          await restOf('development').get(entity, { $filter: 'extra ne null' }),
          await restOf('development').get(`${entity}/id/1`, { $select: 'extra' }),
        ];
        for (const [index, { code, message }] of failures.entries()) {
          // A rejected change of a table may also be caused by the service's own login.
          if (index === 5 && entity === 'Unowned' && code === 'Forbidden') continue;
          expect([index, code, message]).toEqual([index, 'ApplicationError', expect.stringMatching(reason)]);
        }
        for (const [index, { status, body }] of answers.entries()) {
          if (index === 2 && status !== 400) continue;
          expect([index, status, body.error.code, body.error.message]).toEqual([
            index,
            400,
            'ApplicationError',
            expect.stringMatching(reason),
          ]);
        }
      });

      test('reveals no reason in production, and logs one short line', async () => {
        const rest = restOf('production');
        rest.logged.length = 0;
        const { status, body } = await rest.get(entity);
        expect([status, body.error]).toEqual([
          400,
          {
            code: 'ApplicationError',
            status: 400,
            message: isUnpopulated(entity)
              ? 'A materialized view has no data yet. Run REFRESH MATERIALIZED VIEW in the database. The service log has its name.'
              : 'A view, function, trigger, or policy in the database failed. The service log has the reason.',
          },
        ]);
        expect(rest.logged).toEqual([
          expect.objectContaining({ level: 40, entities: [entity], databaseMessage: expect.stringMatching(reason) }),
        ]);
      });

      test('triggers one catalog read, not one per request', async () => {
        const rest = restOf('development');
        let reads = 0;
        rest.application.observers.add({
          catalogRead: () => {
            reads += 1;
          },
        });
        for (let index = 0; index < 5; index += 1) expect((await rest.get(entity)).status).toBe(400);
        expect(reads).toBe(0);
      });
    });

    test('does not affect errors of the client', async () => {
      const codeOf = async ($filter: string) => (await restOf('development').get('Fine', { $filter })).body.error?.code;
      expect((await restOf('development').get('Fine', { $filter: 'id eq 1' })).body.value).toHaveLength(1);
      expect(await codeOf("id eq 'x'")).toBe('BadRequest');
      expect(await codeOf('id eq 99999999999999999999')).not.toBe('ApplicationError');
      // A type that only the database can parse.
      if (server === 'postgres') expect(await codeOf("address eq 'x'")).toBe('BadRequest');
    });
  });
});

/** Returns a function that runs statements; an empty statement closes the session. */
async function runAsSuperuser(server: ServerName, url: string): Promise<(text: string) => Promise<unknown>> {
  if (server !== 'postgres') {
    const session = openSession(server, url);
    return (text) => (text === '' ? session.close() : session.run(text));
  }
  const loginUrl = new URL(url);
  loginUrl.username = superuser;
  const client = new Client({ connectionString: loginUrl.href });
  await client.connect();
  return (text) => (text === '' ? client.end() : client.query(text));
}

describeOn('mysql', 'a view whose columns are missing from the catalog', () => {
  const bootView = async (source: object): Promise<readonly string[]> => {
    const url = await createDatabase('mysql', 'unopened_view', []);
    const session = openSession('mysql', url);
    await session.run(
      'create table gone (id int primary key); create view orphan as select id from gone; drop table gone',
    );
    await session.close();
    const messages: string[] = [];
    const application = await bootFile(
      {
        'data-source': { 'database-type': 'mysql', 'connection-string': url },
        entities: { Orphan: { ...fine, source: { object: 'orphan', type: 'view', ...source } } },
      },
      ({ message }) => messages.push(message),
    );
    await application.close();
    return messages;
  };

  const reason = /cannot run the view "orphan": View '\S+orphan' references invalid table/;

  test('is reported at startup with the reason', async () => {
    expect(await bootView({})).toContainEqual(expect.stringMatching(reason));
  });

  test('adds the reason to errors caused by the missing columns', async () => {
    await expect(bootView({ 'key-fields': ['id'] })).rejects.toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(reason) })]),
    });
  });
});
