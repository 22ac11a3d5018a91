import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Locks, openLocks } from '../support/sql/open-locks.ts';
import { seeded } from '../unit/odata/random.ts';
import { followStream, readWithDisconnects } from './support/follow-stream.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const read = (entity: string, roles: readonly object[] = []) => ({
  source: entity,
  permissions: [{ role: 'anonymous', actions: ['*'] }, ...roles],
});

const anns = { role: 'ann', actions: [{ action: 'read', policy: { database: "@item.owner eq 'ann'" } }] };
const blind = { role: 'blind', actions: [{ action: 'read', fields: { exclude: ['id'] } }] };

/** Serves tables with these settings of live queries. */
const serve = (name: string, live: object): Promise<ServedTables> =>
  serveTables(
    name,
    `create table events (id int primary key, owner varchar(20) not null, day int not null, note varchar(4000));
     create table days (id int primary key, event_id int not null references events);`,
    {
      Event: {
        ...read('events', [anns, blind]),
        relationships: { days: { cardinality: 'many', 'target.entity': 'Day' } },
      },
      Day: { ...read('days'), relationships: { event: { cardinality: 'one', 'target.entity': 'Event' } } },
    },
    { runtime: { live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, ...live } } },
  );

const add = (served: ServedTables, ...ids: readonly number[]) =>
  served.sql(`insert into events (id, owner, day) values ${ids.map((id) => rowOf(id)).join(', ')}`);

const rowOf = (id: number, day = id): string => `(${id}, '${id % 2 === 0 ? 'ann' : 'bob'}', ${day})`;

const idsOf = ({ items }: { readonly items: readonly Readonly<Record<string, unknown>>[] }) =>
  items.map(({ id }) => id);

const PAGE = '{ items { id } endCursor }';

