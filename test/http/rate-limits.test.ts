import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RateLimit } from '../../src/config/rate-limit.ts';
import { asPrincipal, staticWebApps } from './support/principal-header.ts';
import { type Served, serve } from './support/serve.ts';
import type { RuntimeChanges } from './support/stand-in-application.ts';

const limits = (changes: Partial<RateLimit> = {}): RuntimeChanges => ({
  rateLimit: {
    quota: { requests: 2, burst: 0 },
    roles: new Map(),
    limitsDatabaseTime: false,
    window: 60,
    ipv6Prefix: 64,
    maxCallers: 1000,
    ...changes,
  },
});

const query = { query: '{ role }' };

/** Returns the statuses of queries with these headers, in order. */
async function statuses(
  { post }: Pick<Served, 'post'>,
  headers: readonly Record<string, string>[],
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const sent of headers) found.push((await post(query, sent)).status);
  return found;
}

/** A query behind a proxy on this machine. */
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('a caller beyond its limit', () => {
  it('receives 429 with Retry-After, the policy, and what is left of it', async () => {
    const { post, application } = await serve(limits());
    const headersOf = async () => {
      const { status, headers } = await post(query);
      return [status, ...['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => headers.get(name))];
    };
    expect(await headersOf()).toEqual([200, '"requests";q=2;w=60', '"requests";r=1;t=60', null]);
    expect(await headersOf()).toEqual([
      200,
      '"requests";q=2;w=60',
      expect.stringMatching(/^"requests";r=0;t=\d+$/),
      null,
    ]);
    const refused = await post(query);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${seconds}`);
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: `Too many requests. A caller may send 2 per 60 seconds. Try again in ${seconds} seconds.`,
          extensions: {
            code: 'RateLimited',
            status: 429,
            details: { limit: 'requests', max: 2, windowSeconds: 60, retryAfter: seconds },
          },
        },
      ],
    });
    expect(application.requests).toHaveLength(2);
  });

  it('may send requests again in the next window', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const served = await serve(limits());
    expect(await statuses(served, [{}, {}, {}])).toEqual([200, 200, 429]);
    vi.advanceTimersByTime(59_999);
    expect(await statuses(served, [{}])).toEqual([429]);
    vi.advanceTimersByTime(1);
    expect(await statuses(served, [{}])).toEqual([200]);
  });

  it('may exceed it by the burst', async () => {
    const { post } = await serve(limits({ quota: { requests: 1, burst: 2 } }));
    const answers = [await post(query), await post(query), await post(query), await post(query)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"requests";q=1;w=60, "burst";q=2;w=600');
    expect(answers[1]?.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+, "burst";r=1;t=600$/);
  });

  it('is refused before its body is read', async () => {
    const { post } = await serve(limits({ quota: { requests: 1, burst: 0 } }));
    await post(query);
    const response = await post('{ this is no JSON');
    expect(response.status).toBe(429);
  });
});

describe('a caller', () => {
  const behindProxies = { trustedProxies: ['loopback'] };

  it('is an address behind trusted proxies, and an IPv6 address by its prefix', async () => {
    const served = await serve({ ...limits(), ...behindProxies });
    const ipv4 = await statuses(served, [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.2')]);
    expect(ipv4).toEqual([200, 200, 429, 200]);
    const mapped = await statuses(served, [from('::ffff:192.0.2.2'), from('::ffff:192.0.2.2')]);
    expect(mapped).toEqual([200, 429]);
    const ipv6 = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:DB8::1:0:0:0:3', '2001:db8:0:2::1'];
    expect(await statuses(served, ipv6.map(from))).toEqual([200, 200, 429, 200]);
  });

  it('is an address without its zone', async () => {
    const served = await serve({ ...limits(), ...behindProxies });
    const zones = ['fe80::1%eth0.100', 'fe80::1%br-lan', 'fe80::1%1', 'fe80:0:0:1::1%eth0.100'];
    expect(await statuses(served, zones.map(from))).toEqual([200, 200, 429, 200]);
  });

  it('cannot choose its address', async () => {
    const direct = await serve(limits());
    expect(await statuses(direct, ['1.1.1.1', '1.1.1.2', '1.1.1.3'].map(from))).toEqual([200, 200, 429]);
    const proxied = await serve({ ...limits(), ...behindProxies });
    const forged = ['1.1.1.1', '1.1.1.2', '1.1.1.3'].map((other) => from(`${other}, 192.0.2.1`));
    expect(await statuses(proxied, forged)).toEqual([200, 200, 429]);
    // The proxy sets one of the headers, and passes the other one of the client.
    const both = ['1.1.1.1', '1.1.1.2', '1.1.1.3'].map((other) => ({
      ...from(`192.0.2.${other.at(-1)}`),
      forwarded: `for=${other}`,
    }));
    expect(await statuses(proxied, both)).toEqual([200, 200, 429]);
  });

  it('is a claim of its token, or an address without the claim', async () => {
    const served = await serve({
      ...limits({ claim: 'userId' }),
      authentication: { provider: 'StaticWebApps', issuers: [] },
    });
    const as = (userId: string) => asPrincipal(staticWebApps(['anonymous', 'authenticated'], { userId }));
    expect(await statuses(served, [as('ann'), as('ann'), as('ann'), as('ben'), {}, {}, {}])).toEqual([
      200, 200, 429, 200, 200, 200, 429,
    ]);
  });

  it('has the limits of its role', async () => {
    const served = await serve({
      ...limits({
        roles: new Map([
          ['editor', { requests: 4, burst: 0 }],
          ['authenticated', { burst: 0 }],
        ]),
      }),
      mode: 'development',
      authentication: { provider: 'Simulator', issuers: [] },
    });
    const as = (role: string) => ({ 'x-api-role': role });
    const anonymous = as('anonymous');
    // All roles of a caller have one counter, so that another role is no second quota.
    expect(await statuses(served, [anonymous, anonymous, anonymous, as('editor'), as('editor')])).toEqual([
      200, 200, 429, 200, 429,
    ]);
    const unlimited = await served.post(query, as('authenticated'));
    expect([unlimited.status, unlimited.headers.get('ratelimit')]).toEqual([200, null]);
  });

  it('with invalid credentials is counted by address', async () => {
    const { post } = await serve({
      ...limits({ claim: 'sub' }),
      authentication: {
        provider: 'Jwt',
        issuers: [
          {
            issuer: 'https://login.example',
            audiences: ['api'],
            keys: { kind: 'secret', secret: 'a secret of thirty-two bytes or more' },
            algorithms: ['HS256'],
            roleClaim: 'roles',
            clockSkewSeconds: 0,
          },
        ],
      },
    });
    const bad = { authorization: 'Bearer bad.token.value' };
    expect(await statuses({ post }, [bad, bad, bad])).toEqual([401, 401, 429]);
  });
});

describe('limits', () => {
  it('apply to the endpoint that verifies tokens for pages', async () => {
    const { origin } = await serve({
      ...limits(),
      mode: 'development',
      authentication: {
        provider: 'Jwt',
        issuers: [
          {
            issuer: 'http://127.0.0.1:1',
            audiences: ['api'],
            keys: { kind: 'discovery' },
            algorithms: ['RS256'],
            roleClaim: 'roles',
            clockSkewSeconds: 0,
          },
        ],
        signIn: { clientId: 'pages', scope: 'openid' },
      },
    });
    const status = async (path: string) => (await fetch(`${origin}/sign-in${path}`)).status;
    const found = [await status('/roles.json'), await status('/roles.json'), await status('/roles.json')];
    expect(found).toEqual([401, 401, 429]);
    expect([await status('/settings.json'), await status('')]).toEqual([200, 200]);
  });

  it('do not apply to health checks, metrics, and pages', async () => {
    const { origin, post } = await serve({
      ...limits({ quota: { requests: 1, burst: 0 } }),
      mode: 'development',
      allowedHosts: ['*'],
      metrics: { path: '/metrics' },
    });
    await post(query);
    expect((await post(query)).status).toBe(429);
    for (const path of ['/health', '/health/live', '/metrics', '/', '/nothing']) {
      const { status, headers } = await fetch(origin + path);
      expect([path, status, headers.get('ratelimit')]).toEqual([path, path === '/nothing' ? 404 : 200, null]);
    }
    const text = await (await fetch(`${origin}/metrics`)).text();
    expect(text).toMatch(/^joinery_rate_limited_total\{limit="requests"\} 1$/m);
    expect(text).toMatch(/^joinery_limited_callers 1$/m);
  });

  it('do not count preflight requests, and web pages can read their headers', async () => {
    const { url, post } = await serve({ ...limits(), cors: { origins: ['https://shop.example'] } });
    const origin = { origin: 'https://shop.example' };
    for (let sent = 0; sent < 5; sent += 1) {
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: { ...origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
    }
    const { status, headers } = await post(query, origin);
    expect([status, headers.get('ratelimit')]).toEqual([200, '"requests";r=1;t=60']);
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy, Retry-After');
  });

  it('are off by default', async () => {
    const { post, application } = await serve();
    const { headers } = await post(query);
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    expect(application.observers.isObserved('statement')).toBe(false);
  });

  it('are a startup error if the package for Redis is missing', async () => {
    vi.doMock('@redis/client', () => {
      throw new Error('Cannot find package');
    });
    try {
      const redis = { url: 'redis://127.0.0.1:1', prefix: 'joinery', timeout: 100 };
      await expect(serve(limits({ redis }))).rejects.toThrow(
        'The configuration has 1 problem: runtime.rate-limit.redis: Redis requires a package. Run "npm install @redis/client".',
      );
    } finally {
      vi.doUnmock('@redis/client');
    }
  });
});
