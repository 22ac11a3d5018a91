import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RateLimit } from '../../src/config/rate-limit.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { describeOn } from '../support/servers.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const serveLimited = (rateLimit: Partial<RateLimit>): Promise<ServedShop> =>
  serveShop({
    change: (config) => ({
      ...config,
      runtime: {
        ...config.runtime,
        metrics: { path: '/metrics' },
        trustedProxies: ['loopback'],
        rateLimit: {
          quota: { burst: 0 },
          roles: new Map(),
          limitsDatabaseTime: rateLimit.quota?.databaseTimeMs !== undefined,
          window: 60,
          ipv6Prefix: 64,
          maxCallers: 1000,
          ...rateLimit,
        },
      },
    }),
  });

/** Reads one order over GraphQL, or over REST. */
const read = async (shop: ServedShop, address: string, api: 'graphql' | 'rest' = 'graphql'): Promise<number> => {
  const headers = { 'x-forwarded-for': address, 'x-api-role': 'anonymous' };
  const response =
    api === 'rest'
      ? await fetch(`${shop.origin}/api/Order/1`, { headers })
      : await shop.post('{"query":"{ order_by_pk(id: 1) { id } }"}', headers);
  await response.text();
  return response.status;
};

async function count(shop: ServedShop, metric: string): Promise<number> {
  const text = await (await fetch(`${shop.origin}/metrics`)).text();
  return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]);
}

