import { describe, expect, it } from 'vitest';
import { buildRateLimit } from '../../../src/config/build/build-runtime.ts';
import { inspectValue } from '../../../src/config/read-config.ts';
import type { ConfigFile } from '../../../src/config/schema/config-schema.ts';
import { dataSource, read } from './with-file.ts';

type RuntimeFile = NonNullable<ConfigFile['runtime']>;

const defaults = {
  quota: { burst: 0 },
  roles: new Map(),
  limitsDatabaseTime: false,
  window: 60,
  ipv6Prefix: 64,
  maxCallers: 100_000,
};

describe('rate limits', () => {
  it('are off by default', () => {
    expect(buildRateLimit({})).toBeUndefined();
    expect(buildRateLimit({ 'rate-limit': { enabled: false, requests: 5 } })).toBeUndefined();
  });

  it('have defaults, and a short form', () => {
    const expected = { ...defaults, quota: { requests: 5, burst: 0 } };
    expect(buildRateLimit({ 'rate-limit': { requests: 5 } })).toEqual(expected);
    expect(buildRateLimit({ limits: { 'requests-per-minute': 5 } })).toEqual(expected);
  });

  it('of a role replace those of all callers one by one', () => {
    const roles = {
      clerk: { requests: 50 },
      admin: { requests: -1, 'database-time-ms': -1 },
      batch: { 'database-time-ms': 60_000, burst: 0 },
    };
    const built = buildRateLimit({
      'rate-limit': { requests: 5, burst: 2, 'database-time-ms': 100, roles },
    });
    expect(built).toMatchObject({ quota: { requests: 5, burst: 2, databaseTimeMs: 100 }, limitsDatabaseTime: true });
    expect(built?.roles).toEqual(
      new Map([
        ['clerk', { requests: 50, burst: 2, databaseTimeMs: 100 }],
        ['admin', { burst: 2 }],
        ['batch', { requests: 5, burst: 0, databaseTimeMs: 60_000 }],
      ]),
    );
  });

  it('may limit the database time of a single role', () => {
    const roles = { batch: { 'database-time-ms': 60_000 } };
    expect(buildRateLimit({ 'rate-limit': { requests: 5, roles } })?.limitsDatabaseTime).toBe(true);
  });

  it.each([
    [{ compatibility: 'dab' }, 'Clerk'],
    [{}, 'clerk'],
  ])('of a role have the spelling that requests have with %j', (settings, role) => {
    const content = {
      'data-source': dataSource,
      runtime: { ...settings, 'rate-limit': { requests: 5, roles: { clerk: { requests: 1 } } } },
      entities: {
        A: { source: 'a', permissions: [{ role: 'Clerk', actions: ['read'] }] },
        B: { source: 'b', permissions: [{ role: 'clerk', actions: ['read'] }] },
      },
    };
    const { runtime } = read(content);
    expect([...(runtime.rateLimit?.roles.keys() ?? [])]).toEqual([role]);
  });
});

describe('mistakes in rate limits', () => {
  const messages = (runtime: RuntimeFile): readonly string[] =>
    inspectValue({ 'data-source': dataSource, runtime, entities: { A: { source: 'a' } } }, '/', {})
      .problems.filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);

  it.each<[RuntimeFile, readonly string[]]>([
    [{ 'rate-limit': { requests: 5, redis: 'rediss://user:secret@cache.example:6380/1' } }, []],
    [{ 'rate-limit': { 'database-time-ms': 5 } }, []],
    [{ 'rate-limit': { enabled: false } }, []],
    [{ 'rate-limit': { roles: { anonymous: { requests: 5, burst: 3 } } } }, []],
    [
      { 'rate-limit': { burst: 3, roles: { anonymous: { 'database-time-ms': 5 } } } },
      ['rate-limit.burst: "burst" allows requests beyond "requests". Set "requests", too.'],
    ],
    [
      { 'rate-limit': { 'database-time-ms': 5, roles: { anonymous: { requests: -1, burst: 3 } } } },
      ['rate-limit.roles.anonymous.burst: "burst" allows requests beyond "requests". Set "requests", too.'],
    ],
    [
      { 'rate-limit': { roles: { anonymous: { requests: -1 } } } },
      ['rate-limit: The limit of a caller is missing. Set "requests", "database-time-ms", or both.'],
    ],
    [{ compatibility: 'dab', 'rate-limit': { requests: 5, roles: { Anonymous: { requests: 1 } } } }, []],
    [
      { 'rate-limit': { by: 'claims.sub' } },
      ['rate-limit: The limit of a caller is missing. Set "requests", "database-time-ms", or both.'],
    ],
    [
      { 'rate-limit': { 'database-time-ms': 5, burst: 3 } },
      ['rate-limit.burst: "burst" allows requests beyond "requests". Set "requests", too.'],
    ],
    [
      { limits: { 'requests-per-minute': 5 }, 'rate-limit': { requests: 5 } },
      ['limits.requests-per-minute: "runtime.rate-limit" sets the same limit. Remove one of them.'],
    ],
    [
      { 'rate-limit': { requests: 5, redis: '127.0.0.1:6379' } },
      ['rate-limit.redis: Invalid URL of the Redis server.'],
    ],
    [
      { 'rate-limit': { requests: 5, roles: { anonymous: { requests: 1 }, autenticated: { requests: -1 } } } },
      [
        'rate-limit.roles.autenticated: No entity has permissions for the role "autenticated". Did you mean "authenticated"? Names of roles are case-sensitive.',
      ],
    ],
    [{ live: { signals: { notify: 'é'.repeat(32) } } }, ['live.signals.notify: The channel name is too long.']],
    [{ live: { signals: { redis: 'cache' } } }, ['live.signals.redis: Invalid URL of the Redis server.']],
    [{ 'rate-limit': { requests: 5, redis: 'http://cache' } }, ['rate-limit.redis: Invalid URL of the Redis server.']],
  ])('%j: %j', (runtime, expected) => {
    expect(messages(runtime)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['by', 'sub'],
    ['requests', 0],
    ['window-seconds', 86_401],
    ['ipv6-prefix', 129],
    ['max-callers', 99],
  ])('%s may not be %j', (key, value) => {
    const found = messages({ 'rate-limit': { requests: 5, [key]: value } });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^rate-limit\\.${key}: `));
  });
});
