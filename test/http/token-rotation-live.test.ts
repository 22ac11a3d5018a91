import { createServer as createHttpServer } from 'node:http';
import type { JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../src/identity-provider/start-identity-provider.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';
import { goodClaims, sign, startTokenIssuers, type TokenIssuers } from './support/token-issuers.ts';

let issuers: TokenIssuers;
let shop: ServedShop;

/** Somebody may read products, nobody anything. */
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

let made = 0;

/** A token that was never seen before. */
const fresh = (key: JWK): Promise<string> => {
  made += 1;
  return sign(goodClaims(issuers.provider.issuer, { jti: String(made) }), key);
};

async function ask(token: string): Promise<number> {
  const isRest = made % 2 === 0;
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

test('keys are rotated under load, and no request is lost', async () => {
  let key = issuers.keys[0] as JWK;
  let rotations = 0;
  let isOver = false;
  const answers: number[] = [];
  const client = async (): Promise<void> => {
    let own = await fresh(key);
    while (!isOver) {
      // A new token for every third request; the others come with one that was seen before.
      if (answers.length % 3 === 0) own = await fresh(key);
      answers.push(await ask(own));
    }
  };
  const clients = Array.from({ length: 8 }, client);
  while (rotations < 4) {
    const next = await makeKey(`rotated-${rotations}`);
    // As providers do it: the new key is there before it signs, the old one until its tokens have ended.
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

test('a provider that is away loses no request with a key that is known', async () => {
  const key = issuers.keys[0] as JWK;
  expect(await ask(await fresh(key))).toBe(1);
  await issuers.stop();
  const answers = [];
  for (let index = 0; index < 50; index += 1) answers.push(await ask(await fresh(key)));
  expect(answers.filter((answer) => answer !== 1)).toEqual([]);
  // Whether a key that is not known is a new one of the provider's nobody can tell now.
  const unknown = await makeKey('while-away');
  expect(await ask(await fresh(unknown))).toBe(503);
  expect(await ask(await fresh(key))).toBe(1);
  await issuers.restart([key, unknown]);
  await expect.poll(async () => ask(await fresh(unknown)), { timeout: 15_000 }).toBe(1);
  const told = shop.logged.filter(({ msg }) => msg === 'The keys that prove tokens cannot be had');
  expect(told.map((line) => JSON.stringify(line))).toEqual([
    expect.stringContaining(`${issuers.provider.issuer}/.well-known/openid-configuration cannot`),
  ]);
});

test('a key that is withdrawn counts no more, though its tokens were seen before', async () => {
  const old = issuers.keys[0] as JWK;
  const seen = await fresh(old);
  expect(await ask(seen)).toBe(1);
  const next = await makeKey('only');
  issuers.rotate([next]);
  expect(await ask(await fresh(next))).toBe(1);
  expect(await ask(seen)).toBe(401);
  issuers.keys[0] = next;
});

test('a provider that has no keys for a while changes nothing', async () => {
  const key = issuers.keys[0] as JWK;
  await issuers.stop();
  const port = Number(new URL(issuers.provider.issuer).port);
  let asked = 0;
  const empty = createHttpServer((request, response) => {
    const isKeys = request.url === '/jwks';
    asked += isKeys ? 1 : 0;
    const { issuer } = issuers.provider;
    response.end(JSON.stringify(isKeys ? { keys: [] } : { issuer, jwks_uri: `${issuer}/jwks` }));
  });
  await new Promise<void>((done) => empty.listen(port, '127.0.0.1', done));
  // A key that is not known makes the keys be looked up.
  expect(await ask(await fresh(await makeKey('none')))).toBe(503);
  expect(asked).toBeGreaterThan(0);
  expect(await ask(await fresh(key))).toBe(1);
  empty.closeAllConnections();
  await new Promise((done) => empty.close(done));
  await issuers.restart([key]);
});

test('a service starts without its provider, refuses tokens until there are keys, and serves who has none', async () => {
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
  await expect.poll(() => status({ authorization }), { timeout: 15_000 }).toEqual([200, null]);
  await other.close();
}, 60_000);
