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

/** Between two looks at who waits: InnoDB tells the same again to whoever looks within 100 milliseconds. */
const INTERVAL_MS = 150;

/** Of rows that are missing yet, of one row, of every row. */
const locks = {
  missing: "insert into counters (name) values ('same')",
  one: "select name from counters where name = 'same' for update",
  every: 'select name from counters for update',
};

let tables: ServedTables;
let rest: ServedRest;
let others: Locks;

beforeAll(async () => {
  tables = await serveTables(
    'write_concurrency',
    TABLES,
    {
      Counter: { source: 'counters', permissions: everything },
      Maker: { source: 'makers', permissions: everything, relationships: { things: { hasMany: 'Thing' } } },
      Thing: { source: 'things', permissions: everything, relationships: { maker: { belongsTo: 'Maker' } } },
    },
    // Some engines take long to open so many sessions.
    { source: { pool: { max: 3 * CLIENTS, changes: 2 * CLIENTS, 'acquire-timeout-ms': 30_000 } } },
  );
  rest = await serveRest(tables.application);
  others = openLocks(inject('server'), tables.url);
});
afterAll(async () => {
  await rest.close();
  await tables.close();
  await others.close();
});
beforeEach(() => tables.sql('truncate counters, makers, things restart identity'));

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  rest.ask(`/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const mutate = async (mutation: string) => (await tables.send(`mutation { ${mutation} }`)).body;
const select = async <T>(text: string): Promise<readonly T[]> => (await tables.sql(text)) as readonly T[];

/** Starts all while somebody holds a lock, and lets go once so many at least wait for it. */
async function release<T>(lock: string, start: () => readonly Promise<T>[], waiting?: number): Promise<readonly T[]> {
  const end = await others.hold(lock);
  const started = start();
  await untilWaiting(waiting ?? started.length).finally(() => end('rollback'));
  return await Promise.all(started);
}

const untilWaiting = (sessions: number): Promise<void> =>
  expect.poll(() => others.countWaiting(), { timeout: 20_000, interval: INTERVAL_MS }).toBeGreaterThanOrEqual(sessions);

/** All that was begun has come to an end. */
const untilQuiet = (): Promise<void> =>
  expect.poll(() => others.countBusy(), { timeout: 20_000, interval: INTERVAL_MS }).toBe(0);

const statusesOf = (answers: readonly RestAnswer[]): readonly number[] => answers.map(({ status }) => status).sort();
const clients = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: CLIENTS }, (_, n) => make(n));
const times = (status: number, count: number): readonly number[] => Array.from({ length: count }, () => status);

describe.each(['all at the same moment', 'as they come'] as const)('%s', (when) => {
  const start = <T>(lock: string, asked: () => readonly Promise<T>[], waiting?: number): Promise<readonly T[]> =>
    when === 'as they come' ? Promise.all(asked()) : release(lock, asked, waiting);

  it('one of those who PUT the same missing key creates it, the others replace it', async () => {
    const answers = await start(locks.missing, () => clients((n) => send('PUT', 'Counter/same', { count: n })));
    expect(statusesOf(answers)).toEqual([...times(200, CLIENTS - 1), 201]);
    const rows = await select<{ count: number }>('select count from counters');
    expect(rows).toHaveLength(1);
    const counts = answers.map(({ body }) => body.count).sort((one, other) => Number(one) - Number(other));
    expect(counts).toEqual(clients((n) => n));
    expect(counts).toContain(rows[0]?.count);
  });

  it('one of those who PUT with If-None-Match: * creates it, the others are told', async () => {
    const answers = await start(locks.missing, () =>
      clients((n) => send('PUT', 'Counter/same', { count: n }, { 'if-none-match': '*' })),
    );
    expect(statusesOf(answers)).toEqual([201, ...times(412, CLIENTS - 1)]);
    const created = answers.find(({ status }) => status === 201);
    expect(await select('select count from counters')).toEqual([{ count: created?.body.count }]);
  });

  it('one of those who POST the same key creates it, the others conflict', async () => {
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
  ] as const)('one of those who %s with the same ETag does so, the others are told', async (method, done) => {
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

  it('one of those who DELETE the same item does so, the others find none', async () => {
    await send('PUT', 'Counter/same', { count: 0 });
    const answers = await start(locks.one, () => clients(() => send('DELETE', 'Counter/same')));
    expect(statusesOf(answers)).toEqual([204, ...times(404, CLIENTS - 1)]);
  });

  it('no update of many is lost: each meets the rows as the others left them', async () => {
    await tables.sql("insert into counters (name) values ('c1'), ('c2'), ('c3'), ('c4'), ('c5')");
    // Those who look for another count find none, and wait for nobody; on MariaDB 11.8 they wait too.
    const answers = await start(
      locks.every,
      () =>
        clients((n) =>
          mutate(`updateCounters(filter: { count: { eq: ${n % 2} } }, item: { count: ${1 - (n % 2)} }) { affected }`),
        ),
      CLIENTS / 2,
    );
    expect(answers.map(({ errors }) => errors)).toEqual(clients(() => undefined));
    // An update may meet some rows before another one commits, and some after: MySQL looks at each as it comes to it. But each turns what it finds.
    const turned = (remainder: number): number =>
      answers.reduce(
        (sum, { data }, n) =>
          sum +
          (n % 2 === remainder ? Number((data?.updateCounters as { affected: number } | undefined)?.affected) : 0),
        0,
      );
    const ones = await select('select name from counters where count = 1');
    expect(ones).toHaveLength(turned(0) - turned(1));
  });
});

it('loses no update of those who read, add one, and try again where somebody was faster', async () => {
  const each = 4;
  await send('PUT', 'Counter/shared', { count: 0 });
  const addOne = async (): Promise<number> => {
    const read = await send('GET', 'Counter/shared');
    const { status } = await send(
      'PATCH',
      'Counter/shared',
      { count: Number(read.body.count) + 1 },
      { 'if-match': read.headers.etag ?? '' },
    );
    if (status === 412) return 1 + (await addOne());
    expect(status).toBe(200);
    return 0;
  };
  const retries = await Promise.all(
    clients(async () => {
      let again = 0;
      for (let left = each; left > 0; left -= 1) again += await addOne();
      return again;
    }),
  );
  expect(await select('select count from counters')).toEqual([{ count: each * CLIENTS }]);
  expect(retries.reduce((sum, again) => sum + again, 0)).toBeGreaterThan(0);
});

it('operations that lock each other out end one after the other, or are told to try again', async () => {
  await tables.sql("insert into counters (name) values ('a'), ('b'), ('x'), ('y')");
  const set = (key: string, name: string, count: number): string =>
    `${key}: updateCounter(name: "${name}", item: { count: ${count} }) { count }`;
  // Each has its first row, and waits for one that nobody has any more when it goes on to the other's.
  const answers = await release("select name from counters where name in ('x', 'y') for update", () => [
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

describe('of a client that goes away', () => {
  const MAKERS = 20;
  const document = (name: string): string => {
    const items = Array.from(
      { length: MAKERS },
      (_, n) => `{ name: "${name} ${n}", things: [{ name: "one" }, { name: "two" }] }`,
    );
    return JSON.stringify({ query: `mutation { createMakers(items: [${items}]) { affected } }` });
  };

  /** Sends a mutation of many statements; the socket is cut off when asked. */
  function post(name: string): { readonly cut: () => void; readonly ended: Promise<unknown> } {
    const sent = request(`${rest.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
    });
    const ended = new Promise((resolve) => {
      sent.on('error', resolve);
      sent.on('response', (response) => response.resume().on('close', () => resolve(undefined)));
    });
    sent.end(document(name));
    return { cut: () => sent.destroy(), ended };
  }

  const countRows = async (name: string): Promise<{ readonly makers: number; readonly things: number }> => {
    const [row] = await select<{ makers: number; things: number }>(
      `select count(distinct m.id)::int as makers, count(t.id)::int as things
       from makers m left join things t on t.maker_id = m.id where m.name like '${name} %'`,
    );
    return row ?? { makers: 0, things: 0 };
  };
  const whole = { makers: MAKERS, things: 2 * MAKERS };

  it('in the middle, all is done or nothing', async () => {
    const end = await others.hold("insert into makers (name) values ('half 10')");
    const { cut, ended } = post('half');
    await untilWaiting(1);
    cut();
    await ended;
    await end('rollback');
    await untilQuiet();
    expect([whole, { makers: 0, things: 0 }]).toContainEqual(await countRows('half'));
  });

  it('at any moment, all is done or nothing', async () => {
    for (let index = 0; index < 24; index += 1) {
      const { cut, ended } = post(`moment ${index}`);
      await wait(index);
      cut();
      await ended;
    }
    await untilQuiet();
    for (let index = 0; index < 24; index += 1) {
      expect([whole, { makers: 0, things: 0 }]).toContainEqual(await countRows(`moment ${index}`));
    }
  });

  it('the next one is served', async () => {
    const { errors } = await mutate('createMaker(item: { name: "next" }) { id }');
    expect(errors).toBeUndefined();
  });
});

it('a session that the database ends in the middle leaves nothing, and is Unavailable', async () => {
  const end = await others.hold("insert into makers (name) values ('taken')");
  const asked = mutate('a: createMaker(item: { name: "first" }) { id } b: createMaker(item: { name: "taken" }) { id }');
  await untilWaiting(1);
  await others.endWaiting();
  const { errors } = await asked;
  await end('rollback');
  // Where both are one request, nobody can know.
  expect(['Unavailable', 'OutcomeUnknown']).toContain(errors?.[0]?.extensions.code);
  await untilQuiet();
  expect(await select('select name from makers')).toEqual([]);
});
