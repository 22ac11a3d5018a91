import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createServer } from '../../src/server/create-server.ts';
import { serve } from './support/serve.ts';
import { createStandIn, type RuntimeChanges } from './support/stand-in-application.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('X-Request-Id', () => {
  it.each(['7f3a', 'trace:1/2+3=4~5', 'x'.repeat(128)])('is accepted as %s', async (id) => {
    const { origin } = await serve();
    const { headers } = await fetch(`${origin}/health`, { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'two words', 'a"b', 'x'.repeat(129), '<script>', '{}'])('is replaced if it is %j', async (id) => {
    const { origin } = await serve();
    const { headers } = await fetch(`${origin}/health`, { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(UUID);
  });

  it('differs between requests that send none', async () => {
    const { origin } = await serve();
    const ids = await Promise.all([1, 2, 3].map(async () => (await fetch(origin)).headers.get('x-request-id')));
    expect(new Set(ids).size).toBe(3);
  });

  it('is part of each error response', async () => {
    const { origin, post } = await serve();
    const responses = await Promise.all([fetch(`${origin}/%zz`), fetch(`${origin}/nothing`), post('{')]);
    for (const { headers } of responses) expect(headers.get('x-request-id')).toMatch(UUID);
  });

  it('is in the response and in the log of an internal error', async () => {
    const { post, logged } = await serve();
    const response = await post({ query: '{ crashed }' }, { 'x-request-id': 'my-id' });
    const { errors } = (await response.json()) as { errors: [{ extensions: { details: object } }] };
    expect(errors[0].extensions.details).toMatchObject({ requestId: 'my-id' });
    expect(logged).toMatchObject([{ requestId: 'my-id', logId: expect.stringMatching(UUID) }]);
  });
});

/** Returns the lines that requests write. */
async function logOf(
  accessLog: 'json' | 'common',
  send: (origin: string) => Promise<unknown>,
  runtime: RuntimeChanges = {},
): Promise<string[]> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(...(text.match(/.*\n/g) ?? [])) };
  const server = createServer(createStandIn({ accessLog, ...runtime }), pino({ level: 'silent' }), stream);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  await send(origin);
  await server.close();
  return lines;
}

const post = (origin: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"query":"{ role }"}',
  });

describe('the access log', () => {
  it('has a line for each response', async () => {
    const lines = await logOf('json', async (origin) => {
      await post(origin, { 'x-request-id': 'first' });
      await fetch(`${origin}/nothing?secret=1`, { headers: { 'x-request-id': 'second' } });
      await fetch(`${origin}/health`, { method: 'HEAD', headers: { 'x-request-id': 'third' } });
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { requestId: 'first', method: 'POST', path: '/graphql', status: 200, bytes: 29, entities: '', msg: 'Request' },
      { requestId: 'second', method: 'GET', path: '/nothing', status: 404, bytes: expect.any(Number) },
      { requestId: 'third', method: 'HEAD', path: '/health', status: 200, bytes: 0 },
    ]);
    expect(lines.join('')).not.toContain('secret');
  });

  it('has a line for a WebSocket when it ends', async () => {
    const send = async (origin: string): Promise<void> => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql?secret=1`, 'graphql-transport-ws');
      await once(socket, 'open');
      await fetch(`${origin}/health`);
      socket.close();
      await once(socket, 'close');
    };
    const lines = await logOf('json', send, { live: { enabled: true } });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', path: '/health', status: 200 },
      { method: 'GET', path: '/graphql', status: 101, ms: expect.any(Number), bytes: expect.any(Number) },
    ]);
  });

  it('can have the Common Log Format, whose lines a client cannot forge', async () => {
    const lines = await logOf('common', async (origin) => {
      await post(origin);
      await fetch(`${origin}/a"b%0d%0aForged`);
    });
    const time = String.raw`\[\d{2}/[A-Z][a-z]{2}/\d{4}:\d{2}:\d{2}:\d{2} \+0000\]`;
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(new RegExp(`^127.0.0.1 - - ${time} "POST /graphql HTTP/1.1" 200 29\n$`));
    expect(lines[1]).toMatch(
      new RegExp(`^127.0.0.1 - - ${time} "GET /a(%22|\\\\x22)b%0d%0aForged HTTP/1.1" 404 \\d+\n$`),
    );
  });

  it('has the address of the client behind trusted proxies', async () => {
    const send = (origin: string) => post(origin, { 'x-forwarded-for': '1.1.1.1, 192.0.2.1' });
    const [behindProxy] = await logOf('common', send, { trustedProxies: ['loopback'] });
    expect(behindProxy).toMatch(/^192\.0\.2\.1 - - /);
    const [direct] = await logOf('common', send);
    expect(direct).toMatch(/^127\.0\.0\.1 - - /);
  });

  it('is empty by default', async () => {
    const { origin, logged } = await serve();
    await fetch(`${origin}/health`);
    expect(logged).toEqual([]);
  });
});
