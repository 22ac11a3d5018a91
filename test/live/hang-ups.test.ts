import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

const SQL = `
  create table things (id int primary key, name text);
  insert into things values (1, 'first');
  create view pauses as select id, pg_sleep(600)::text as slept from things;
  create function pause() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
  create trigger pausing before insert on things for each row execute function pause();
`;

const graphql = (query: string) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });

/** Requests that take ten minutes, over both APIs. */
const long = [
  ['a read over GraphQL', graphql('{ pauses { slept } }')],
  ['a read over REST', { method: 'GET', path: '/api/Pause', body: '' }],
  ['a change over GraphQL', graphql('mutation { createThing(item: { id: 2, name: "second" }) { id } }')],
  ['a change over REST', { method: 'POST', path: '/api/Thing', body: '{"id":3,"name":"third"}' }],
  [
    'changes of one transaction',
    graphql('mutation { a: updateThing(id: 1, item: { name: "a" }) { id } b: createThing(item: { id: 4 }) { id } }'),
  ],
] as const;

describeOn('postgres', 'an abandoned request', () => {
  let rest: ServedRest;
  /** The time limit of requests is shorter than that of their statements. */
  let impatient: ServedRest;
  let admin: Client;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'hang_ups', []);
    admin = new Client(url);
    await admin.connect();
    await admin.query(SQL);
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    const serve = async (requestTimeout: number) =>
      serveRest(
        await bootFile({
          'data-source': {
            'database-type': 'postgresql',
            'connection-string': url,
            'statement-timeout-ms': 600_000,
            // Enough sessions that one entity may use two of them.
            pool: { max: 8 },
          },
          runtime: { limits: { 'request-timeout-ms': requestTimeout } },
          entities: {
            Thing: { source: 'things', permissions },
            Pause: {
              source: { object: 'pauses', type: 'view', 'key-fields': ['id'] },
              permissions: [{ role: 'anonymous', actions: ['read'] }],
            },
          },
        }),
      );
    rest = await serve(600_000);
    impatient = await serve(400);
  });
  afterAll(async () => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
    );
    await rest.close();
    await impatient.close();
    await admin.end();
  });

  /** Waits until this many statements sleep, up to the test timeout. */
  const waitUntilAsleep = async (expected: number): Promise<void> => {
    for (let asleep = -1; asleep !== expected; await sleep(20)) {
      const { rows } = await admin.query(
        "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      asleep = rows[0].n;
    }
  };

  const hangUpDuring = async ({ method, path, body }: (typeof long)[number][1], times: number): Promise<void> => {
    const requests = Array.from({ length: times }, () => {
      const sent = request(rest.origin, {
        method,
        path,
        agent: false,
        headers: { 'content-type': 'application/json' },
      });
      sent.on('error', () => undefined);
      sent.end(body);
      return sent;
    });
    await waitUntilAsleep(times);
    for (const sent of requests) sent.destroy();
    await waitUntilAsleep(0);
  };

  it.each(long)('cancels its statement when the client disconnects: %s', async (_what, request) => {
    await hangUpDuring(request, 1);
    expect((await admin.query('select id, name from things')).rows).toEqual([{ id: 1, name: 'first' }]);
    expect((await rest.get('Thing/1')).status).toBe(200);
  });

  it.each(long)('cancels its statement at its time limit: %s', async (_what, { method, path, body }) => {
    const answer = await fetch(`${impatient.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body }),
    });
    const answerBody = await answer.json();
    expect([answer.status, (answerBody.error ?? answerBody.errors[0].extensions).code]).toEqual([
      504,
      'DatabaseTimeout',
    ]);
    await waitUntilAsleep(0);
    expect((await admin.query('select id, name from things')).rows).toEqual([{ id: 1, name: 'first' }]);
    expect((await impatient.get('Thing/1')).status).toBe(200);
  });

  it('releases its session, however often clients disconnect', async () => {
    for (let round = 0; round < 5; round += 1) await hangUpDuring(long[1][1], 2);
    const { status } = await rest.get(
      'Thing/1',
      {},
      { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":"first"}' },
    );
    expect(status).toBe(200);
  });
});
