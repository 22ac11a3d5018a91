import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootShop, serveEveryHost } from '../support/boot-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop({ change: serveEveryHost }));
});
afterAll(() => rest.close());

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends these header lines and a body on a new connection, and returns the response. */
async function exchange(lines: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect(Number(new URL(rest.origin).port), '127.0.0.1');
  socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}${body}`);
  const [head = '', ...rests] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rests.join('\r\n\r\n') };
}

/** Returns the code, the status, and the message of an error in the common format. */
function errorOf({ status, head, body }: RawAnswer) {
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  const { error, errors } = JSON.parse(body);
  const [{ message, extensions }] = errors ?? [{ message: error.message, extensions: error }];
  expect(extensions.status).toBe(status);
  return { status, code: extensions.code, message };
}

const paths = ['/api/Order', '/api/Order/5', '/api/openapi.json', '/graphql', '/health', '/', '/swagger', '/nothing'];

describe('an absolute URL as the request target', () => {
  it.each([
    ['/api/Order/5?$select=id', '{"id":5}'],
    ['/graphql?query={__typename}', '{"data":{"__typename":"Query"}}'],
    ['/health', '{"status":"healthy","database":"up","service":"ready"}'],
  ])('is served by its path: %s', async (path, expected) => {
    const answer = await exchange([`GET HTTP://shop.example:8080${path} HTTP/1.1`, 'Host: other.example']);
    expect([answer.status, answer.body]).toEqual([200, expected]);
  });

  it('sets the host of links regardless of the Host header', async () => {
    const answer = await exchange([
      'GET http://shop.example/api/Order?$first=1&$select=id HTTP/1.1',
      'Host: other.example',
    ]);
    expect(JSON.parse(answer.body).nextLink).toMatch('http://shop.example/api/Order?$first=1&$select=id&$after=');
  });

  it.each([
    ['http://shop.example', 200],
    ['http://shop.example?a=b', 200],
    ['http://shop.example/api/Ordr', 404],
    ['ftp://shop.example/api/Order', 400],
    ['http:/api/Order', 400],
    ['*', 400],
  ])('of the form %s returns %i', async (target, status) => {
    const answer = await exchange([`GET ${target} HTTP/1.1`, 'Host: x']);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(errorOf(answer).code).toBe(status === 404 ? 'EntityNotFound' : 'BadRequest');
  });

  it('has the same length limit as other URLs', async () => {
    const long = `http://shop.example/api/Order?$filter=${'x'.repeat(16_384)}`;
    expect(errorOf(await exchange([`GET ${long} HTTP/1.1`, 'Host: x']))).toMatchObject({
      status: 414,
      code: 'LimitExceeded',
    });
  });
});

describe('uncommon methods', () => {
  it.each(['QUERY', 'PROPFIND', 'REPORT', 'M-SEARCH', 'TRACE'])(
    'include %s, which returns 405 or 404 with any body',
    async (method) => {
      for (const path of paths) {
        for (const length of [[], ['Content-Length: 0'], ['Content-Length: 2']]) {
          const answer = await exchange(
            [`${method} ${path} HTTP/1.1`, 'Host: x', ...length],
            length.join().endsWith('2') ? '{}' : '',
          );
          const isThere = path !== '/nothing';
          expect(errorOf(answer), `${method} ${path} ${length}`).toMatchObject(
            isThere ? { status: 405, code: 'OperationNotOffered' } : { status: 404, code: 'EntityNotFound' },
          );
        }
      }
    },
  );

  it('include CONNECT, which returns 405, and unknown methods, which return 400', async () => {
    expect(errorOf(await exchange(['CONNECT shop.example:443 HTTP/1.1', 'Host: x']))).toMatchObject({ status: 405 });
    expect(errorOf(await exchange(['FROBNICATE /api/Order HTTP/1.1', 'Host: x']))).toMatchObject({
      status: 400,
      code: 'BadRequest',
    });
  });
});

describe('request headers', () => {
  it('with two hosts return 400', async () => {
    for (const path of paths) {
      expect(errorOf(await exchange([`GET ${path} HTTP/1.1`, 'Host: a', 'HOST: b']))).toEqual({
        status: 400,
        code: 'BadRequest',
        message: 'Duplicate Host header. Send it once.',
      });
    }
  });

  it('without a host return 400 in the common format, except for HTTP/1.0', async () => {
    for (const path of paths) {
      expect(errorOf(await exchange([`GET ${path} HTTP/1.1`]))).toMatchObject({ status: 400, code: 'BadRequest' });
    }
    expect((await exchange(['GET /api/Order/5 HTTP/1.0'])).status).toBe(200);
    expect((await exchange(['GET /api/Order?$first=1&$select=id HTTP/1.0'])).body).toContain('"nextLink":"/api/Order?');
  });

  it('with an unsupported Expect header return 417 in the common format', async () => {
    for (const path of paths) {
      expect(errorOf(await exchange([`GET ${path} HTTP/1.1`, 'Host: x', 'Expect: the-unexpected']))).toMatchObject({
        status: 417,
        code: 'BadRequest',
      });
    }
    const { body } = await exchange(
      [
        'POST /graphql HTTP/1.1',
        'Host: x',
        'Expect: 100-Continue',
        'Content-Type: application/json',
        'Content-Length: 26',
      ],
      '{"query":"{ __typename }"}',
    );
    expect(body).toContain('{"data":{"__typename":"Query"}}');
  });

  it('with an empty Accept count as having none', async () => {
    for (const path of ['/api/Order/5', '/api/Order?$first=1', '/graphql?query={__typename}', '/api/openapi.json']) {
      expect((await exchange([`GET ${path} HTTP/1.1`, 'Host: x', 'Accept:'])).status, path).toBe(200);
    }
  });
});

it('of an interrupted upload cause no error in the log', async () => {
  rest.logged.splice(0);
  for (const path of ['/graphql', '/api/Category']) {
    const socket = connect(Number(new URL(rest.origin).port), '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Role: staff\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"name"`,
    );
    await once(socket, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await once(socket, 'close');
  }
  // After a later response, any error would have been logged.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await rest.get('Order/5');
  expect(rest.logged).toEqual([]);
});