describe('a stream', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serve('live_streams', { 'stream-delay-ms': 100 });
    await add(served, 1, 2, 3, 4, 5);
  });
  afterAll(() => served.close());
  const follow = (field: string, role?: string) => followStream(served.origin, field, role);

  it('delivers pages of the rows, then new rows, and resumes after a cursor', async () => {
    const { next } = follow(`events_stream(first: 2, filter: { day: { lt: 100 } }) ${PAGE}`);
    const [one, two, three] = [await next(), await next(), await next()];
    expect([one, two, three].map(idsOf)).toEqual([[1, 2], [3, 4], [5]]);
    await add(served, 11, 12, 13);
    expect([await next(), await next()].map(idsOf)).toEqual([[11, 12], [13]]);
    const resumed = follow(`events_stream(first: 3, filter: { day: { lt: 100 } }, after: "${two.endCursor}") ${PAGE}`);
    expect(idsOf(await resumed.next())).toEqual([5, 11, 12]);
  });

  it('delivers rows with equal values of the order once, although a page ends among them', async () => {
    await served.sql(
      `insert into events values ${[24, 21, 23, 22].map((id) => `(${id}, 'ann', 120, null)`).join(', ')}`,
    );
    const field = 'events_stream(first: 3, orderBy: { day: ASC }, filter: { day: { gte: 120, lt: 200 } }';
    const { next } = follow(`${field}) ${PAGE}`);
    const page = await next();
    expect(idsOf(page)).toEqual([21, 22, 23]);
    const resumed = follow(`${field}, after: "${page.endCursor}") ${PAGE}`);
    expect([await next(), await resumed.next()].map(idsOf)).toEqual([[24], [24]]);
  });

  it('applies policies, and delivers related rows', async () => {
    await add(served, 31, 32, 33, 34);
    await served.sql('insert into days values (1, 32), (2, 32)');
    const field = `events_stream(filter: { day: { gt: 30, lt: 50 } }) { items { id days { id } } endCursor }`;
    expect((await follow(field, 'ann').next()).items).toEqual([
      { id: 32, days: [{ id: 1 }, { id: 2 }] },
      { id: 34, days: [] },
    ]);
  });

  it.each([
    ['descending order', `events_stream(orderBy: { day: DESC }) ${PAGE}`, '"day" in descending order'],
    ['fields that can be null', `events_stream(orderBy: { note: ASC }) ${PAGE}`, '"note", which can be null'],
    ['fields of related rows', `days_stream(orderBy: { event: { day: ASC } }) ${PAGE}`, '"day" of a related row'],
    ['selections without a cursor', 'events_stream { items { id } }', 'Select "endCursor" of "rows"'],
    ['empty pages', `events_stream(first: 0) ${PAGE}`, '"first" must be 1 or more'],
    ['malformed cursors', `events_stream(after: "x") ${PAGE}`, 'Malformed cursor'],
  ])('rejects %s', async (_, field, message) => {
    await expect(follow(field).next()).rejects.toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  it('rejects roles that may not read the key, and cursors of connections', async () => {
    const field = 'events_stream { items { day } endCursor }';
    await expect(follow(field, 'blind').next()).rejects.toMatchObject([
      { message: expect.stringContaining('A stream requires a unique key') },
    ]);
    const { events_connection: connection } = await served.data('{ events_connection(first: 1) { endCursor } }');
    const { endCursor } = connection as { readonly endCursor: string };
    await expect(follow(`events_stream(after: "${endCursor}") ${PAGE}`).next()).rejects.toMatchObject([
      { message: expect.stringContaining('another list or order') },
    ]);
  });

  it('reads no page while the client reads none, and loses no row of it', async () => {
    let statements = 0;
    served.application.observers.add({
      liveStatement: () => {
        statements += 1;
      },
    });
    const ids = Array.from({ length: 300 }, (_, index) => 1_000 + index);
    await add(served, ...ids);
    await served.sql("update events set note = repeat('x', 4000) where id >= 1000");
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const notes = Array.from({ length: 20 }, (_, index) => `n${index}: note`).join(' ');
    const field = `events_stream(first: 20, filter: { id: { gte: 1000 } }) { items { id ${notes} } endCursor }`;
    // The client does not read the body yet, whose pages together are larger than the buffers of the sockets.
    const response = await fetch(`${served.origin}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: `subscription { ${field} }` }),
      signal: end.signal,
    });
    let before = -1;
    while (statements !== before) {
      before = statements;
      await sleep(500);
    }
    expect(statements).toBeLessThan(15);
    await add(served, 2_000);
    const received: unknown[] = [];
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${chunk}`.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const { data } = JSON.parse(event.slice(event.indexOf('{')));
        received.push(...idsOf(data.events_stream));
      }
      if (received.includes(2_000)) break;
    }
    expect(received).toEqual([...ids, 2_000]);
  });
});

