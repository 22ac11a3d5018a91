import { createServer as createHttpServer } from 'node:http';
import type { JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../src/identity-provider/start-identity-provider.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';
import { goodClaims, sign, startTokenIssuers, type TokenIssuers } from './support/token-issuers.ts';

let issuers: TokenIssuers;
let shop: ServedShop;

/** Authenticated callers may read everything; anonymous callers may read nothing. */
beforeAll(async () => {
  issuers = await startTokenIssuers();
  shop = await serveShop({
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, mode: 'production', authentication: issuers.authentication },
      entities: config.entities.map((entity) => ({
        ...entity,
        permissions: [{ role: 'authenticated', actions: [{ action: 'read', exclude: [] }] }],
      })),
    }),
  });
});
afterAll(async () => {
  await shop.close();
  await issuers.close();
});

let count = 0;

/** Returns a token that has not been used before. */
const fresh = (key: JWK): Promise<string> => {
  count += 1;
  return sign(goodClaims(issuers.provider.issuer, { jti: String(count) }), key);
};

async function statusOf(token: string): Promise<number> {
  const isRest = count % 2 === 0;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = isRest
    ? await fetch(`${shop.origin}/api/Product/1?$select=id`, { headers })
    : await fetch(`${shop.origin}/graphql`, {
        method: 'POST',
        headers,
        body: '{"query":"{ product_by_pk(id: 1) { id } }"}',
      });
  const { data, id } = (await response.json()) as { data?: { product_by_pk: { id: number } }; id?: number };
  return response.status === 200 ? (data?.product_by_pk.id ?? id ?? 0) : response.status;
}

test('key rotation under load loses no request', async () => {
  let key = issuers.keys[0] as JWK;
  let rotations = 0;
  let isOver = false;
  const answers: number[] = [];
  const client = async (): Promise<void> => {
    let token = await fresh(key);
    while (!isOver) {
      // Every third request has a new token; the others repeat a verified one.
      if (answers.length % 3 === 0) token = await fresh(key);
      answers.push(await statusOf(token));
    }
  };
  const clients = Array.from({ length: 8 }, client);
  while (rotations < 4) {
    const next = await makeKey(`rotated-${rotations}`);
    // Providers publish a new key before they sign with it, and keep the old key until its tokens have expired.
    issuers.rotate([next, key]);
    key = next;
    rotations += 1;
    const before = answers.length;
    while (answers.length < before + 60) await new Promise((done) => setTimeout(done, 20));
  }
  isOver = true;
  await Promise.all(clients);
  expect(answers.length).toBeGreaterThan(240);
  expect(answers.filter((answer) => answer !== 1)).toEqual([]);
  issuers.keys[0] = key;
});

test('an unreachable provider loses no request with a known key', async () => {
  const key = issuers.keys[0] as JWK;
  expect(await statusOf(await fresh(key))).toBe(1);
  await issuers.stop();
  const answers = [];
  for (let index = 0; index < 50; index += 1) answers.push(await statusOf(await fresh(key)));
  expect(answers.filter((answer) => answer !== 1)).toEqual([]);
  // An unknown key may be a new key of the provider, which cannot be checked now.
  const unknown = await makeKey('while-away');
  expect(await statusOf(await fresh(unknown))).toBe(503);
  expect(await statusOf(await fresh(key))).toBe(1);
  await issuers.restart([key, unknown]);
  await expect.poll(async () => statusOf(await fresh(unknown)), { timeout: 60_000 }).toBe(1);
  const warnings = shop.logged.filter(({ msg }) => msg === 'The keys for token verification are unavailable');
  expect(warnings.map((line) => JSON.stringify(line))).toEqual([
    expect.stringContaining(`${issuers.provider.issuer}/.well-known/openid-configuration is unavailable`),
  ]);
});

test('a withdrawn key rejects even tokens that were verified before', async () => {
  const old = issuers.keys[0] as JWK;
  const cached = await fresh(old);
  expect(await statusOf(cached)).toBe(1);
  const next = await makeKey('only');
  issuers.rotate([next]);
  expect(await statusOf(await fresh(next))).toBe(1);
  expect(await statusOf(cached)).toBe(401);
  issuers.keys[0] = next;
});

test('a provider that temporarily has no keys changes nothing', async () => {
  const key = issuers.keys[0] as JWK;
  await issuers.stop();
  const port = Number(new URL(issuers.provider.issuer).port);
  let requests = 0;
  const empty = createHttpServer((request, response) => {
    const isKeys = request.url === '/jwks';
    requests += isKeys ? 1 : 0;
    const { issuer } = issuers.provider;
    response.end(JSON.stringify(isKeys ? { keys: [] } : { issuer, jwks_uri: `${issuer}/jwks` }));
  });
  await new Promise<void>((done) => empty.listen(port, '127.0.0.1', done));
  // An unknown key ID triggers a reload of the keys.
  expect(await statusOf(await fresh(await makeKey('none')))).toBe(503);
  expect(requests).toBeGreaterThan(0);
  expect(await statusOf(await fresh(key))).toBe(1);
  empty.closeAllConnections();
  await new Promise((done) => empty.close(done));
  await issuers.restart([key]);
});

test('a service starts without its provider, rejects tokens until it has keys, and serves anonymous callers', async () => {
  const key = issuers.keys[0] as JWK;
  await issuers.stop();
  const other = await serveShop({
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, mode: 'production', authentication: issuers.authentication },
    }),
  });
  const status = async (headers: Record<string, string>) => {
    const response = await fetch(`${other.origin}/api/Product/1`, { headers });
    return [response.status, response.headers.get('retry-after')];
  };
  expect(await status({})).toEqual([200, null]);
  const authorization = `Bearer ${await fresh(key)}`;
  expect(await status({ authorization })).toEqual([503, expect.stringMatching(/^[5-9]$/)]);
  await issuers.restart([key]);
  await expect.poll(() => status({ authorization }), { timeout: 60_000 }).toEqual([200, null]);
  await other.close();
}, 60_000);
