import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { readWithDisconnects } from '../http/support/follow-stream.ts';
import { appService, asPrincipal } from '../http/support/principal-header.ts';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { isLong } from '../support/long-run.ts';
import { type Locks, openLocks } from '../support/sql/open-locks.ts';
import { Random } from './generate/random.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';

/** Rounds of new streams, and the transactions of each writer. */
const ROUNDS = lengthen(20, 1);
const TRANSACTIONS = 25;
const DELAY = 1_000;

const isExact = inject('server') === 'postgres';

/** The last rows of a round, one for each owner. */
const LAST = 1_000_000_000;
const owners = ['ann', 'bob'] as const;

const permissions = [
  { role: 'anonymous', actions: ['read'] },
  { role: 'owner', actions: [{ action: 'read', policy: { database: '@item.owner eq @claims.sub' } }] },
];

let served: ServedTables;
beforeAll(async () => {
  served = await serveTables(
    'stream_truth',
    `create table events (
       id int primary key, day int not null, code varchar(12) not null, kind int not null, owner varchar(9) not null,
       note varchar(20) ${isExact ? ', written xid8 not null default pg_current_xact_id()' : ''});
     create table tags (id int primary key, event_id int not null references events);`,
    {
      Event: { source: 'events', permissions, relationships: { tags: { hasMany: 'Tag', on: { id: 'event_id' } } } },
      Tag: { source: 'tags', permissions: permissions.slice(0, 1) },
    },
    {
      runtime: {
        host: { mode: 'development', authentication: { provider: 'AppService' } },
        live: {
          enabled: true,
          'interval-ms': 20,
          'fallback-ms': 150,
          'stream-delay-ms': DELAY,
          'max-per-caller': 100_000,
        },
      },
    },
  );
});
afterAll(() => served.close());

type Filter = Readonly<Record<string, unknown>>;

function makeFilter(random: Random, depth = 2): Filter {
  const leaves: readonly (() => Filter)[] = [
    () => ({ kind: { [random.pick(['eq', 'neq', 'lt', 'gte'])]: random.int(0, 4) } }),
    () => ({ kind: { in: [random.int(0, 4), random.int(0, 4)] } }),
    () => ({ note: { startsWith: random.pick(['a', 'b', 'A']) } }),
    () => ({ note: { isNull: random.chance(0.5) } }),
    () => ({ owner: { eq: random.pick(owners) } }),
    () => ({ day: { gte: random.int(0, 8) } }),
  ];
  if (depth === 0 || random.chance(0.4)) return random.pick(leaves)();
  const inner = (): Filter => makeFilter(random, depth - 1);
  return random.pick([
    () => ({ and: [inner(), inner()] }),
    () => ({ or: [inner(), inner()] }),
    () => ({ not: inner() }),
  ])();
}

/** In all of these orders, values grow with the ID. Transactions order the rest. */
const delayed = ['{ id: ASC }', '{ day: ASC }', '[{ day: ASC }, { code: ASC }]', '{ code: ASC }', '[]'];
const exact = [
  '{ written: ASC }',
  '[{ written: ASC }, { kind: ASC }]',
  '[{ written: ASC }, { code: ASC }, { id: ASC }]',
];

/** Writes a value in the syntax of GraphQL. */
const print = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(print).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .map(([name, member]) => `${name}: ${print(member)}`)
          .join(', ')} }`
      : JSON.stringify(value);

interface Reader {
  readonly args: string;
  readonly isExact: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** IDs of the received rows. */
  readonly received: Promise<readonly unknown[]>;
}

function startReader(random: Random): Reader {
  const isOrderExact = isExact && random.chance(0.5);
  const orderBy = random.pick(isOrderExact ? exact : delayed);
  const owner = random.chance(0.4) ? undefined : random.pick(owners);
  const filter = { or: [{ id: { gte: LAST } }, makeFilter(random)] };
  const args = `filter: ${print(filter)}, orderBy: ${orderBy}`;
  const headers =
    owner === undefined
      ? {}
      : {
          ...asPrincipal(
            appService([
              ['sub', owner],
              ['roles', 'owner'],
            ]),
          ),
          'x-api-role': 'owner',
        };
  const lastId = owner === 'ann' ? LAST : LAST + 1;
  const isLast = ({ id }: Readonly<Record<string, unknown>>): boolean => id === lastId;
  const field = `events_stream(${args}`;
  const read = async (): Promise<readonly unknown[]> => {
    const reading = { field, selection: 'id', random: () => random.int(0, 1_000_000) / 1_000_001, isLast };
    const items =
      owner === undefined && random.chance(0.5)
        ? await readWithDisconnects(served.origin, reading)
        : await readEvents({ args, headers, isLast }, random);
    return items.map(({ id }) => id);
  };
  return { args, isExact: isOrderExact, headers, received: read() };
}

interface Events {
  readonly args: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isLast: (item: Readonly<Record<string, unknown>>) => boolean;
}

/** Reads a stream by server-sent events. Disconnects at random, and resumes from the last ID. */
async function readEvents({ args, headers, isLast }: Events, random: Random) {
  const items: Readonly<Record<string, unknown>>[] = [];
  const resumed: Record<string, string> = {};
  for (;;) {
    const end = new AbortController();
    const first = random.chance(0.3) ? random.int(1, 4) : 100;
    const response = await fetch(`${served.origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, ...resumed, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `subscription { events_stream(first: ${first}, ${args}) { items { id } endCursor } }`,
      }),
      signal: end.signal,
    });
    let pages = random.int(1, 15);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${chunk}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        if (pages === 0) break;
        const [, id, data = ''] = /^event: next\nid: (\S+)\ndata: (.*)$/.exec(event) ?? [];
        if (id === undefined) throw new Error(event);
        const page = JSON.parse(data).data.events_stream.items;
        items.push(...page);
        resumed['last-event-id'] = id;
        pages -= 1;
        if (page.some(isLast)) {
          end.abort();
          return items;
        }
      }
      if (pages === 0) break;
    }
    end.abort();
  }
}

