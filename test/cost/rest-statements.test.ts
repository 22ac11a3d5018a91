import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { type Options, type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork, type Work } from '../support/count-work.ts';
import { shopUrl } from '../support/servers.ts';
import { upTo } from './boot-tapped.ts';
import { type Tap, tapWire } from './tap-wire.ts';

const everything: Options = {
  $filter: "country in ('DE','NL','FR') and orders/any(o: o/total gt 100 and o/orderDetails/all(d: d/quantity ge 1))",
  $search: 'e',
  $orderby: 'accountManager/last_name desc,name',
  $select: 'id,name',
  $first: 3,
  $count: 'true',
  $expand:
    "orders($filter=total gt 10;$orderby=placed_at desc;$first=2;$count=true;$expand=orderDetails($first=2;$expand=product($select=name;$expand=category)),employee),accountManager,addresses($search='a';$skip=0)",
};

describe('a REST read', () => {
  let tap: Tap;
  let rest: ServedRest;
  let work: Readonly<Work>;

  beforeAll(async () => {
    tap = await tapWire(shopUrl(inject('server')));
    rest = await serveRest(
      await bootShop({
        change: (config) => ({
          ...config,
          dataSource: {
            ...config.dataSource,
            connectionString: tap.connectionString,
            // Catalog polling would be counted.
            catalogIntervalMs: 0,
            pool: { ...config.dataSource.pool, max: 1 },
          },
        }),
      }),
    );
    work = countWork(rest.application);
  });
  afterAll(async () => {
    await rest.close();
    tap.close();
  });
  beforeEach(() => {
    tap.messages.length = 0;
  });

  const statements = () => tap.messages.filter(({ kind }) => kind === 'execute' || kind === 'query');
  const parsed = () => tap.messages.filter(({ kind }) => kind === 'parse');
  const plans = () => work.plans;

  it.each([
    ['Customer', {}],
    ['Customer', everything],
    ['Customer', { $last: 3, $count: 'true' }],
    ['Customer/1', {}],
    ['Customer/1', { $expand: everything.$expand ?? '' }],
    ['OrderDetail/5/1', { $expand: 'product($expand=suppliers($count=true)),order($expand=customer)' }],
    ['Order/0', { $expand: 'customer' }],
  ] as const)('sends one statement: %s with %j', async (path, options) => {
    const before = { ...work };
    const { status } = await rest.get(path, options);
    expect(status).toBe(path === 'Order/0' ? 404 : 200);
    expect(statements(), JSON.stringify(tap.messages).slice(0, 3000)).toHaveLength(1);
    expect(work).toEqual({ plans: before.plans + 1, statements: before.statements + 1 });
  });

  it('sends one statement for HEAD, and none for OPTIONS or a rejected request', async () => {
    await rest.fetch('/api/Order/5?$select=id', { method: 'HEAD' });
    expect(statements()).toHaveLength(1);
    tap.messages.length = 0;
    await rest.fetch('/api/Order', { method: 'OPTIONS' });
    for (const url of [
      '/api/Ordr',
      '/api/Order/x',
      '/api/Order?$first=-2',
      '/api/Order?$filter=nope%20eq%201',
      '/api/Order?$top=1001',
    ]) {
      expect((await rest.fetch(url)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await rest.fetch('/api/Employee', { role: 'support' })).status).toBe(403);
    expect(tap.messages).toEqual([]);
  });

  const cursorOf = async (skip: number) =>
    new URL((await rest.get('Order', { $select: 'id', $first: 2, $skip: skip })).body.nextLink ?? '').searchParams.get(
      '$after',
    ) ?? '';

  const repeats: readonly (readonly [
    what: string,
    urls: () => Promise<readonly (readonly [path: string, options: Options])[]>,
  ])[] = [
    [
      'keys',
      async () => [
        ['Order/5', {}],
        ['Order/6', {}],
        ['order/id/7', {}],
      ],
    ],
    [
      'composite keys',
      async () => [
        ['OrderDetail/5/1', {}],
        ['OrderDetail/line_no/2/order_id/5', {}],
      ],
    ],
    [
      'literals',
      async () => [
        ['Order', { $filter: "total gt 5.25 and status eq 'PAID' and customer/country eq 'NL'" }],
        ['Order', { $filter: "total gt 99.50 and (status eq 'SHIPPED') and customer/country eq 'it''s'" }],
      ],
    ],
    [
      'lists',
      async () => [
        ['Order', { $filter: 'id in (1,2,3)' }],
        ['Order', { $filter: 'id in (4)' }],
        ['Order', { $filter: 'id in (5,null,7,8,9,10)' }],
      ],
    ],
    [
      'literals inside $expand',
      async () => [
        ['Customer', { $expand: 'orders($filter=total gt 5;$search=a)' }],
        ['Customer', { $expand: 'orders($filter=total gt 500;$search=b)' }],
      ],
    ],
    [
      'places',
      async () => [
        ['Order', { $skip: 1 }],
        ['Order', { $skip: 500 }],
      ],
    ],
    [
      'cursors',
      async () => [
        ['Order', { $select: 'id', $first: 2, $after: await cursorOf(1) }],
        ['Order', { $select: 'id', $first: 2, $after: await cursorOf(100) }],
      ],
    ],
    [
      'words',
      async () => [
        ['Product', { $search: 'glass table' }],
        ['Product', { $search: 'oak   chair' }],
      ],
    ],
    [
      'encodings',
      async () => [
        ['Order', { $filter: 'id eq 5' }],
        ['Order', { $filter: ' id  eq  6 ' }],
      ],
    ],
  ];

  it.each(repeats)('is neither planned nor prepared again for other %s', async (_what, urls) => {
    const [first, ...others] = await urls();
    const texts = new Set<string>();
    const request = async ([path, options]: readonly [string, Options]) => {
      const { status, text } = await rest.get(path, options);
      expect(status, text).toBe(200);
      texts.add(text);
    };
    // A statement is prepared from its third use.
    for (const _ of upTo(3)) await request(first ?? ['', {}]);
    const known = plans();
    tap.messages.length = 0;
    for (const other of others) await request(other);
    expect(plans()).toBe(known);
    expect(parsed()).toEqual([]);
    expect(statements()).toHaveLength(others.length);
    expect(texts.size, 'the answers differ').toBe(others.length + 1);
  });

  it('is planned again for a different shape', async () => {
    const request = async (options: Options) => {
      const before = plans();
      expect((await rest.get('Supplier', options)).status).toBe(200);
      return plans() - before;
    };
    expect(await request({ $filter: 'since gt 2020-01-01' })).toBe(1);
    expect(await request({ $filter: 'since gt 2021-01-01' })).toBe(0);
    expect(await request({ $filter: 'since ge 2021-01-01' })).toBe(1);
    expect(await request({ $filter: 'since gt null' })).toBe(1);
    expect(await request({ $filter: 'since gt 2021-01-01', $first: 5 })).toBe(1);
  });
});

describe('rows of a REST response', () => {
  let app: Application;
  let server: ReturnType<typeof createServer>;
  beforeAll(async () => {
    app = await bootShop();
    server = createServer(app, pino({ level: 'silent' }));
  });
  afterAll(() => server.close());

  it.each([
    `/api/Customer?$first=200&$count=true&$expand=${encodeURIComponent('orders($expand=orderDetails($first=3))')}`,
    '/api/Customer/1?$expand=orders',
    '/api/Customer?$last=100',
  ])('are sent as the database wrote them, without JSON parsing: %s', async (url) => {
    const spies = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')] as const;
    const { body, statusCode } = await server.inject({ url, headers: { 'x-api-role': 'anonymous' } });
    const seen = spies.flatMap((spy) => [
      ...spy.mock.calls.map(([batch]) => batch),
      ...spy.mock.results.map(({ value }) => value),
    ]);
    for (const spy of spies) spy.mockRestore();
    expect(statusCode).toBe(200);
    const answer = JSON.parse(body);
    const rows = answer.value ?? [answer];
    expect(body.length).toBeGreaterThan(1000);
    const texts = seen.filter((value) => typeof value === 'string');
    for (const { email } of rows) expect(texts.filter((value) => value.includes(email))).toEqual([]);
    // Only the link to the next page is serialized.
    if ('nextLink' in answer) expect(texts.some((value) => value.includes(answer.nextLink))).toBe(true);
  });
});