describe('a limit of requests', () => {
  it('counts GraphQL and REST together, and errors, too', async () => {
    const shop = await serveLimited({ quota: { requests: 3, burst: 0 } });
    try {
      expect(await read(shop, '192.0.2.1')).toBe(200);
      expect(await read(shop, '192.0.2.1', 'rest')).toBe(200);
      expect((await shop.post('{', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(400);
      expect(await read(shop, '192.0.2.1', 'rest')).toBe(429);
      expect(await read(shop, '192.0.2.1')).toBe(429);
      expect(await read(shop, '192.0.2.2', 'rest')).toBe(200);
    } finally {
      await shop.close();
    }
  });
});

describe('a limit of database time', () => {
  let shop: ServedShop;
  beforeAll(async () => {
    shop = await serveLimited({ quota: { burst: 0, databaseTimeMs: 200 } });
  });
  afterAll(() => shop.close());

  /** Returns the statements until a caller is refused. */
  async function readUntilRefused(query: string, address: string): Promise<number> {
    for (let sent = 0; sent < 5000; sent += 1) {
      const response = await shop.post(JSON.stringify({ query }), { 'x-forwarded-for': address });
      const { errors } = (await response.json()) as { errors?: { message: string; extensions: { details: object } }[] };
      if (response.status === 200) continue;
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(errors?.[0]?.message).toMatch(/^Too much database time\. The statements of a caller may run for 200 ms/);
      expect(errors?.[0]?.extensions.details).toMatchObject({ limit: 'database-time-ms', max: 200 });
      return sent;
    }
    throw new Error('The caller was never refused.');
  }

  it('refuses callers with expensive queries earlier, and no other ones', async () => {
    const expensive =
      '{ customers(first: 200) { orders(first: 50) { id total orderDetails(first: 20) { quantity } } } }';
    const many = await readUntilRefused('{ order_by_pk(id: 1) { id } }', '192.0.2.1');
    const few = await readUntilRefused(expensive, '192.0.2.2');
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(few);
    expect(await read(shop, '192.0.2.3')).toBe(200);
    expect(await count(shop, String.raw`joinery_rate_limited_total\{limit="database-time-ms"\}`)).toBe(2);
  });

  it('charges a batch of reads to the callers in it, each for its own part', async () => {
    const charged = new Map<string, number>();
    shop.application.observers.add({
      statement: ({ request: { limitedAs = '' }, duration }) =>
        charged.set(limitedAs, (charged.get(limitedAs) ?? 0) + duration),
    });
    const start = performance.now();
    const callers = Array.from({ length: 40 }, (_, index) => `198.51.100.${index}`);
    expect(new Set(await Promise.all(callers.map((caller) => read(shop, caller))))).toEqual(new Set([200]));
    const elapsed = performance.now() - start;
    expect([...charged.keys()].sort()).toEqual(callers.sort());
    const sessions = shop.application.config.dataSource.pool.max;
    expect([...charged.values()].reduce((sum, time) => sum + time, 0)).toBeLessThan(elapsed * sessions);
  });
});

/** Longer than the longest pause of a busy machine. */
const TIMEOUT_MS = 1000;

describeOn('redis', 'limits in Redis', () => {
  let redis: RedisServer;
  let shops: readonly [ServedShop, ServedShop];
  beforeAll(async () => {
    redis = await startRedis(inject('redis') ?? '');
    const shared = {
      redis: { url: redis.url, prefix: 'shop', timeout: TIMEOUT_MS },
      quota: { requests: 10, burst: 5, databaseTimeMs: 1_000_000 },
    };
    shops = [await serveLimited(shared), await serveLimited(shared)];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await redis.stop();
  });

  /** Sends requests of a caller to both instances, and returns how many were allowed. */
  async function allowed(address: string, requests: number): Promise<number> {
    const found = await Promise.all(
      Array.from({ length: requests }, (_, index) => read(shops[index % 2 === 0 ? 0 : 1], address)),
    );
    expect(found.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    return found.filter((status) => status === 200).length;
  }

  const failures = async (): Promise<readonly number[]> =>
    Promise.all(shops.map((shop) => count(shop, 'joinery_rate_limit_store_failures_total')));

  const warnings = (): readonly unknown[] =>
    shops.map(
      ({ logged }) => logged.filter(({ msg }) => String(msg).startsWith('The store of the rate limits')).length,
    );

  it('are those of all instances together', async () => {
    expect(await allowed('192.0.2.1', 40)).toBe(15);
    expect(await allowed('192.0.2.2', 12)).toBe(12);
    expect((await redis.keys()).filter((key) => key.includes('192.0.2.1')).sort()).toEqual([
      'shop:burst:600:192.0.2.1',
      'shop:database-time:60:192.0.2.1',
      'shop:requests:60:192.0.2.1',
    ]);
    expect(await count(shops[0], 'joinery_limited_callers')).toBe(0);
  });

  const CLIENTS_PER_SHOP = 2;

  const POLL = { timeout: 15 * TIMEOUT_MS };

  /** Sends requests while `work` runs. `work` receives a function that returns the number of responses so far. */
  async function load(work: (answered: () => number) => Promise<unknown>): Promise<readonly number[]> {
    const statuses: number[] = [];
    let isOver = false;
    const client = async (shop: ServedShop): Promise<void> => {
      while (!isOver) statuses.push(await read(shop, `203.0.113.${statuses.length % 250}`));
    };
    const clients = shops.flatMap((shop) => Array.from({ length: CLIENTS_PER_SHOP }, () => client(shop)));
    await work(() => statuses.length);
    isOver = true;
    await Promise.all(clients);
    return statuses;
  }

  /** Last byte of the address of a caller without requests. */
  let caller = 0;

  it.each<[string, fail: () => unknown, restore: () => unknown]>([
    ['is killed', () => redis.kill(), () => redis.restart()],
    ['freezes', () => redis.freeze(), () => redis.thaw()],
    ['is full', () => redis.setMemory(1), () => redis.setMemory(0)],
  ])('are local while it %s under load, and shared afterwards', async (_, fail, restore) => {
    const before = await failures();
    const afterwards = before.map((found) => found + 1);
    const statuses = await load(async (answered) => {
      await expect.poll(answered, POLL).toBeGreaterThan(20);
      await fail();
      await expect.poll(failures, POLL).toEqual(afterwards);
      // If each request waited for Redis, the responses would take half a minute.
      const { length } = shops;
      const answeredBefore = answered();
      await expect.poll(() => answered() - answeredBefore, POLL).toBeGreaterThan(30 * CLIENTS_PER_SHOP * length);
      await restore();
    });
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(await failures()).toEqual(afterwards);
    await expect
      .poll(() => {
        caller += 1;
        return allowed(`198.18.0.${caller}`, 40);
      }, POLL)
      .toBe(15);
    expect(warnings()).toEqual(afterwards);
  });

  it('do not delay the start without Redis', async () => {
    const shop = await serveLimited({
      redis: { url: 'redis://127.0.0.1:1', prefix: 'shop', timeout: TIMEOUT_MS },
      quota: { requests: 1, burst: 0 },
    });
    try {
      expect([await read(shop, '192.0.2.1'), await read(shop, '192.0.2.1')]).toEqual([200, 429]);
    } finally {
      await shop.close();
    }
  });
});