/** Follows a REST collection. Returns a function that resolves with the last body. */
async function followCollection(path: string) {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const bodies: string[] = [];
  const response = await fetch(`${served.origin}${path}`, {
    headers: { accept: 'text/event-stream' },
    signal: end.signal,
  });
  void (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${chunk}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (!event.startsWith(':')) bodies.push(event.replace(/^[\s\S]*\ndata: /, ''));
    }
  })().catch(() => undefined);
  return bodies;
}

/** Inserts rows in transactions that end in another order. Returns the IDs of rows that may be missed. */
async function write(random: Random, nextId: () => number, locks: Locks): Promise<readonly number[]> {
  const late: number[] = [];
  for (let count = 0; count < TRANSACTIONS; count += 1) {
    const since = performance.now();
    // The values are drawn before the transaction starts, and long before it commits.
    const ids = Array.from({ length: random.int(1, 4) }, nextId);
    await sleep(random.int(0, 15));
    const rows = ids.map((id) => `(${rowOf(random, id)})`).join(', ');
    const end = await locks.hold(`insert into events (id, day, code, kind, owner, note) values ${rows}`);
    await sleep(random.chance(0.03) ? 1_300 : random.chance(0.1) ? 400 : random.int(0, 40));
    await end(random.chance(0.2) ? 'rollback' : 'commit');
    if (performance.now() - since >= DELAY) late.push(...ids);
  }
  return late;
}

const rowOf = (random: Random, id: number, owner: string = random.pick(owners)): string =>
  [
    id,
    Math.floor(id / 8),
    `'${String(Math.floor(id / 4)).padStart(12, '0')}'`,
    random.int(0, 4),
    `'${owner}'`,
    random.pick(['null', "'a1'", "'b1'", "'Ab'"]),
  ].join(', ');

async function runRound(random: Random): Promise<Readonly<Record<string, number>>> {
  await served.sql('delete from events');
  let id = 0;
  const nextId = (): number => {
    id += 1;
    return id;
  };
  const readers = Array.from({ length: 8 }, () => startReader(random));
  const path = `/api/Event?$filter=kind lt ${random.int(1, 5)} or id ge ${LAST}&$orderby=day desc,id&$first=20`;
  const bodies = await followCollection(path);
  const writers = Array.from({ length: 4 }, () => openLocks(inject('server'), served.url));
  onTestFinished(async () => void (await Promise.all(writers.map((locks) => locks.close()))));
  const late = new Set<unknown>((await Promise.all(writers.map((locks) => write(random, nextId, locks)))).flat());
  // The last rows follow all others by more than the delay.
  await sleep(DELAY);
  await served.sql(
    `insert into events (id, day, code, kind, owner, note)
     values ${owners.map((owner, index) => `(${rowOf(random, LAST + index, owner)})`).join(', ')}`,
  );
  const counts = { streams: 0, exact: 0, rows: 0, late: late.size, missed: 0 };
  for (const { args, isExact: isOrderExact, headers, received: reading } of readers) {
    const received = await reading;
    const expected = await listIds(args, headers);
    // A reader ends at its last row, which may precede the last row of the other owner.
    const isDue = (own: unknown): boolean => Number(own) < LAST && (isOrderExact || !late.has(own));
    expect(received.filter(isDue), args).toEqual(expected.filter(isDue));
    // Also rows that may be missed arrive in order, and once.
    const arrived = new Set(received);
    expect(received, args).toEqual(expected.filter((own) => arrived.has(own)));
    counts.streams += 1;
    counts.exact += isOrderExact ? 1 : 0;
    counts.rows += received.length;
    counts.missed += expected.length - received.length;
  }
  const body = await (await fetch(`${served.origin}${path}`)).text();
  await expect.poll(() => bodies.at(-1)).toBe(body);
  expect(bodies.filter((own, index) => own === bodies[index - 1])).toEqual([]);
  return counts;
}

/** Reads the IDs of all rows by the list of the query type. */
async function listIds(args: string, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (;;) {
    const query = `{ events(${args}, first: 1000, offset: ${ids.length}) { id } }`;
    const { events } = await served.data(query, { headers, role: headers['x-api-role'] ?? 'anonymous' });
    const page = events as readonly { readonly id: unknown }[];
    ids.push(...page.map(({ id }) => id));
    if (page.length < 1_000) return ids;
  }
}

it('random streams deliver each row once, in order, while transactions commit out of order', {
  timeout: TIMEOUT,
}, async () => {
  const random = new Random(freshSeed());
  const sums: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, count] of Object.entries(await runRound(random))) sums[name] = (sums[name] ?? 0) + count;
  }
  if (isLong) console.info(`Streams on ${inject('server')}: ${JSON.stringify(sums)}`);
  expect(sums.rows).toBeGreaterThan(100);
});
