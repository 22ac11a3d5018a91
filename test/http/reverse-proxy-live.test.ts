import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { countWork } from '../support/count-work.ts';
import { type NginxServer, type NginxSettings, startNginx } from '../support/nginx-server.ts';
import { describeOn } from '../support/servers.ts';
import { urlOf, withCaching } from './support/caching-shop.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

/** The configuration in docs/caching.md. */
const [, documented = ''] =
  /```nginx\n([^`]*)```/.exec(readFileSync(new URL('../../docs/caching.md', import.meta.url), 'utf8')) ?? [];

/** Returns the documented configuration with the ports and paths of this run, and without TLS. */
function configure(origin: string, { port, folder }: NginxSettings): string {
  const replacements = [
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate +.*\n/m, ''],
    [/^ *ssl_certificate_key +.*\n/m, ''],
    ['/var/cache/nginx-joinery', `${folder}/cache`],
    ['http://127.0.0.1:4000', origin],
  ] as const;
  return replacements.reduce((text, [from, to]) => {
    expect(text.split(from), `the configuration contains ${from} once`).toHaveLength(2);
    return text.replace(from, to);
  }, documented);
}

/** Returns the URL of a GraphQL document; the URL differs by turn. */
const graphql =
  (document: string) =>
  (turn: number): string =>
    `${urlOf(document)}&turn=${turn}`;

/** URLs requested through the proxy. The roles see different rows, fields, or hashes of these entities. */
const paths: readonly ((turn: number) => string)[] = [
  graphql('{ products(first: 1000) { id name } }'),
  graphql('{ products(first: 5) { _etag } categories { name products(first: 2) { name } } }'),
  graphql('{ customers(first: 3) { id name _etag } }'),
  graphql('{ customers(first: 3) { id email } }'),
  graphql('{ orders(first: 3) { id customer { name _etag } } }'),
  (turn) => `/api/Product?$select=id,name&$first=${900 + turn}`,
  (turn) => `/api/Product/${1 + turn}?$select=name`,
  (turn) => `/api/Customer/${1 + turn}`,
  (turn) => `/api/Order?$first=${1 + turn}&$expand=customer`,
];

/** Identifying headers of each caller. */
const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anonymous: { 'x-api-role': 'anonymous' },
  'anonymous by the other header': { 'x-ms-api-role': 'anonymous' },
  support: { 'x-api-role': 'support' },
  'support by the other header': { 'x-ms-api-role': 'support' },
  clerk: { 'x-api-role': 'clerk' },
  authenticated: { 'x-api-role': 'authenticated' },
  nobody: {},
  'a role that is not there': { 'x-api-role': 'nobody' },
};

describeOn('nginx', 'nginx with the configuration in docs/caching.md', () => {
  let shop: ServedShop;
  let proxy: NginxServer;
  beforeAll(async () => {
    shop = await serveShop({ database: 'shop_proxied', change: withCaching });
    proxy = await startNginx(inject('nginx') ?? '', (place) => configure(shop.origin, place));
  });
  afterAll(async () => {
    await proxy.stop();
    await shop.close();
  });

  const request = async (origin: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(origin + path, { headers, signal: AbortSignal.timeout(10_000) });
    return {
      status: response.status,
      body: await response.text(),
      type: response.headers.get('content-type'),
      etag: response.headers.get('etag') ?? '',
      cacheControl: response.headers.get('cache-control'),
      vary: response.headers.get('vary'),
      cache: response.headers.get('x-cache-status'),
    };
  };
  const everybody = { 'x-api-role': 'anonymous' };

  it('nginx requests a response once, and then serves it from its cache', async () => {
    const path = urlOf('{ products(first: 3) { name } }');
    const missed = await request(proxy.origin, path, everybody);
    expect(missed).toMatchObject({ status: 200, cache: 'MISS', cacheControl: 'public, max-age=60' });
    const work = countWork(shop.application);
    expect(await request(proxy.origin, path, everybody)).toEqual({ ...missed, cache: 'HIT' });
    const known = await request(proxy.origin, path, { ...everybody, 'if-none-match': missed.etag });
    expect(known).toEqual({ ...missed, status: 304, body: '', type: null, cache: 'HIT' });
    const other = await request(proxy.origin, path, { ...everybody, 'if-none-match': '"other"' });
    expect(other).toEqual({ ...missed, cache: 'HIT' });
    expect(work.statements).toBe(0);
  });

  it('nginx revalidates a stale response, and replaces it if it has changed', async () => {
    const path = urlOf('{ suppliers(first: 3) { name rating } }');
    const waitForRequest = async () => {
      for (;;) {
        const answer = await request(proxy.origin, path, everybody);
        if (answer.cache !== 'HIT') return answer;
        await sleep(50);
      }
    };
    const missed = await waitForRequest();
    expect(missed).toMatchObject({ status: 200, cache: 'MISS', cacheControl: 'public, max-age=1' });
    expect(await waitForRequest()).toEqual({ ...missed, cache: 'REVALIDATED' });
    const session = new Client({ connectionString: shop.application.config.dataSource.connectionString });
    await session.connect();
    await session.query("update suppliers set name = name || '!' where id = 1").finally(() => session.end());
    const changed = await waitForRequest();
    expect(changed).toMatchObject({ status: 200, cache: 'EXPIRED', body: expect.stringContaining('!') });
    expect(changed.etag).not.toBe(missed.etag);
  });

  it('nginx never serves one role the response of another', async () => {
    const names = Object.keys(callers);
    const received: string[] = [];
    // Each caller comes first once, so that it meets the cached responses of all others.
    for (const [turn] of names.entries()) {
      for (const path of paths) {
        const url = path(turn);
        for (const name of [...names.slice(turn), ...names.slice(0, turn), ...names]) {
          const headers = callers[name] ?? {};
          const direct = await request(shop.origin, url, headers);
          const proxied = await request(proxy.origin, url, headers);
          expect({ ...proxied, cache: null }, `${name} at ${url}`).toEqual(direct);
          if (proxied.cache === 'HIT') received.push(`${name} ${direct.cacheControl}`);
        }
      }
    }
    expect(new Set(received)).toEqual(
      new Set(['anonymous', 'anonymous by the other header'].map((name) => `${name} public, max-age=60`)),
    );
    const answers = await Promise.all(names.map((name) => request(shop.origin, paths[0]?.(0) ?? '', callers[name])));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(3);
  });

  it('nginx returns no 304 for the response of another role', async () => {
    for (const path of paths.map((make) => make(100))) {
      const mine = await request(proxy.origin, path, everybody);
      for (const name of Object.keys(callers)) {
        const headers = { ...callers[name], 'if-none-match': mine.etag || '"none"' };
        const direct = await request(shop.origin, path, callers[name]);
        const proxied = await request(proxy.origin, path, headers);
        expect(proxied.status === 304 ? mine.body : proxied.body, `${name} at ${path}`).toBe(direct.body);
      }
    }
  });

  it('nginx caches responses of different media types separately', async () => {
    for (const accept of ['application/json', 'application/graphql-response+json', 'application/json']) {
      const { type } = await request(proxy.origin, urlOf('{ categories { id } }'), { ...everybody, accept });
      expect(type).toBe(`${accept}; charset=utf-8`);
    }
  });

  it.each(['authorization', 'x-ms-client-principal'])(
    'nginx bypasses its cache for callers with %s, and passes their 304 through',
    async (name) => {
      const path = urlOf('{ categories { name } }');
      await request(proxy.origin, path, everybody);
      const work = countWork(shop.application);
      const through = await request(proxy.origin, path, { ...everybody, [name]: 'whoever' });
      expect(through).toMatchObject({ status: 200, cache: null });
      const known = await request(proxy.origin, path, {
        ...everybody,
        [name]: 'whoever',
        'if-none-match': through.etag,
      });
      expect(known).toMatchObject({ status: 304, cache: null });
      expect(work.statements).toBe(2);
    },
  );

  it('nginx caches no errors', async () => {
    for (const query of ['{ nothing }', '{ products(filter: { rating: { eq: 1e-60 } }) { id } }']) {
      for (const turn of [1, 2]) {
        const { cache, body } = await request(proxy.origin, urlOf(query), everybody);
        expect({ turn, cache, isError: body.startsWith('{"errors"') }).toEqual({ turn, cache: 'MISS', isError: true });
      }
    }
  });
});