describe('server-sent events', () => {
  it('have the cursor as their ID, from which a client resumes', async () => {
    const served = await serve('live_streams_events', { 'stream-delay-ms': 0 });
    onTestFinished(() => served.close());
    await add(served, 1, 2, 3);
    const firstEvent = async (headers: Readonly<Record<string, string>> = {}): Promise<string> => {
      const end = new AbortController();
      const query = encodeURIComponent(`subscription { events_stream(first: 2) ${PAGE} }`);
      const response = await fetch(`${served.origin}/graphql?query=${query}`, {
        headers: { accept: 'text/event-stream', ...headers },
        signal: end.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const { value = '' } = (await reader?.read()) ?? {};
      end.abort();
      return value;
    };
    const event = await firstEvent();
    const [, id = '', cursor] = /^event: next\nid: (\S+)\ndata: .*"endCursor":"(\S+)"/.exec(event) ?? [];
    expect(event).toContain('{"items":[{"id":1},{"id":2}]');
    expect(id).toBe(cursor);
    expect(await firstEvent({ 'last-event-id': id })).toContain('{"items":[{"id":3}]');
    expect(await firstEvent({ 'last-event-id': 'x' })).toContain('Malformed cursor');
  });
});

describe('a held row with an order value that is too long for a cursor', () => {
  it('does not end the stream when it is deleted', async () => {
    const served = await serveTables(
      'live_streams_long',
      'create table notes (id int primary key, body varchar(2000) not null)',
      { Note: read('notes') },
      { runtime: { live: { enabled: true, 'interval-ms': 20, 'stream-delay-ms': 1_500 } } },
    );
    onTestFinished(() => served.close());
    const write = (id: number) => served.sql(`insert into notes values (${id}, '${'x'.repeat(1_900)}')`);
    await write(1);
    const { next } = followStream(served.origin, `notes_stream(orderBy: { body: ASC }) ${PAGE}`);
    const page = next();
    // The stream reads the row, and holds it back.
    await sleep(500);
    await served.sql('delete from notes');
    await sleep(1_500);
    await write(2);
    expect(idsOf(await page)).toEqual([2]);
  });
});

describe('a row whose transaction commits after that of a following row', () => {
  /** Inserts rows in a transaction that ends later. */
  async function hold(served: ServedTables, ...ids: readonly number[]) {
    const locks = openLocks(inject('server'), served.url);
    onTestFinished(() => locks.close());
    return locks.hold(`insert into events values ${ids.map((id) => `(${id}, 'ann', ${id}, null)`).join()}`);
  }

  it('is delivered in order if it commits within the delay', async () => {
    const delay = 3_000;
    const served = await serve('live_streams_within', { 'stream-delay-ms': delay });
    onTestFinished(() => served.close());
    const { next } = followStream(served.origin, `events_stream ${PAGE}`);
    const first = next();
    const end = await hold(served, 1);
    const since = performance.now();
    await add(served, 2);
    // The stream sees the following row, and holds it back.
    await sleep(500);
    await end('commit');
    expect(performance.now() - since, 'the machine stalled').toBeLessThan(delay);
    expect(idsOf(await first)).toEqual([1, 2]);
  });

  it('is missed if it commits after the delay', async () => {
    const served = await serve('live_streams_after', { 'stream-delay-ms': 50 });
    onTestFinished(() => served.close());
    const { next } = followStream(served.origin, `events_stream ${PAGE}`);
    const end = await hold(served, 1);
    await add(served, 2);
    expect(idsOf(await next())).toEqual([2]);
    await end('commit');
    await add(served, 3);
    expect(idsOf(await next())).toEqual([3]);
  });
});

describe('a reader that disconnects at random', () => {
  const DELAY = 1_000;
  const LAST = 100_000;

  it('receives each row once, in order, if transactions are shorter than the delay', { timeout: 60_000 }, async () => {
    const random = seeded(inject('seed'));
    const served = await serve('live_streams_random', { 'stream-delay-ms': DELAY, 'max-per-caller': 1_000 });
    const writers = Array.from({ length: 4 }, () => openLocks(inject('server'), served.url));
    onTestFinished(async () => {
      await Promise.all(writers.map((locks) => locks.close()));
      await served.close();
    });
    const reading = readWithDisconnects(served.origin, {
      field: 'events_stream(orderBy: { day: ASC }',
      selection: 'id day',
      random,
      isLast: ({ id }) => id === LAST,
    });
    let id = 0;
    /** Rows whose transactions were longer than the delay, which may be missed. */
    const late = new Set<unknown>();
    const write = async (locks: Locks): Promise<void> => {
      for (let count = 0; count < 40; count += 1) {
        const ids = Array.from({ length: 1 + Math.floor(random() * 4) }, () => (id += 1));
        const since = performance.now();
        // Rows of several transactions have equal values.
        const end = await locks.hold(
          `insert into events values ${ids.map((own) => `(${own}, 'ann', ${Math.floor(own / 8)}, null)`).join()}`,
        );
        await sleep(random() * 60);
        await end(random() < 0.2 ? 'rollback' : 'commit');
        if (performance.now() - since >= DELAY) for (const own of ids) late.add(own);
      }
    };
    await Promise.all(writers.map(write));
    await served.sql(`insert into events values (${LAST}, 'ann', ${LAST}, null)`);
    const received = (await reading).map((item) => item.id);
    const rows = await served.sql('select id from events order by day, id');
    const isDue = (own: unknown): boolean => !late.has(own);
    expect(received.filter(isDue)).toEqual(rows.map((row) => row.id).filter(isDue));
    expect(new Set(received).size).toBe(received.length);
    expect(rows.length).toBeGreaterThan(100);
  });
});
