import { request } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { makeKey } from '../../src/identity-provider/start-identity-provider.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';
import { badTokens, bearer } from './support/bad-tokens.ts';
import {
  AUDIENCE,
  goodClaims,
  now,
  SHARED,
  SHARED_SECRET,
  sign,
  startTokenIssuers,
  type TokenIssuers,
} from './support/token-issuers.ts';

let issuers: TokenIssuers;
let application: Application;
let origin: string;
let close: () => Promise<unknown>;
const logged: string[] = [];

/** Entities not listed are closed; `authenticated` sees the rows of one country. */
const withTokens = (config: Config): Config => ({
  ...config,
  runtime: { ...config.runtime, mode: 'production', authentication: issuers.authentication },
  entities: config.entities.map((entity) =>
    entity.name === 'Customer'
      ? {
          ...entity,
          permissions: [
            {
              role: 'authenticated',
              actions: [{ action: 'read', exclude: [], policy: '@item.country eq @claims.country' }],
            },
            { role: 'support', actions: [{ action: 'read', exclude: [] }] },
            { role: 'site', actions: [{ action: 'read', exclude: [] }] },
          ],
        }
      : entity,
  ),
});

beforeAll(async () => {
  issuers = await startTokenIssuers();
  application = await bootShop({ change: withTokens });
  const server = createServer(application, pino({}, { write: (line) => logged.push(line) }));
  origin = await server.listen({ host: '127.0.0.1', port: 0 });
  close = () => server.close();
});
afterAll(async () => {
  await close();
  await issuers.close();
});

interface Answer {
  readonly status: number;
  readonly challenge: string | undefined;
  readonly body: string;
}

/** Sends raw headers, which can repeat a name. */
const send = (api: 'graphql' | 'rest', headers: readonly string[]): Promise<Answer> =>
  new Promise((done, failed) => {
    const isGraphql = api === 'graphql';
    const path = isGraphql ? '/graphql' : '/api/Customer?$first=500&$select=id,country';
    const body = isGraphql ? JSON.stringify({ query: '{ customers(first: 500) { id country } }' }) : '';
    const length = String(Buffer.byteLength(body));
    const requestHeaders = ['Host', new URL(origin).host, 'Content-Type', 'application/json', 'Connection', 'close'];
    const all = [...requestHeaders, ...(isGraphql ? ['Content-Length', length] : []), ...headers];
    const sent = request(`${origin}${path}`, { method: isGraphql ? 'POST' : 'GET', headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, challenge: response.headers['www-authenticate'], body: text }),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });

const apis = ['graphql', 'rest'] as const;

describe('an invalid token', () => {
  let other: JWK;
  let good: string;
  let count = 0;

  beforeAll(async () => {
    other = await makeKey('other');
    good = await sign(goodClaims(issuers.provider.issuer, { country: 'NL' }), issuers.keys[0] as JWK);
  });

  test('differs from a valid one, which returns 200', async () => {
    for (const api of apis) expect((await send(api, bearer(good))).status).toBe(200);
  });

  test.each(badTokens.map(([name, make, message, error]) => [name, { make, message, error }] as const))(
    '%s',
    async (_name, { make, message, error }) => {
      const has = { iss: issuers.provider.issuer, key: issuers.keys[0] as JWK, other, filed: issuers.filed, good };
      const badToken = await make(has);
      const headers = typeof badToken === 'string' ? bearer(badToken) : badToken;
      for (const { status, challenge, body } of await Promise.all(apis.map((api) => send(api, headers)))) {
        expect({ status, challenge }).toEqual({
          status: 401,
          challenge: `Bearer error="${error ?? 'invalid_token'}", error_description="${message}"`,
        });
        expect(body).toContain('"Unauthenticated"');
        expect(body).not.toContain('"data"');
        const token = headers[1]?.split(' ')[1] ?? '';
        if (token.length > 20) expect(body).not.toContain(token);
        count += 1;
      }
    },
  );

  test('is tested in more than sixty forms over both APIs, and none is logged', () => {
    expect(badTokens.length).toBeGreaterThan(60);
    expect(count).toBe(badTokens.length * apis.length);
    expect(logged.filter((line) => line.includes('eyJ'))).toEqual([]);
  });
});

/** Returns the number of customers a token sees over each API, or the status of the error. */
async function sees(token: string, role?: string): Promise<readonly number[]> {
  const headers = [...bearer(token), ...(role === undefined ? [] : ['X-API-Role', role])];
  return Promise.all(
    apis.map(async (api) => {
      const { status, body } = await send(api, headers);
      const { data, value } = JSON.parse(body);
      return status === 200 && (data ?? value) ? (value ?? data.customers).length : status;
    }),
  );
}

