import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { asPrincipal, staticWebApps } from './support/principal-header.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const ownPolicy = { action: 'read', policy: { database: '@item.owner eq @claims.sub' } };

const tables = `
  create table events (id int primary key, owner varchar(20) not null, day int not null, note varchar(20));
  create table days (id int primary key, day int not null, event_id int not null references events);`;

const all = { role: 'anonymous', actions: ['*'] };

const serve = (name: string, runtime: object = {}): Promise<ServedTables> =>
  serveTables(
    name,
    tables,
    {
      Event: {
        source: 'events',
        permissions: [
          all,
          { role: 'owner', actions: [ownPolicy] },
          { role: 'brief', actions: [{ action: 'read', fields: { exclude: ['day'] } }] },
        ],
        relationships: { days: { cardinality: 'many', 'target.entity': 'Day' } },
      },
      Day: { source: 'days', permissions: [all] },
    },
    {
      runtime: {
        live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 200, 'stream-delay-ms': 0 },
        host: { mode: 'development', authentication: { provider: 'StaticWebApps' } },
        ...runtime,
      },
    },
  );

const headersOf = (sub: string, role: string): Readonly<Record<string, string>> => ({
  ...asPrincipal(staticWebApps([role], { claims: [{ typ: 'sub', val: sub }] })),
  'x-api-role': role,
});

interface Result {
  readonly data?: Readonly<Record<string, Page>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: object }[];
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly endCursor: string;
  readonly [member: string]: unknown;
}

interface Follow {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Follows a subscription by WebSocket until the test ends. */
function follow({ origin }: ServedTables, query: string, { headers, ...more }: Follow = {}) {
  const client = createClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers });
      }
    },
    retryAttempts: 0,
  });
  onTestFinished(() => void client.dispose());
  const results = client.iterate({ query, ...more });
  return {
    /** Resolves with the data of the next result. @throws the errors of the subscription */
    next: async (): Promise<NonNullable<Result['data']>> => {
      const { errors, data = {} } = (await results.next()).value as Result;
      if (errors !== undefined) throw errors;
      return data;
    },
  };
}

const idsOf = ({ items }: Page): readonly unknown[] => items.map(({ id }) => id);

const followPages = (served: ServedTables, args: string, more?: Follow) => {
  const { next } = follow(served, `subscription { rows: events_stream${args} { items { id } endCursor } }`, more);
  return { next: async (): Promise<Page> => (await next()).rows as Page };
};

const message = (text: string) => [{ message: expect.stringContaining(text) }];

