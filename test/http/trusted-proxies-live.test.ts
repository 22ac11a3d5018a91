import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootShop } from '../support/boot-shop.ts';
import { startNginx } from '../support/nginx-server.ts';
import { describeOn } from '../support/servers.ts';
import { readLinks } from './support/follow-links.ts';
import { serve } from './support/serve.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

const FORWARDED = { forwarded: 'for=192.0.2.1;proto=https;host=shop.example' };
const X_FORWARDED = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
  'x-forwarded-for': '192.0.2.1',
};

/** Boots the shop with creatable categories behind proxies at these addresses. */
const bootBehind = (trustedProxies: readonly string[]): Promise<Application> =>
  bootShop({
    database: `shop_proxies_${trustedProxies.length}`,
    change: (config) => ({ ...config, runtime: { ...config.runtime, trustedProxies, allowedHosts: ['*'] } }),
  });

const create = (rest: ServedRest, headers: Readonly<Record<string, string>>) =>
  rest.fetch('/api/Category', {
    method: 'POST',
    role: 'staff',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: `Lamps of ${Object.keys(headers)}` }),
  });

describe('links behind a trusted proxy', () => {
  let rest: ServedRest;
  beforeAll(async () => {
    rest = await serveRest(await bootBehind(['loopback']));
  });
  afterAll(() => rest.close());

  it.each([FORWARDED, X_FORWARDED])('have the origin that the client requested, from %j', async (headers) => {
    const list = await rest.get('Order', { $first: 1 }, { headers });
    expect(list.body.nextLink).toMatch(/^https:\/\/shop\.example\/api\/Order\?/);
    expect(readLinks(list)).toMatchObject({
      next: list.body.nextLink,
      first: 'https://shop.example/api/Order?$first=1',
    });
    expect((await create(rest, headers)).headers.location).toMatch(/^https:\/\/shop\.example\/api\/Category\/\d+$/);
  });

  it('have the path prefix that the proxy removed', async () => {
    const headers = { ...X_FORWARDED, 'x-forwarded-prefix': '/v1' };
    const { body } = await rest.get('Order', { $first: 1 }, { headers });
    expect(body.nextLink).toMatch(/^https:\/\/shop\.example\/v1\/api\/Order\?/);
    const { paths } = (await rest.fetch('/console/model.json', { headers })).body;
    expect(paths).toMatchObject({ graphql: '/v1/graphql', rest: '/v1/api' });
  });

  it('are paths if the headers contradict each other', async () => {
    const { body } = await rest.get(
      'Order',
      { $first: 1 },
      { headers: { ...X_FORWARDED, forwarded: 'host=evil.example' } },
    );
    expect(body.nextLink).toMatch(/^\/api\/Order\?/);
  });

  describeOn('nginx', 'behind nginx', () => {
    it('work through the proxy', async () => {
      const proxy = await startNginx(
        inject('nginx') ?? '',
        ({ port }) => `server {
          listen 127.0.0.1:${port};
          location /shop/ {
            proxy_pass ${rest.origin}/;
            proxy_set_header Forwarded "";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-Host $http_host;
            proxy_set_header X-Forwarded-Prefix /shop;
          }
        }`,
      );
      try {
        const first = await rest.fetch(`${proxy.origin}/shop/api/Category?$first=2&$select=id`, {
          headers: { ...FORWARDED, 'x-forwarded-proto': 'gopher' },
        });
        expect(first.body.nextLink).toContain(`${proxy.origin}/shop/api/Category?`);
        const next = await rest.fetch(first.body.nextLink ?? '');
        expect(next.body.value).toEqual([{ id: 3 }, { id: 4 }]);
      } finally {
        await proxy.stop();
      }
    });
  });
});

it('ignore forwarded headers if no proxy is trusted', async () => {
  const rest = await serveRest(await bootBehind([]));
  for (const headers of [FORWARDED, X_FORWARDED]) {
    expect((await rest.get('Order', { $first: 1 }, { headers })).body.nextLink).toContain(`${rest.origin}/api/Order?`);
    expect((await create(rest, headers)).headers.location).toContain(`${rest.origin}/api/Category/`);
  }
  await rest.close();
});

describe('clients in production', () => {
  const from = async (remoteAddress: string, url: string, trustedProxies = ['10.0.0.0/8']) => {
    const { server } = await serve({ mode: 'production', trustedProxies });
    const { statusCode, body } = await server.inject({ url, remoteAddress });
    return { statusCode, body };
  };
  const query = '/graphql?query={echo(text:"hi")}';

  it.each(['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '::1'])(
    'are served through a proxy or from this machine: %s',
    async (address) => {
      expect(await from(address, query)).toMatchObject({ statusCode: 200, body: expect.stringContaining('hi') });
    },
  );

  it('are rejected if they bypass the proxy, except for health checks', async () => {
    const { statusCode, body } = await from('192.0.2.1', query);
    expect(statusCode).toBe(403);
    expect(body).toContain('192.0.2.1 is not in \\"runtime.host.trusted-proxies\\"');
    expect((await from('192.0.2.1', '/health')).statusCode).toBe(200);
    expect((await from('192.0.2.1', '/health/live')).statusCode).toBe(200);
    expect((await from('192.0.2.1', '/health/live?probe=1')).statusCode).toBe(200);
    expect((await from('192.0.2.1', '/health/x')).statusCode).toBe(403);
  });
});
