import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Locks, openLocks } from '../support/sql/open-locks.ts';
import { type RestAnswer, type ServedRest, serveRest } from './support/serve-rest.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const TABLES = `
create table counters (name text primary key, count int not null default 0, note text);
create table makers (id serial primary key, name text not null unique);
create table things (id serial primary key, maker_id int not null references makers, name text not null);
`;

const everything = [{ role: 'anonymous', actions: ['create', 'read', 'update', 'delete'] }];
const CLIENTS = 16;

/** Polling interval for waiting sessions: InnoDB refreshes its list only if no session has read it for 100 ms. */
const INTERVAL_MS = 150;

/** Locks on missing rows, on one row, and on every row. */
const locks = {
  missing: "insert into counters (name) values ('same')",
  one: "select name from counters where name = 'same' for update",
  every: 'select name from counters for update',
};

let tables: ServedTables;
let rest: ServedRest;
let lockSessions: Locks;

beforeAll(async () => {
  tables = await serveTables(
    'write_concurrency',
    TABLES,
    {
      Counter: { source: 'counters', permissions: everything },
      Maker: { source: 'makers', permissions: everything, relationships: { things: { hasMany: 'Thing' } } },
      Thing: { source: 'things', permissions: everything, relationships: { maker: { belongsTo: 'Maker' } } },
    },
    // Some engines take long to open this many sessions.
    { source: { pool: { max: 3 * CLIENTS, changes: 2 * CLIENTS, 'acquire-timeout-ms': 30_000 } } },
  );
  rest = await serveRest(tables.application);
  lockSessions = openLocks(inject('server'), tables.url);
});
afterAll(async () => {
  await rest.close();
  await tables.close();
  await lockSessions.close();
});
beforeEach(() => tables.sql('truncate counters, makers, things restart identity'));

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  rest.fetch(`/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const mutate = async (mutation: string) => (await tables.send(`mutation { ${mutation} }`)).body;
const select = async <T>(text: string): Promise<readonly T[]> => (await tables.sql(text)) as readonly T[];

/** Starts all writes while a lock is held, and releases the lock once at least `waiting` sessions wait for it. */
async function runWhileLocked<T>(
  lock: string,
  start: () => readonly Promise<T>[],
  waiting?: number,
): Promise<readonly T[]> {
  const end = await lockSessions.hold(lock);
  const started = start();
  await waitUntilWaiting(waiting ?? started.length).finally(() => end('rollback'));
  return await Promise.all(started);
}

const waitUntilWaiting = (sessions: number): Promise<void> =>
  expect
    .poll(() => lockSessions.countWaiting(), { timeout: 60_000, interval: INTERVAL_MS })
    .toBeGreaterThanOrEqual(sessions);

/** Waits until all writes have ended. */
const waitForQuiet = (): Promise<void> =>
  expect.poll(() => lockSessions.countBusy(), { timeout: 60_000, interval: INTERVAL_MS }).toBe(0);

const statusesOf = (answers: readonly RestAnswer[]): readonly number[] => answers.map(({ status }) => status).sort();
const clients = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: CLIENTS }, (_, n) => make(n));
const times = (status: number, count: number): readonly number[] => Array.from({ length: count }, () => status);

