import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { serve } from './support/serve.ts';
import { VERBATIM } from './support/stand-in-application.ts';

const limits = { bodyBytes: 65_536, inValues: 1000, requestTimeoutMs: 5000, responseBytes: 90_000 };

/** Sends these bytes on a new connection, and returns the response up to its end. */
async function exchange(origin: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('responses', () => {
  test('contain the data byte for byte as the application returns it', async () => {
    const { post } = await serve();
    const response = await post({ query: '{ verbatim }' });
    expect(await response.text()).toBe(`{"data":${VERBATIM}}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('keep every digit of the numbers in the request', async () => {
    const { post } = await serve();
    const response = await post(
      '{"query":"query ($v: JSON!) { digits(value: $v) }","variables":{"v":[9007199254740993,0.12345678901234567890]}}',
    );
    expect(await response.text()).toBe('{"data":{"digits":[9007199254740993,0.12345678901234567890]}}');
  });

  test('have status 200 and data null for a failed statement in either media type', async () => {
    const { post } = await serve();
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await post({ query: '{ failed }' }, { accept });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        errors: [
          {
            message: 'There is one already.',
            extensions: { code: 'Conflict', status: 409, details: { constraint: 'orders_pkey' } },
          },
        ],
        data: null,
      });
    }
  });

  test('beyond the size limit are replaced by an error', async () => {
    const { post } = await serve();
    const { data, errors } = await (await post({ query: '{ huge }' })).json();
    expect({ data, code: errors[0].extensions.code }).toEqual({ data: null, code: 'LimitExceeded' });
  });

  test('to repeated documents share one parsed and validated document', async () => {
    const { post, application } = await serve();
    for (const flag of [true, false]) {
      await post({ query: 'query ($flag: Boolean) { echo(text: "x", flag: $flag) }', variables: { flag } });
    }
    const [first, second] = application.requests;
    expect(first?.document).toBe(second?.document);
    expect(first?.variables).not.toEqual(second?.variables);
  });

  test('reject introspection and suggest no names if introspection is disabled', async () => {
    const { post } = await serve({ graphql: { enabled: true, path: '/graphql', introspection: false } });
    expect(await (await post({ query: '{ __schema { queryType { name } } }' })).text()).toContain('introspection');
    expect(await (await post({ query: '{ ordrs { id } }' })).text()).not.toContain('orders');
  });
});

describe('requests', () => {
  test.each([
    ['POST and a media type in upper case', 'POST', '', { 'content-type': 'APPLICATION/JSON; charset="UTF-8"' }],
    ['GET', 'GET', '?query={echo(text:"a%2Bb+c")}', {}],
    ['GET with variables', 'GET', `?query=query($t:String){echo(text:$t)}&variables={"t":"a%2Bb c"}`, {}],
    ['GET with an operation name', 'GET', '?query=query x{echo(text:"a%2Bb c")} query y{role}&operationName=x', {}],
    ['GET with empty parameters', 'GET', '?query={echo(text:"a%2Bb c")}&variables=&operationName=&extensions=', {}],
  ])('are accepted by %s', async (_name, method, search, headers: Record<string, string>) => {
    const { url } = await serve();
    const body = method === 'POST' ? '{"query":"{ echo(text: \\"a+b c\\") }"}' : null;
    const response = await fetch(`${url}${search}`, { method, headers, body });
    expect(await response.json()).toEqual({ data: { echo: 'a+b c' } });
  });

  test('of 10 MB are accepted if the configuration allows it, else rejected', async () => {
    const body = { query: 'query ($t: String) { echo(text: $t) }', variables: { t: 'ü'.repeat(5_000_000) } };
    const roomy = await serve({ limits: { ...limits, bodyBytes: 11_000_000, responseBytes: 11_000_000 } });
    expect((await (await roomy.post(body)).json()).data.echo).toHaveLength(5_000_000);
    const usual = await serve();
    expect((await usual.post(body)).status).toBe(413);
    expect((await usual.post({ query: '{ role }' })).status).toBe(200);
  });

  test('may use HEAD like GET, and OPTIONS for the allowed methods', async () => {
    const { url } = await serve();
    const head = await fetch(`${url}?query={role}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await fetch(url, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const refused = await fetch(`${url}?query=mutation{touch}`);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('choose the media type by weight, then by order', async () => {
    const { post } = await serve();
    const chosen = async (accept: string) =>
      (await post({ query: '{ role }' }, { accept })).headers.get('content-type')?.split(';')[0];
    expect(await chosen('application/json;q=0.5, application/graphql-response+json')).toBe(
      'application/graphql-response+json',
    );
    expect(await chosen('application/graphql-response+json, application/json')).toBe(
      'application/graphql-response+json',
    );
    expect(await chosen('text/html, */*;q=0.1')).toBe('application/json');
    expect(await chosen('application/*')).toBe('application/json');
  });

  test('return 408 if the body is too slow, and 504 if the response is too slow', async () => {
    const { origin, post } = await serve({ limits: { ...limits, requestTimeoutMs: 200 } });
    const slow = await exchange(
      origin,
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    expect(slow).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"LimitExceeded"[^{}]*"status":408/i);
    const late = await post({ query: '{ slow(milliseconds: 600) }' });
    expect([late.status, (await late.json()).errors[0].extensions.code]).toEqual([504, 'DatabaseTimeout']);
  });

  test('return an error response even if they are not HTTP', async () => {
    const { origin } = await serve();
    expect(await exchange(origin, 'HELO there\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*\{"error":\{"code":"BadRequest"/,
    );
    const header = await exchange(origin, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b; '.repeat(20_000)}\r\n\r\n`);
    expect(header).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('have no body in response to HEAD, even if their headers are rejected', async () => {
    const { origin } = await serve();
    const long = await exchange(origin, `HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]*content-length: \d{2,}\r\n\r\n$/);
  });
});

describe('headers', () => {
  test('include Vary and security headers in every response', async () => {
    const { origin, url } = await serve();
    for (const address of [`${url}?query={role}`, url, `${origin}/health`, `${origin}/nowhere`, `${origin}/%zz`]) {
      const { headers } = await fetch(address);
      expect(headers.get('vary')).toBe(
        'Authorization, X-API-Role, X-MS-API-ROLE, X-MS-CLIENT-PRINCIPAL, Accept, Accept-Encoding',
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test('include Server-Timing in development only', async () => {
    const query = { query: '{ role }' };
    const development = await (await serve({ mode: 'development' })).post(query);
    expect(development.headers.get('server-timing')).toMatch(/^read;dur=[0-9.]+, document;dur=[0-9.]+, respond;dur=/);
    expect((await (await serve()).post(query)).headers.has('server-timing')).toBe(false);
  });
});

describe('paths', () => {
  test('that do not exist return 404 in the common error format', async () => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/heath`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'EntityNotFound', message: 'Unknown path "/heath". Did you mean "/health"?', status: 404 },
    });
  });

  test('serve no pages in production', async () => {
    const { origin, url } = await serve();
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    expect((await fetch(origin, { headers })).status).toBe(404);
    expect((await fetch(url, { headers })).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('of GraphQL can be disabled or moved', async () => {
    const off = await serve({ graphql: { enabled: false, path: '/graphql', introspection: true } });
    expect((await off.post({ query: '{ role }' })).status).toBe(404);
    const elsewhere = await serve({ graphql: { enabled: true, path: '/shop/query', introspection: true } });
    expect((await elsewhere.post({ query: '{ role }' })).status).toBe(200);
  });
});

describe('shutdown', () => {
  test('finishes running requests, rejects new ones, then closes the application', async () => {
    const { origin, server, post, application } = await serve();
    const running = post({ query: '{ slow(milliseconds: 300) }' }).then((response) => response.json());
    const connection = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(connection, 'connect');
    connection.write('GET /graphql?query={role} HTTP/1.1\r\nHost: x\r\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.write('\r\n');
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: [\s\S]*"code":"Unavailable"/);
    expect(await running).toEqual({ data: { slow: true } });
    await closed;
    expect(application.events).toEqual(['answered', 'closed']);
    await expect(fetch(origin)).rejects.toThrow();
  });
});

describe('HEAD', () => {
  test('returns the headers of GET at the GraphQL path', async () => {
    const { url } = await serve({ mode: 'development' });
    for (const [query, accept] of [
      ['?query=%7Brole%7D', 'application/json'],
      ['?query=%7Bnothing%7D', 'application/json'],
      ['?query=%7Brole%7D', 'application/graphql-response+json'],
      ['?query=mutation%7Btouch%7D', '*/*'],
      ['', 'application/json'],
      ['', 'text/html,*/*;q=0.8'],
      ['?query=%7Brole%7D', 'image/png'],
    ]) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => {
          const response = await fetch(`${url}${query}`, {
            method,
            headers: { accept: accept ?? '', 'accept-encoding': 'identity' },
          });
          const headers = [...response.headers].filter(
            ([name]) => !['date', 'server-timing', 'connection', 'keep-alive', 'x-request-id'].includes(name),
          );
          return { status: response.status, headers, text: await response.text() };
        }),
      );
      expect({ query, accept, ...head, text: '' }).toEqual({ query, accept, ...get, text: '' });
      expect(head?.text).toBe('');
    }
  });
});