describe('a request of a stream', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serve('live_stream_requests');
    await served.sql(
      `insert into events select i, case when i % 2 = 0 then 'ann' else 'bob' end, i / 2, 'n' from generate_series(1, 8) i`,
    );
    await served.sql('insert into days values (1, 10, 1), (2, 20, 1), (3, 30, 2)');
  });
  afterAll(() => served.close());

  it('may have fragments, aliases, variables, and directives', async () => {
    const query = `
      subscription Follow($first: Int, $after: String, $filter: EventFilterInput, $no: Boolean!) { ...Root }
      fragment Root on Subscription {
        rows: events_stream(first: $first, after: $after, filter: $filter, orderBy: { day: ASC }) {
          ... on EventConnection { kind: __typename cursor: endCursor again: endCursor @skip(if: $no) }
          items { ...Row note @include(if: $no) hidden: note @include(if: false) }
        }
      }
      fragment Row on Event { id days(orderBy: { id: ASC }, first: 1) { day } }`;
    const variables = { first: 2, filter: { id: { gt: 1 } }, no: true };
    const { rows } = await follow(served, query, { variables }).next();
    expect(rows).toEqual({
      kind: 'EventConnection',
      cursor: expect.any(String),
      items: [
        { id: 2, days: [{ day: 30 }], note: 'n' },
        { id: 3, days: [], note: 'n' },
      ],
    });
    const resumed = await follow(served, query, { variables: { ...variables, no: false, after: rows?.cursor } }).next();
    expect(resumed.rows).toEqual({
      kind: 'EventConnection',
      cursor: expect.any(String),
      again: resumed.rows?.cursor,
      items: [
        { id: 4, days: [] },
        { id: 5, days: [] },
      ],
    });
  });

  it('may select all members of a connection', async () => {
    const { next } = follow(
      served,
      `subscription {
        events_stream(first: 3) {
          items { id } totalCount hasPreviousPage startCursor endCursor
          groupBy(fields: [owner], orderBy: { fields: { owner: ASC } }) { fields { owner } aggregations { count } }
        }
      }`,
    );
    const groupBy = [
      { fields: { owner: 'ann' }, aggregations: { count: 4 } },
      { fields: { owner: 'bob' }, aggregations: { count: 4 } },
    ];
    const [first, second] = [await next(), await next()].map(({ events_stream: page }) => page as Page);
    expect(first).toMatchObject({ totalCount: 8, hasPreviousPage: false, groupBy });
    expect(second).toMatchObject({ totalCount: 8, hasPreviousPage: true, groupBy });
    expect([first?.startCursor, second?.startCursor].every((cursor) => typeof cursor === 'string')).toBe(true);
  });

  it('is rejected with several roots, without the cursor, and for patches', async () => {
    const several = 'subscription { a: events_stream { endCursor } b: events_stream { endCursor } }';
    await expect(follow(served, several).next()).rejects.toMatchObject(message('one top level field'));
    const skipped = 'subscription ($no: Boolean!) { events_stream { items { id } endCursor @include(if: $no) } }';
    const variables = { no: false };
    await expect(follow(served, skipped, { variables }).next()).rejects.toMatchObject(message('Select "endCursor"'));
    const extensions = { live: { patch: true } };
    await expect(followPages(served, '', { extensions }).next()).rejects.toMatchObject(message('has no patches'));
  });

  it.each([
    ['literal', (first: number) => [`(first: ${first})`, {}] as const],
    ['variable', (first: number) => ['(first: $first)', { variables: { first } }] as const],
  ])('has a page size from 1 to the maximum, as a %s', async (_, argumentsOf) => {
    const read = (first: number): Promise<Page> => {
      const [args, more] = argumentsOf(first);
      const definition = args.includes('$') ? '($first: Int)' : '';
      const query = `subscription ${definition} { rows: events_stream${args} { items { id } endCursor } }`;
      return follow(served, query, more).next() as unknown as Promise<Page>;
    };
    expect(await read(1)).toMatchObject({ rows: { items: [{ id: 1 }] } });
    expect(await read(1_000)).toMatchObject({ rows: { items: { length: 8 } } });
    for (const first of [0, -1]) await expect(read(first)).rejects.toMatchObject(message('"first" must be 1 or more'));
    await expect(read(1_001)).rejects.toMatchObject(message('"first" must be at most 1000'));
  });

  it('applies policies with claims and permissions for fields', async () => {
    const rowsOf = async (sub: string): Promise<unknown> =>
      idsOf(await followPages(served, '', { headers: headersOf(sub, 'owner') }).next());
    expect([await rowsOf('ann'), await rowsOf('bob')]).toEqual([
      [2, 4, 6, 8],
      [1, 3, 5, 7],
    ]);
    const brief = (args: string) => followPages(served, args, { headers: headersOf('cy', 'brief') }).next();
    expect(idsOf(await brief('(first: 1)'))).toEqual([1]);
    for (const args of ['(orderBy: { day: ASC })', '(filter: { day: { eq: 1 } })'])
      await expect(brief(args)).rejects.toMatchObject([{ extensions: { code: 'Forbidden' } }]);
  });

  it('accepts cursors of other roles and filters, which are only positions', async () => {
    const { endCursor } = await followPages(served, '(first: 3)').next();
    const resumed = followPages(served, `(after: "${endCursor}")`, { headers: headersOf('bob', 'owner') });
    expect(idsOf(await resumed.next())).toEqual([5, 7]);
    const filtered = followPages(served, `(after: "${endCursor}", filter: { owner: { eq: "ann" } })`);
    expect(idsOf(await filtered.next())).toEqual([4, 6, 8]);
  });

  it('rejects cursors of other orders, entities, and contents', async () => {
    const { endCursor } = await followPages(served, '(first: 3)').next();
    const [order, ...values] = JSON.parse(Buffer.from(endCursor, 'base64url').toString()) as string[];
    const cursorOf = (...parts: readonly unknown[]): string =>
      `after: "${Buffer.from(JSON.stringify(parts)).toString('base64url')}"`;
    const [other] = Object.values(await follow(served, 'subscription { days_stream(first: 1) { endCursor } }').next());
    for (const [args, text] of [
      [`after: "${endCursor}", orderBy: { day: ASC }`, 'another list or order'],
      [`after: "${other?.endCursor}"`, 'another list or order'],
      [cursorOf(order, ...values, '1'), 'another list or order'],
      [cursorOf(`${order}.position`, '1'), 'another list or order'],
      // PostgreSQL rejects the value.
      [cursorOf(order, 'x'), ''],
      [cursorOf(order, '99999999999999999999'), ''],
      [cursorOf(order, 5), 'Malformed cursor'],
      [cursorOf(order), 'Malformed cursor'],
      [cursorOf(`${order}.other`, '1'), 'Malformed cursor'],
      [`after: "${'A'.repeat(3_000)}"`, 'Malformed cursor'],
    ] as const) {
      const errors = await followPages(served, `(${args})`)
        .next()
        .catch((thrown: unknown) => thrown);
      expect(errors, args).toMatchObject([{ ...message(text)[0], extensions: { code: 'BadRequest' } }]);
    }
  });
});