describe.each(['while a lock blocks all writes', 'without a lock'] as const)('%s', (when) => {
  const start = <T>(lock: string, send: () => readonly Promise<T>[], waiting?: number): Promise<readonly T[]> =>
    when === 'without a lock' ? Promise.all(send()) : runWhileLocked(lock, send, waiting);

  it('one PUT of a missing key creates it, and the others replace it', async () => {
    const answers = await start(locks.missing, () => clients((n) => send('PUT', 'Counter/same', { count: n })));
    expect(statusesOf(answers)).toEqual([...times(200, CLIENTS - 1), 201]);
    const rows = await select<{ count: number }>('select count from counters');
    expect(rows).toHaveLength(1);
    const counts = answers.map(({ body }) => body.count).sort((left, right) => Number(left) - Number(right));
    expect(counts).toEqual(clients((n) => n));
    expect(counts).toContain(rows[0]?.count);
  });

  it('one PUT with If-None-Match: * creates the key, and the others return 412', async () => {
    const answers = await start(locks.missing, () =>
      clients((n) => send('PUT', 'Counter/same', { count: n }, { 'if-none-match': '*' })),
    );
    expect(statusesOf(answers)).toEqual([201, ...times(412, CLIENTS - 1)]);
    const created = answers.find(({ status }) => status === 201);
    expect(await select('select count from counters')).toEqual([{ count: created?.body.count }]);
  });

  it('one POST of a key creates it, and the others return 409', async () => {
    const answers = await start(locks.missing, () =>
      clients((n) => send('POST', 'Counter', { name: 'same', count: n })),
    );
    expect(statusesOf(answers)).toEqual([201, ...times(409, CLIENTS - 1)]);
    expect(await select('select name from counters')).toEqual([{ name: 'same' }]);
  });

  it.each([
    ['PATCH', 200],
    ['PUT', 200],
    ['DELETE', 204],
  ] as const)('one %s with the same ETag succeeds, and the others return 412', async (method, done) => {
    const { headers } = await send('PUT', 'Counter/same', { count: -1 });
    const answers = await start(locks.one, () =>
      clients((n) => {
        const body = method === 'DELETE' ? undefined : { count: n };
        return send(method, 'Counter/same', body, { 'if-match': headers.etag ?? '' });
      }),
    );
    expect(statusesOf(answers)).toEqual([done, ...times(412, CLIENTS - 1)]);
    const won = answers.find(({ status }) => status === done);
    const left = method === 'DELETE' ? [] : [{ count: won?.body.count }];
    expect(await select('select count from counters')).toEqual(left);
  });

  it('one DELETE of an item succeeds, and the others return 404', async () => {
    await send('PUT', 'Counter/same', { count: 0 });
    const answers = await start(locks.one, () => clients(() => send('DELETE', 'Counter/same')));
    expect(statusesOf(answers)).toEqual([204, ...times(404, CLIENTS - 1)]);
  });

  it('updates of many rows see the committed writes of the others, and lose none', async () => {
    await tables.sql("insert into counters (name) values ('c1'), ('c2'), ('c3'), ('c4'), ('c5')");
    // Clients that filter by another count match no row and do not wait; on MariaDB 11.8 they wait too.
    const answers = await start(
      locks.every,
      () =>
        clients((n) =>
          mutate(`updateCounters(filter: { count: { eq: ${n % 2} } }, item: { count: ${1 - (n % 2)} }) { affected }`),
        ),
      CLIENTS / 2,
    );
    expect(answers.map(({ errors }) => errors)).toEqual(clients(() => undefined));
    // MySQL reads rows one by one, so an update may see some rows before another update commits, and some after. Still,
    // each update changes the rows it matches.
    const turned = (remainder: number): number =>
      answers.reduce(
        (sum, { data }, n) =>
          sum +
          (n % 2 === remainder ? Number((data?.updateCounters as { affected: number } | undefined)?.affected) : 0),
        0,
      );
    const counters = await select('select name from counters where count = 1');
    expect(counters).toHaveLength(turned(0) - turned(1));
  });
});

it('no increment is lost if clients read, write with the ETag, and retry on 412', async () => {
  const each = 4;
  await send('PUT', 'Counter/shared', { count: 0 });
  const increment = async (): Promise<number> => {
    const read = await send('GET', 'Counter/shared');
    const { status } = await send(
      'PATCH',
      'Counter/shared',
      { count: Number(read.body.count) + 1 },
      { 'if-match': read.headers.etag ?? '' },
    );
    if (status === 412) return 1 + (await increment());
    expect(status).toBe(200);
    return 0;
  };
  const retries = await Promise.all(
    clients(async () => {
      let again = 0;
      for (let left = each; left > 0; left -= 1) again += await increment();
      return again;
    }),
  );
  expect(await select('select count from counters')).toEqual([{ count: each * CLIENTS }]);
  expect(retries.reduce((sum, again) => sum + again, 0)).toBeGreaterThan(0);
});