describe('a valid token', () => {
  const iss = (): string => issuers.provider.issuer;
  const key = (): JWK => issuers.keys[0] as JWK;
  const count = async (country: string): Promise<number> =>
    (await sees(await sign(goodClaims(iss(), { country }), key())))[0] ?? 0;

  test('limits rows by its claims and grants its roles', async () => {
    const [nl, dk] = [await count('NL'), await count('DK')];
    expect(nl).toBeGreaterThan(0);
    expect(dk).toBeGreaterThan(0);
    const all = await sees(await sign(goodClaims(iss(), { roles: ['support'] }), key()), 'support');
    expect(all[0]).toBeGreaterThan(nl + dk);
    expect(all[1]).toBe(all[0]);
    expect(await sees(await sign(goodClaims(iss(), { roles: ['staff'] }), key()), 'support')).toEqual([403, 403]);
  });

  test.each([
    ['without "typ"', {}, { typ: undefined }],
    ['an access token', {}, { typ: 'at+jwt' }],
    ['of a type in upper case', {}, { typ: 'jwt' }],
    ['for one of several audiences', { aud: ['a', AUDIENCE] }, {}],
    ['for another audience of ours', { aud: 'https://other.example' }, {}],
    ['without "kid"', {}, { kid: undefined }],
    ['with one role as a string', { roles: 'support' }, {}],
    ['without roles', { roles: null }, {}],
  ])('is accepted: %s', async (_name, claims, header) => {
    const token = await sign(goodClaims(iss(), { country: 'NL', ...claims } as never), key(), header);
    expect(await sees(token)).toEqual([await count('NL'), await count('NL')]);
  });

  test('is accepted within the clock skew before its start and after its end', async () => {
    for (const claims of [{ exp: now() }, { nbf: now() + 3 }, { iat: now() + 3 }]) {
      const token = await sign(goodClaims(iss(), { country: 'NL', ...claims }), key());
      expect((await sees(token))[0]).toBeGreaterThan(0);
    }
  });

  test('is accepted with its scheme in any case', async () => {
    const token = await sign(goodClaims(iss(), { country: 'NL' }), key());
    expect((await send('rest', ['AUTHORIZATION', `bEaReR  ${token}`])).status).toBe(200);
  });

  test('grants the words of its scope as roles if the issuer has a secret', async () => {
    const token = await sign(goodClaims(SHARED.issuer, { scope: 'openid support' }), SHARED_SECRET);
    expect((await sees(token, 'support'))[0]).toBeGreaterThan(0);
    expect(await sees(token, 'staff')).toEqual([403, 403]);
  });

  test('grants the roles at the configured path', async () => {
    const claims = goodClaims('https://filed.example', { realm_access: { roles: ['support'] } });
    expect((await sees(await sign(claims, issuers.filed), 'support'))[0]).toBeGreaterThan(0);
  });

  test('grants no role for the first word of a role with spaces', async () => {
    const token = await sign(goodClaims(iss(), { roles: 'site manager' }), key());
    expect(await sees(token, 'site')).toEqual([403, 403]);
  });

  test('expires even if it was verified before', async () => {
    const token = await sign(goodClaims(iss(), { country: 'NL', exp: now() - 4 }), key());
    expect((await sees(token))[0]).toBeGreaterThan(0);
    await new Promise((done) => setTimeout(done, 2100));
    expect(await sees(token)).toEqual([401, 401]);
  });

  test('is required for every role', async () => {
    const { status, challenge } = await send('rest', []);
    expect({ status, challenge }).toEqual({ status: 401, challenge: 'Bearer' });
    expect((await send('rest', ['X-API-Role', 'support'])).status).toBe(401);
  });
});

test('is verified with each matching key in turn', async () => {
  const second = await makeKey('second');
  const { publicKey } = await generateKeyPair('RS256', { extractable: true });
  expect((await exportJWK(publicKey)).kty).toBe('RSA');
  issuers.rotate([...issuers.keys, second]);
  // An unknown key ID triggers a reload of the keys.
  const named = await sign(goodClaims(issuers.provider.issuer, { country: 'NL' }), second);
  expect((await sees(named))[0]).toBeGreaterThan(0);
  const nameless = await sign(goodClaims(issuers.provider.issuer, { country: 'NL', sub: 'x' }), second, {
    kid: undefined,
  });
  expect((await sees(nameless))[0]).toBeGreaterThan(0);
  const neither = await sign(goodClaims(issuers.provider.issuer), await makeKey('third'), { kid: undefined });
  expect(await sees(neither)).toEqual([401, 401]);
});
