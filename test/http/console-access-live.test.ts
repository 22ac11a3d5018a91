import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { ConsoleRequests, ConsoleRoles } from '../../src/server/console/console-data.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type RestAnswer, type ServedRest, serveRest } from './support/serve-rest.ts';
import {
  goodClaims,
  SHARED,
  SHARED_SECRET,
  sign,
  startTokenIssuers,
  type TokenIssuers,
} from './support/token-issuers.ts';

const ENDPOINTS = [
  '/console/model.json',
  '/console/roles.json',
  '/console/requests.json',
  '/console/problems.json',
  '/console/state.json',
];

const JSON_BODY = { 'content-type': 'application/json' };
const QUERY = JSON.stringify({ query: '{ customers { id } }' });

/** Requests every endpoint, and returns the statuses. */
async function statuses(
  service: ServedRest,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> {
  const gets = ENDPOINTS.map((path) => service.fetch(path, { role: '', headers }));
  const post = service.fetch('/console/explain.json', {
    role: '',
    method: 'POST',
    headers: { ...JSON_BODY, ...headers },
    body: QUERY,
  });
  return (await Promise.all([...gets, post])).map(({ status }) => status);
}

const all = (status: number): readonly number[] => [...ENDPOINTS, 'explain'].map(() => status);

describe('the console in production', () => {
  let issuers: TokenIssuers;
  let service: ServedRest;
  const inProduction =
    (settings: Config['runtime']['console']) =>
    (config: Config): Config => ({
      ...config,
      runtime: { ...config.runtime, mode: 'production', authentication: issuers.authentication, console: settings },
    });
  const bearer = async (role?: string): Promise<Readonly<Record<string, string>>> => ({
    authorization: `Bearer ${await sign(goodClaims(SHARED.issuer, { scope: 'ops support Clerk' }), SHARED_SECRET)}`,
    ...(role !== undefined && { 'x-api-role': role }),
  });

  beforeAll(async () => {
    issuers = await startTokenIssuers();
    service = await serveRest(await bootShop({ change: inProduction({ enabled: true, roles: ['ops', 'Clerk'] }) }));
  });
  afterAll(async () => {
    await service.close();
    await issuers.close();
  });

  it.each([
    ['if it is disabled', { enabled: false, roles: ['ops'] }],
    ['without roles', { enabled: true, roles: [] }],
  ])('is absent %s', async (_, settings) => {
    const closed = await serveRest(await bootShop({ change: inProduction(settings) }));
    try {
      expect(await statuses(closed, await bearer('ops'))).toEqual(all(404));
      // Without observers, the server has no hooks, so a disabled console costs nothing.
      const { observers } = closed.application;
      expect(
        (['requestStarted', 'stage', 'executed', 'responseSent'] as const).filter((kind) => observers.isObserved(kind)),
      ).toEqual([]);
    } finally {
      await closed.close();
    }
  });

  it('requires credentials', async () => {
    expect(await statuses(service)).toEqual(all(401));
    expect(await statuses(service, { authorization: 'Bearer nothing' })).toEqual(all(401));
    const { headers, body } = await service.fetch('/console/model.json');
    expect([headers['www-authenticate'], body.error.code]).toEqual(['Bearer', 'Unauthenticated']);
  });

  it.each([undefined, 'support', 'authenticated', 'anonymous', 'clerk', 'OPS'])('rejects the role %s', async (role) => {
    const expected = role === 'anonymous' ? 401 : 403;
    expect(await statuses(service, await bearer(role))).toEqual(all(expected));
  });

  it('explains which role is needed', async () => {
    const { body } = await service.fetch('/console/model.json', { role: '', headers: await bearer('support') });
    expect(body.error.message).toBe(
      'The role "support" may not use the console. Send a role of "runtime.console.roles" in X-API-Role.',
    );
  });

  it.each(['ops', 'Clerk'])('serves the role %s, which needs no permissions of its own', async (role) => {
    expect(await statuses(service, await bearer(role))).toEqual(all(200));
    const { body } = await service.fetch('/console/model.json', { role: '', headers: await bearer(role) });
    expect(body).toMatchObject({ role, roles: expect.arrayContaining([role, 'staff']), choosesRole: false });
  });

  it('records the codes of errors without the messages, which repeat values of other callers', async () => {
    const secret = 'fragment-of-a-body';
    const body = JSON.stringify({ query: `{ customers(filter: { id: { eq: "${secret}" } }) { id } }` });
    for (const [path, text] of [
      ['/graphql', body],
      ['/api/Category', JSON.stringify({ name: 'x', [secret]: 1 })],
    ] as const) {
      const headers = { ...JSON_BODY, ...(await bearer()) };
      await service.fetch(path, { role: '', method: 'POST', headers, body: text });
    }
    const { text } = await service.fetch('/console/requests.json', { role: '', headers: await bearer('ops') });
    const { requests } = JSON.parse(text) as ConsoleRequests;
    expect(requests.slice(-2).map(({ url, error }) => [url, error])).toEqual([
      ['/graphql', expect.stringMatching(/^\w+$/)],
      ['/api/Category', expect.stringMatching(/^\w+$/)],
    ]);
    expect(text).not.toContain(secret);
  });

  it('lists the roles of the token, which the caller can choose', async () => {
    const { body } = await service.fetch('/console/roles.json', { role: '', headers: await bearer('ops') });
    expect((body as unknown as ConsoleRoles).roles.toSorted()).toEqual(['authenticated', 'support']);
  });

  it('explains a query in a role of the token that may not use the console', async () => {
    const explain = async (role: string): Promise<RestAnswer> =>
      service.fetch(`/console/explain.json?role=${role}`, {
        role: '',
        method: 'POST',
        headers: { ...JSON_BODY, ...(await bearer('ops')) },
        body: QUERY,
      });
    expect((await explain('support')).status).toBe(200);
    const { status, body } = await explain('staff');
    expect([status, body.error.message]).toEqual([403, 'You do not have the role "staff".']);
  });

  it('explains only what the role may read', async () => {
    const explain = async (query: string): Promise<RestAnswer> =>
      service.fetch('/console/explain.json', {
        role: '',
        method: 'POST',
        headers: { ...JSON_BODY, ...(await bearer('ops')) },
        body: JSON.stringify({ query, database: true }),
      });
    expect((await explain('{ customers { id } }')).status).toBe(200);
    expect((await explain('mutation { deleteOrder(id: 1) { id } }')).status).toBe(403);
  });

  it('serves no pages', async () => {
    for (const path of ['/swagger', '/api/Order', '/graphql']) {
      const { headers } = await service.fetch(path, { role: '', headers: { accept: 'text/html' } });
      expect([path, headers['content-type']]).not.toEqual([path, expect.stringContaining('text/html')]);
    }
  });
});

describe('the console in development', () => {
  let service: ServedRest;
  beforeAll(async () => {
    const origins = ['https://app.example'];
    service = await serveRest(
      await bootShop({
        change: (config) => ({
          ...config,
          runtime: {
            ...config.runtime,
            cors: { ...config.runtime.cors, origins },
            console: { enabled: true, roles: ['ops'] },
          },
        }),
      }),
    );
  });
  afterAll(() => service.close());

  it('serves every caller', async () => {
    expect(await statuses(service)).toEqual(all(200));
    expect(await statuses(service, { 'x-api-role': 'support' })).toEqual(all(200));
  });

  it('is absent if it is disabled, and so is the home page', async () => {
    const change = (config: Config): Config => ({
      ...config,
      runtime: { ...config.runtime, console: { enabled: false, roles: [] } },
    });
    const closed = await serveRest(await bootShop({ change }));
    try {
      expect(await statuses(closed)).toEqual(all(404));
      expect((await closed.fetch('/')).status).toBe(404);
    } finally {
      await closed.close();
    }
  });

  it.each(['/console', '/console/v1'])('leaves its path to an API at %s', async (path) => {
    const change = (config: Config): Config => ({
      ...config,
      runtime: { ...config.runtime, rest: { ...config.runtime.rest, path } },
    });
    const other = await serveRest(await bootShop({ change }));
    try {
      expect((await other.fetch(`${path}/Order/1`)).status).toBe(200);
      expect((await other.fetch('/console/model.json')).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it.each<Readonly<Record<string, string>>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'https://app.example' },
    { origin: 'null' },
  ])('rejects a page of another origin: %j', async (headers) => {
    expect(await statuses(service, headers)).toEqual(all(403));
  });

  it('serves its own page', async () => {
    expect(await statuses(service, { 'sec-fetch-site': 'same-origin', origin: service.origin })).toEqual(all(200));
    expect(await statuses(service, { 'sec-fetch-site': 'none' })).toEqual(all(200));
    expect(await statuses(service, { origin: service.origin })).toEqual(all(200));
  });

  it('rejects a host that is not this machine', async () => {
    for (const path of ENDPOINTS) {
      expect((await service.fetch(path, { headers: { host: 'evil.example' } })).status).toBe(403);
    }
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'rejects a body that a form of another site can send: %s',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const { status } = await service.fetch('/console/explain.json', { method: 'POST', headers, body: QUERY });
      expect(status).toBe(415);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE'])('rejects the method %s', async (method) => {
    for (const path of [...ENDPOINTS, '/console/explain.json']) {
      expect((await service.fetch(path, { method })).status).toBe(405);
    }
    expect((await service.fetch('/console/explain.json')).status).toBe(405);
  });

  /** Sends bytes, which may be invalid UTF-8. */
  const sendBytes = (body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${service.origin}/console/explain.json`,
        { method: 'POST', headers: JSON_BODY },
        (response) => {
          void text(response).then(() => resolve(response.statusCode ?? 0));
        },
      );
      sent.on('error', reject).end(body);
    });

  it.each([
    ['deep JSON', Buffer.from(`{"variables":${'['.repeat(100_000)}${']'.repeat(100_000)},"query":"{ a }"}`), 400],
    ['many values', Buffer.from(`{"query":"{ a }","variables":{"a":[${'1,'.repeat(200_000)}1]}}`), 400],
    ['a huge body', Buffer.alloc(2 ** 21, ' '), 413],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['truncated JSON', Buffer.from('{"query":'), 400],
    ['an empty body', Buffer.from(''), 400],
    ['__proto__', Buffer.from('{"__proto__":{"query":"{ a }"}}'), 400],
    ['a number', Buffer.from('1e999'), 400],
    ['a deep document', Buffer.from(JSON.stringify({ query: '{ a '.repeat(5000) })), 400],
    ['many aliases', Buffer.from(JSON.stringify({ query: `{ ${'a: customers { id } '.repeat(400)} }` })), 400],
    ['operationName', Buffer.from('{"query":"{ customers { id } }","operationName":{}}'), 400],
    ['an unknown operation', Buffer.from('{"query":"query A { customers { id } }","operationName":"B"}'), 400],
    ['variables', Buffer.from('{"query":"{ customers { id } }","variables":7}'), 400],
    ['NUL', Buffer.from('{"query":"{ customers(search: \\"\\u0000\\") { id } }","database":true}'), 400],
  ])('rejects %s', async (_, body, status) => {
    expect(await sendBytes(body)).toBe(status);
  });

  it.each([
    '/console/model.json?role=%ff',
    '/console/model.json?role=nothing',
    '/console/model.json?role=staff&role=staff',
    '/console/model.json?rolle=staff',
    '/console/requests.json?after=-1',
    '/console/requests.json?after=9e9',
    '/console/requests.json?after=',
    '/console/problems.json?after=1',
    '/console/roles.json?role=staff',
  ])('rejects %s', async (path) => {
    const { status, body } = await service.fetch(path);
    expect([status, body.error.code]).toEqual([400, 'BadRequest']);
  });

  it('logs no internal error', () => {
    expect(service.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