it('deadlocked operations succeed one after the other, or return Unavailable', async () => {
  await tables.sql("insert into counters (name) values ('a'), ('b'), ('x'), ('y')");
  const set = (key: string, name: string, count: number): string =>
    `${key}: updateCounter(name: "${name}", item: { count: ${count} }) { count }`;
  // Each operation holds its first row. The locks on x and y are released before it continues to the other's row.
  const answers = await runWhileLocked("select name from counters where name in ('x', 'y') for update", () => [
    mutate(['a', 'x', 'b'].map((name, n) => set(`m${n}`, name, 1)).join(' ')),
    mutate(['b', 'y', 'a'].map((name, n) => set(`m${n}`, name, 2)).join(' ')),
  ]);
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'done');
  expect(codes.filter((code) => code !== 'Unavailable')).toContain('done');
  expect(['done', 'Unavailable']).toEqual(expect.arrayContaining(codes));
  const rows = await select<{ name: string; count: number }>('select name, count from counters order by name');
  const [a, b, x, y] = rows.map(({ count }) => count);
  expect(a).toBe(b);
  expect([x, y]).toEqual(codes.map((code, n) => (code === 'done' ? n + 1 : 0)));
});

describe('a client that disconnects', () => {
  const MAKERS = 20;
  const document = (name: string): string => {
    const items = Array.from(
      { length: MAKERS },
      (_, n) => `{ name: "${name} ${n}", things: [{ name: "one" }, { name: "two" }] }`,
    );
    return JSON.stringify({ query: `mutation { createMakers(items: [${items}]) { affected } }` });
  };

  /** Sends a mutation of many statements; `disconnect` destroys the socket. */
  function post(name: string): { readonly disconnect: () => void; readonly ended: Promise<unknown> } {
    const sent = request(`${rest.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
    });
    const ended = new Promise((resolve) => {
      sent.on('error', resolve);
      sent.on('response', (response) => response.resume().on('close', () => resolve(undefined)));
    });
    sent.end(document(name));
    return { disconnect: () => sent.destroy(), ended };
  }

  const countRows = async (name: string): Promise<{ readonly makers: number; readonly things: number }> => {
    const [row] = await select<{ makers: number; things: number }>(
      `select count(distinct m.id)::int as makers, count(t.id)::int as things
       from makers m left join things t on t.maker_id = m.id where m.name like '${name} %'`,
    );
    return row ?? { makers: 0, things: 0 };
  };
  const allRows = { makers: MAKERS, things: 2 * MAKERS };

  it('leaves all writes or none if it disconnects during the mutation', async () => {
    const end = await lockSessions.hold("insert into makers (name) values ('half 10')");
    const { disconnect, ended } = post('half');
    await waitUntilWaiting(1);
    disconnect();
    await ended;
    await end('rollback');
    await waitForQuiet();
    expect([allRows, { makers: 0, things: 0 }]).toContainEqual(await countRows('half'));
  });

  it('leaves all writes or none at any moment', async () => {
    for (let index = 0; index < 24; index += 1) {
      const { disconnect, ended } = post(`moment ${index}`);
      await wait(index);
      disconnect();
      await ended;
    }
    await waitForQuiet();
    for (let index = 0; index < 24; index += 1) {
      expect([allRows, { makers: 0, things: 0 }]).toContainEqual(await countRows(`moment ${index}`));
    }
  });

  it('does not affect the next client', async () => {
    const { errors } = await mutate('createMaker(item: { name: "next" }) { id }');
    expect(errors).toBeUndefined();
  });
});

it('a session that the database ends during a mutation leaves no writes and returns Unavailable', async () => {
  const end = await lockSessions.hold("insert into makers (name) values ('taken')");
  const mutation = mutate(
    'a: createMaker(item: { name: "first" }) { id } b: createMaker(item: { name: "taken" }) { id }',
  );
  await waitUntilWaiting(1);
  await lockSessions.endWaiting();
  const { errors } = await mutation;
  await end('rollback');
  // If both statements are one request, the outcome is unknown.
  expect(['Unavailable', 'OutcomeUnknown']).toContain(errors?.[0]?.extensions.code);
  await waitForQuiet();
  expect(await select('select name from makers')).toEqual([]);
});