describe('rows that change during a stream', () => {
  it('are delivered again only behind the cursor', async () => {
    const served = await serve('live_stream_changes', {
      live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 100, 'stream-delay-ms': 0 },
    });
    onTestFinished(() => served.close());
    const add = (id: number, day: number) => served.sql(`insert into events values (${id}, 'ann', ${day}, null)`);
    for (const id of [1, 2, 3]) await add(id, id);
    const { next } = followPages(served, '(orderBy: { day: ASC })');
    expect(idsOf(await next())).toEqual([1, 2, 3]);
    await served.sql(`update events set note = 'x', day = 0 where id = 1`);
    // The row of the cursor itself.
    await served.sql('delete from events where id = 3');
    await served.sql('delete from events where id = 2');
    await add(2, 3);
    await add(5, 5);
    // A key is smaller than that of the cursor's row, with an equal value.
    expect(idsOf(await next())).toEqual([5]);
    await served.sql('update events set day = 6 where id = 1');
    expect(idsOf(await next())).toEqual([1]);
    await served.sql('delete from events');
    await add(9, 7);
    expect(idsOf(await next())).toEqual([9]);
  });
});

describe('the service', () => {
  it('writes the start of a stream, and its rejection, to the audit log', async () => {
    const file = join(await makeTemporaryFolder(), 'audit.jsonl');
    const served = await serve('live_stream_audit', { audit: { file } });
    onTestFinished(() => served.close());
    const lines = (): readonly unknown[] =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const { next } = followPages(served, '(first: 1)');
    const page = next();
    // There is no row yet.
    await expect.poll(lines).toMatchObject([{ entity: 'Event', action: 'read', role: 'anonymous', outcome: 'ok' }]);
    await served.sql(`insert into events values (1, 'ann', 1, null), (2, 'ann', 2, null)`);
    expect([idsOf(await page), idsOf(await next())]).toEqual([[1], [2]]);
    const brief = followPages(served, '(orderBy: { day: ASC })', { headers: headersOf('cy', 'brief') });
    await expect(brief.next()).rejects.toMatchObject([{ extensions: { code: 'Forbidden' } }]);
    expect(lines()).toMatchObject([
      { outcome: 'ok' },
      { entity: 'Event', action: 'read', role: 'brief', outcome: 'denied', code: 'Forbidden' },
    ]);
  });

  it('counts a stream once toward the rate limits, and its pages not', async () => {
    const limits = { 'rate-limit': { requests: 2, burst: 0, 'window-seconds': 3_600 } };
    const served = await serve('live_stream_rates', limits);
    onTestFinished(() => served.close());
    await served.sql(`insert into events select i, 'ann', i, null from generate_series(1, 5) i`);
    // The upgrade also counts.
    const { next } = followPages(served, '(first: 1)');
    for (let id = 1; id <= 5; id += 1) expect(idsOf(await next())).toEqual([id]);
    const query = encodeURIComponent('subscription { events_stream { endCursor } }');
    const response = await fetch(`${served.origin}/graphql?query=${query}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(response.status).toBe(429);
  });

  it('counts streams as live queries without cohorts', async () => {
    const served = await serve('live_stream_metrics', { metrics: true });
    onTestFinished(() => served.close());
    await served.sql(`insert into events values (1, 'ann', 1, null)`);
    const streams = [followPages(served, ''), followPages(served, '')];
    for (const { next } of streams) expect(idsOf(await next())).toEqual([1]);
    const samples = await (await fetch(`${served.origin}/metrics`)).text();
    const sampleOf = (name: string): number =>
      Number(new RegExp(`^joinery_live_${name} (\\d+)`, 'm').exec(samples)?.[1]);
    expect([sampleOf('queries'), sampleOf('cohorts')]).toEqual([2, 0]);
    expect(sampleOf('results_total{outcome="sent"}'.replace(/[{}]/g, '\\$&'))).toBe(2);
    // Each page is a statement of its own.
    expect(sampleOf('statements_total')).toBe(sampleOf('reads_total'));
  });

  it('offers streams in the schema that GraphiQL and the console read', async () => {
    const served = await serve('live_stream_schema');
    onTestFinished(() => served.close());
    const { __schema: schema } = await served.data('{ __schema { subscriptionType { fields { name description } } } }');
    expect(JSON.stringify(schema)).toContain('"name":"events_stream","description":"Delivers each of the');
  });
});
