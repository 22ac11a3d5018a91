import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Application } from '../../src/app/application.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { describeOn, type ServerName } from '../support/servers.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';

const LOGIN = 'live_reader';

const tables = `
  create table tasks (id int primary key, title varchar(50) not null);
  create table secrets (id int primary key, title varchar(50) not null);
  insert into tasks values (1, 'Write');
  insert into secrets values (1, 'Hide')`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

const logins = (server: ServerName): readonly string[] =>
  server === 'postgres'
    ? [
        `do $$ begin create role ${LOGIN} login password '${LOGIN}'; exception when duplicate_object then null; end $$`,
        `grant connect on database live_errors to ${LOGIN}`,
        `grant usage on schema public to ${LOGIN}`,
      ]
    : [`drop user if exists ${LOGIN}`, `create user ${LOGIN} identified by '${LOGIN}'`];

interface Service {
  readonly origin: string;
  readonly application: Application;
  /** While true, each statement for live queries fails with a fault of the service. */
  readonly fault: { isActive: boolean };
  readonly logged: Record<string, unknown>[];
}

/** Events of a live query, in order. */
interface Followed {
  readonly events: unknown[];
  /** True if the last message was `complete`. */
  isComplete: boolean;
  /** Resolves when the stream or the subscription has ended. */
  readonly ended: Promise<void>;
}

type Follow = (origin: string, query: { readonly graphql: string; readonly path: string }) => Followed;

const followSocket: Follow = (origin, { graphql }) => {
  const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  onTestFinished(() => void client.dispose());
  const events: unknown[] = [];
  const followed = { events, isComplete: false };
  const ended = new Promise<void>((resolve) => {
    client.subscribe(
      { query: `subscription ${graphql}` },
      {
        next: (result) => void events.push(result),
        error: (errors) => {
          events.push({ errors });
          resolve();
        },
        complete: () => {
          followed.isComplete = true;
          resolve();
        },
      },
    );
  });
  return Object.assign(followed, { ended });
};

function followEvents(url: string): Followed {
  const events: unknown[] = [];
  const followed = { events, isComplete: false };
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const run = async (): Promise<void> => {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: end.signal });
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const ready = text.split(response.ok ? '\n\n' : '\n');
      text = response.ok ? (ready.pop() ?? '') : '';
      for (const event of ready) {
        const [, data] = /^data: (.+)$/m.exec(event) ?? (response.ok ? [] : [event, event]);
        followed.isComplete = event.startsWith('event: complete');
        if (data !== undefined) events.push(JSON.parse(data));
      }
    }
  };
  return Object.assign(followed, { ended: run().catch(() => undefined) });
}

const transports: readonly (readonly [name: string, follow: Follow])[] = [
  ['a WebSocket', followSocket],
  [
    'server-sent events of GraphQL',
    (origin, { graphql }) => followEvents(`${origin}/graphql?query=${encodeURIComponent(`subscription ${graphql}`)}`),
  ],
  ['server-sent events of REST', (origin, { path }) => followEvents(`${origin}/api/${path}`)],
];

