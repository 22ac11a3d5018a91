import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { hostOf, isHostPattern, matchHosts } from '../../src/base/host-names.ts';
import { startIdentityProvider } from '../../src/identity-provider/start-identity-provider.ts';
import { createHostCheck } from '../../src/server/proxies/public-address.ts';
import { serve } from './support/serve.ts';

type Settings = Parameters<typeof serve>[0];

/** Returns the status of a GraphQL request with these header lines. */
async function statusOf(
  origin: string,
  lines: readonly string[],
  line = 'GET /graphql?query=%7Brole%7D HTTP/1.1',
): Promise<number> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${[line, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return Number((await text(socket)).split(' ')[1]);
}

const serveInDevelopment = (more: Settings = {}) =>
  serve({ mode: 'development', authentication: { provider: 'Simulator', issuers: [] }, ...more });

describe('allowed hosts in development', () => {
  it('include loopback names in every spelling', async () => {
    const { origin } = await serveInDevelopment();
    for (const host of [
      'localhost',
      'localhost:4000',
      'LocalHost:4000',
      'localhost.',
      'localhost.:4000',
      'app.localhost:4000',
      '127.0.0.1',
      '127.0.0.1:9',
      '127.8.7.6:4000',
      '[::1]',
      '[::1]:4000',
      '[0:0:0:0:0:0:0:1]:4000',
    ]) {
      expect({ host, status: await statusOf(origin, [`Host: ${host}`]) }).toEqual({ host, status: 200 });
    }
  });

  it.each([
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    'localhost:4000.evil.example',
    'evil.example/localhost',
    'localhost@evil.example',
    'evil.example#localhost',
    '10.1.2.3:4000',
    '[2001:db8::1]:4000',
    '[::1].evil.example',
    'xn--lcalhost-n1a',
    '..localhost',
    '',
  ])('exclude %s for every method and path', async (host) => {
    const { origin, application } = await serveInDevelopment();
    for (const line of [
      'GET /graphql?query=%7Brole%7D HTTP/1.1',
      'POST /graphql HTTP/1.1',
      'OPTIONS /graphql HTTP/1.1',
      'GET / HTTP/1.1',
      'GET /api/openapi.json HTTP/1.1',
      'GET /health HTTP/1.1',
    ]) {
      expect([400, 403]).toContain(await statusOf(origin, [`Host: ${host}`], line));
    }
    expect(application.requests).toEqual([]);
  });

  it('are named in the error as the setting that allows a host', async () => {
    const { server } = await serveInDevelopment();
    const { statusCode, body } = await server.inject({ url: '/graphql', headers: { host: 'dev.example.com:4000' } });
    expect([statusCode, JSON.parse(body).errors[0].message]).toEqual([
      403,
      'Unknown host "dev.example.com:4000". To allow it, add it to "runtime.host.allowed-hosts".',
    ]);
  });

  it('require a Host header', async () => {
    const { origin } = await serveInDevelopment();
    expect(await statusOf(origin, [])).toBe(400);
    expect(await statusOf(origin, [], 'GET /graphql?query=%7Brole%7D HTTP/1.0')).toBe(403);
    expect(await statusOf(origin, ['Host: localhost', 'Host: evil.example'])).toBe(400);
  });

  it('apply to the host of an absolute request URL', async () => {
    const { origin } = await serveInDevelopment();
    const get = (authority: string) => `GET http://${authority}/graphql?query=%7Brole%7D HTTP/1.1`;
    expect(await statusOf(origin, ['Host: localhost'], get('evil.example'))).toBe(403);
    expect(await statusOf(origin, ['Host: evil.example'], get('localhost:4000'))).toBe(200);
  });

  it('include configured hosts', async () => {
    const { origin } = await serveInDevelopment({ allowedHosts: ['dev.example.com', '*.dev.test', '10.1.2.3'] });
    for (const host of ['dev.example.com:4000', 'DEV.example.com.', 'a.dev.test', 'a.b.dev.test', '10.1.2.3']) {
      expect({ host, status: await statusOf(origin, [`Host: ${host}`]) }).toEqual({ host, status: 200 });
    }
    for (const host of ['example.com', 'a.dev.example.com', 'dev.test', 'adev.test', '10.1.2.4']) {
      expect({ host, status: await statusOf(origin, [`Host: ${host}`]) }).toEqual({ host, status: 403 });
    }
  });

  it('apply to both the host and the forwarded host, which only a trusted proxy can set', async () => {
    const trusting = await serveInDevelopment({ trustedProxies: ['loopback'], allowedHosts: ['dev.example.com'] });
    const untrusting = await serveInDevelopment({ allowedHosts: ['dev.example.com'] });
    const status = ({ origin }: typeof trusting, host: string, forwarded: string) =>
      statusOf(origin, [`Host: ${host}`, `X-Forwarded-Host: ${forwarded}`]);
    expect(await status(trusting, 'localhost', 'dev.example.com')).toBe(200);
    expect(await status(trusting, 'localhost', 'evil.example')).toBe(403);
    // A page at a rebound DNS name can set this header.
    expect(await status(trusting, 'evil.example', 'localhost')).toBe(403);
    expect(await statusOf(trusting.origin, ['Host: localhost', 'Forwarded: host=evil.example'])).toBe(403);
    expect(await status(untrusting, 'localhost', 'evil.example')).toBe(200);
    expect(await status(untrusting, 'evil.example', 'localhost')).toBe(403);
  });

  it('include the local address of the connection', () => {
    const isAllowed = createHostCheck([]);
    expect(isAllowed('10.1.2.3:4000', { localAddress: '::ffff:10.1.2.3' })).toBe(true);
    expect(isAllowed('10.1.2.3', { localAddress: '10.1.2.3' })).toBe(true);
    expect(isAllowed('[2001:db8::1]:4000', { localAddress: '2001:db8::1' })).toBe(true);
    expect(isAllowed('10.1.2.4', { localAddress: '::ffff:10.1.2.3' })).toBe(false);
    expect(isAllowed('10.1.2.3.evil.example', { localAddress: '10.1.2.3' })).toBe(false);
    expect(isAllowed(undefined, {})).toBe(false);
  });
});

describe('allowed hosts in production', () => {
  it('include every host unless hosts are configured', async () => {
    const open = await serve();
    expect(await statusOf(open.origin, ['Host: shop.example.com'])).toBe(200);
    const bound = await serve({ allowedHosts: ['shop.example.com'] });
    expect(await statusOf(bound.origin, ['Host: shop.example.com'])).toBe(200);
    expect(await statusOf(bound.origin, ['Host: localhost'])).toBe(200);
    expect(await statusOf(bound.origin, ['Host: evil.example'])).toBe(403);
  });
});

describe('the development identity provider', () => {
  it('rejects other hosts and sends a content security policy with its pages', async () => {
    const provider = await startIdentityProvider(0);
    try {
      provider.serve({
        users: [],
        audience: 'urn:joinery:test',
        redirectUris: ['http://127.0.0.1:1/sign-in'],
        keys: [],
        tokenSeconds: 60,
      });
      for (const line of [
        'GET /.well-known/openid-configuration HTTP/1.1',
        'GET /sign-in/x HTTP/1.1',
        'GET /auth HTTP/1.1',
      ]) {
        expect(await statusOf(provider.issuer, ['Host: evil.example'], line)).toBe(403);
      }
      for (const path of ['/auth?client_id=none', '/auth', '/session/end', '/nothing', '/sign-in/x']) {
        const response = await fetch(`${provider.issuer}${path}`, { headers: { accept: 'text/html' } });
        expect([path, response.headers.get('content-security-policy')]).toEqual([
          path,
          expect.stringContaining("default-src 'none'"),
        ]);
      }
    } finally {
      await provider.close();
    }
  });
});

test.each([
  ['localhost:80', 'localhost'],
  ['[::1]:80', '::1'],
  ['A.B.', 'a.b'],
  ['a/b', undefined],
  ['u@a', undefined],
  ['a:99999', undefined],
  ['', undefined],
])('hostOf %j', (header, host) => {
  expect(hostOf(header)).toBe(host);
});

test.each([
  ['dev.example.com', true],
  ['*.example.com', true],
  ['*', true],
  ['::1', true],
  ['10.0.0.1', true],
  ['http://dev.example.com', false],
  ['dev.example.com:80', false],
  ['a*.example.com', false],
  ['*.', false],
  ['', false],
])('isHostPattern %j', (pattern, valid) => {
  expect(isHostPattern(pattern)).toBe(valid);
});

test('matchHosts requires a nonempty label in place of the wildcard', () => {
  const matches = matchHosts(['*.example.com']);
  expect([matches('a.example.com'), matches('.example.com'), matches('example.com')]).toEqual([true, false, false]);
});