const TASK = { graphql: '{ task_by_pk(id: 1) { title } }', path: 'Task/id/1?$select=title' };
const SECRET = { graphql: '{ secret_by_pk(id: 1) { title } }', path: 'Secret/id/1?$select=title' };

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'live queries', () => {
    let owner: Session;
    let source: object;

    beforeAll(async () => {
      const url = await createDatabase(server, 'live_errors', []);
      owner = openSession(
        server,
        server === 'postgres' ? Object.assign(new URL(url), { username: superuser }).href : url,
      );
      for (const statement of [...tables.split(';'), ...logins(server)]) await owner.run(statement);
      for (const table of ['tasks', 'secrets']) await grant(table);
      const login = new URL(url);
      [login.username, login.password] = [LOGIN, LOGIN];
      source = { 'database-type': typeOf(server), 'connection-string': login.href };
    });
    afterAll(() => owner.close());

    const prefix = server === 'postgres' ? '' : 'live_errors.';
    const grant = (table: string) => owner.run(`grant select on ${prefix}${table} to ${LOGIN}`);
    const revoke = (table: string) => owner.run(`revoke select on ${prefix}${table} from ${LOGIN}`);
    const rename = (title: string) => owner.run(`update tasks set title = '${title}' where id = 1`);

    async function serve(settings: object = {}): Promise<Service> {
      const application = await bootFile({
        'data-source': { ...source, ...settings },
        runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 100 } },
        entities: { Task: { source: 'tasks', permissions }, Secret: { source: 'secrets', permissions } },
      });
      const fault = { isActive: false };
      application.observers.add({
        liveStatement: () => {
          if (fault.isActive) throw new Error('secret');
        },
      });
      const logged: Record<string, unknown>[] = [];
      const log = pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line)) });
      const service = createServer(application, log);
      onTestFinished(() => service.close());
      return { origin: await service.listen({ host: '127.0.0.1', port: 0 }), application, logged, fault };
    }

    const query = async (origin: string, graphql: string) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: graphql }),
      });
      return response.json();
    };

    const lock = (seconds: number) =>
      owner.run(
        server === 'postgres'
          ? `begin; lock table tasks; select pg_sleep(${seconds}); commit`
          : `lock tables tasks write; select sleep(${seconds}); unlock tables`,
      );

    // Statements of several live queries are canceled after a second.
    it.each([800, 1_200])('continue after a lock that exceeds the timeout of %i ms', async (timeout) => {
      await rename('Write');
      const { origin, logged } = await serve({ 'statement-timeout-ms': timeout });
      const followed = followSocket(origin, TASK);
      const page = followSocket(origin, { ...TASK, graphql: '{ tasks_stream { items { id } endCursor } }' });
      await expect.poll(() => [followed, page].map(({ events }) => events.length)).toEqual([1, 1]);
      await lock(4);
      await owner.run("insert into tasks values (2, 'Read')");
      await rename('Sing');
      onTestFinished(() => owner.run('delete from tasks where id = 2').then(() => undefined));
      await expect.poll(() => followed.events.at(-1)).toEqual({ data: { task_by_pk: { title: 'Sing' } } });
      await expect.poll(() => page.events.at(-1)).toMatchObject({ data: { tasks_stream: { items: [{ id: 2 }] } } });
      expect(followed.events).toHaveLength(2);
      const lines = () => logged.filter(({ entities }) => String(entities) === 'Task');
      const linesOf = (message: string) => lines().filter(({ msg }) => String(msg).startsWith(message));
      const failed = linesOf('Live queries cannot be read');
      expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['DatabaseTimeout']));
      // Each of the cohorts is logged once.
      expect(failed.length).toBeLessThanOrEqual(2);
      await expect.poll(() => linesOf('Live queries are read again')).toHaveLength(failed.length);
    });

    it.each([
      ['reading its document', 'documentParsed', '{ task_by_pk(id: 1) { title } }'],
      ['reading its document', 'documentParsed', 'subscription { task_by_pk(id: 1) { title } }'],
      ['planning it', 'planned', '{ tasks(first: 7) { title } }'],
    ] as const)('continue if %s fails because of a fault of the service (%s: %s)', async (_step, kind, document) => {
      await rename('Write');
      const { origin, logged, application } = await serve();
      const closed: unknown[] = [];
      const url = `${origin.replace('http', 'ws')}/graphql`;
      const client = createClient({ url, webSocketImpl: WebSocket, on: { closed: (event) => closed.push(event) } });
      onTestFinished(() => void client.dispose());
      const followed = client.iterate({ query: `subscription ${TASK.graphql}` });
      await followed.next();
      let isActive = true;
      application.observers.add({
        [kind]: () => {
          if (isActive) throw new Error('secret');
        },
      });
      const faulty = client.iterate({ query: document }).next();
      const failure = JSON.stringify(await faulty.catch((errors: unknown) => errors));
      isActive = false;
      const [line] = logged;
      expect(line).toMatchObject({ logId: expect.any(String), err: { message: 'secret' } });
      expect(failure).toContain(`details under the id ${line?.logId}`);
      await rename('Sing');
      expect(await followed.next()).toMatchObject({ value: { data: { task_by_pk: { title: 'Sing' } } } });
      expect(closed).toEqual([]);
    });

    it('fail if the first result exceeds the timeout, as a query does', async () => {
      const { origin } = await serve({ 'statement-timeout-ms': 300 });
      const locked = lock(2);
      await sleep(200);
      const { events, ended } = followSocket(origin, TASK);
      await Promise.all([locked, ended]);
      expect(events).toMatchObject([{ errors: [{ extensions: { code: 'DatabaseTimeout' } }] }]);
    });

    it.runIf(server === 'postgres')('log an outage once, and continue after it', async () => {
      await rename('Write');
      const { origin, logged } = await serve();
      const { events } = followSocket(origin, TASK);
      await expect.poll(() => events.length).toBe(1);
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${LOGIN}'`;
      await owner.run(`alter role ${LOGIN} nologin; ${end}`);
      onTestFinished(() => owner.run(`alter role ${LOGIN} login`).then(() => undefined));
      const lines = () => logged.filter(({ msg }) => String(msg).startsWith('Live queries'));
      await expect.poll(lines).toMatchObject([{ code: 'Unavailable', entities: ['Task'] }]);
      await sleep(2_500);
      expect(lines()).toHaveLength(1);
      await owner.run(`alter role ${LOGIN} login`);
      await rename('Sing');
      await expect.poll(() => events.at(-1)).toEqual({ data: { task_by_pk: { title: 'Sing' } } });
      await expect.poll(() => lines().length).toBe(2);
    });

    describe.each(transports)('over %s', { timeout: 20_000 }, (name, follow) => {
      const isRest = name.endsWith('REST');

      it('fail as a query when a privilege is revoked', async () => {
        await rename('Write');
        const { origin, logged } = await serve();
        onTestFinished(() => grant('tasks').then(() => undefined));
        const { events, ended } = follow(origin, TASK);
        await expect.poll(() => events.length).toBe(1);
        await revoke('tasks');
        await ended;
        const error = { message: 'The database denied permission.' };
        const failure = isRest ? { error } : { errors: [{ ...error, extensions: { code: 'Forbidden' } }] };
        expect(events.at(-1)).toMatchObject(failure);
        const { errors } = await query(origin, TASK.graphql);
        if (!isRest) expect(events.at(-1)).toEqual({ data: null, errors });
        expect(logged).toContainEqual(expect.objectContaining({ code: 'Forbidden', entities: ['Task'] }));
        await grant('tasks');
        const again = follow(origin, TASK);
        await expect.poll(() => again.events.at(-1)).toMatchObject(isRest ? { title: 'Write' } : { data: {} });
      });

      it('fail as a query when a column is renamed', async () => {
        const { origin } = await serve();
        const followed = follow(origin, TASK);
        await expect.poll(() => followed.events.length).toBe(1);
        await owner.run('alter table tasks rename column title to label');
        onTestFinished(() => owner.run('alter table tasks rename column label to title').then(() => undefined));
        await followed.ended;
        if (isRest) {
          // The client connects again.
          expect(followed).toMatchObject({ isComplete: false, events: [{ title: 'Write' }] });
          const again = follow(origin, { ...TASK, path: 'Task/id/1' });
          await expect.poll(() => again.events).toMatchObject([{ id: 1, label: 'Write' }]);
          const outdated = follow(origin, TASK);
          await expect.poll(() => outdated.events).toMatchObject([{ error: { code: 'InvalidField' } }]);
          return;
        }
        const { errors } = await query(origin, TASK.graphql);
        expect(errors).toMatchObject([
          { message: expect.stringContaining('"title"'), extensions: { code: 'InvalidField' } },
        ]);
        const { message } = errors[0];
        expect(followed).toMatchObject({
          isComplete: true,
          events: [{ data: {} }, { errors: [{ message, extensions: { code: 'InvalidField' } }] }],
        });
      });

      it.each(['a later', 'the first'])('hide a fault of the service in %s result, and log it', async (result) => {
        await rename('Write');
        const { origin, logged, fault } = await serve();
        fault.isActive = result === 'the first';
        const { events, ended } = follow(origin, TASK);
        if (!fault.isActive) await expect.poll(() => events.length).toBe(1);
        fault.isActive = true;
        await ended;
        const [line, ...others] = logged.filter(({ logId }) => logId !== undefined);
        expect(line).toMatchObject({ msg: expect.stringContaining('internal error'), err: { message: 'secret' } });
        expect(others).toEqual([]);
        const message = `Internal error. The service log has the details under the id ${line?.logId}.`;
        const details = { logId: line?.logId };
        const failure = isRest
          ? { error: { code: 'Internal', message, details } }
          : { errors: [{ message, extensions: { code: 'Internal', details } }] };
        expect(events.at(-1)).toMatchObject(failure);
        expect(JSON.stringify(events)).not.toContain('secret');
      });

      it('fail as a query when the privilege was missing before', async () => {
        const { origin } = await serve();
        onTestFinished(() => grant('secrets').then(() => undefined));
        await revoke('secrets');
        const { events, ended } = follow(origin, SECRET);
        await ended;
        expect(JSON.stringify(events)).toContain('"Forbidden"');
        expect(JSON.stringify(events)).toContain('The database denied permission.');
      });
    });
  });
});
