import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootShop, serveEveryHost } from '../support/boot-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

const VARY = 'Authorization, X-API-Role, X-MS-API-ROLE, X-MS-CLIENT-PRINCIPAL, Accept, Accept-Encoding';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop({ change: serveEveryHost }));
});
afterAll(() => rest.close());

/** Sends these bytes on a new connection, and returns the response up to its end. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(rest.origin).port), '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

describe('methods', () => {
  it.each(['/api/Order?$first=3&$count=true', '/api/Order/5', '/api/OrderDetail/5/1?$select=line_no', '/api/Order/0'])(
    'include HEAD %s, which is GET without a body',
    async (url) => {
      const [get, head] = [await rest.fetch(url), await rest.fetch(url, { method: 'HEAD' })];
      const stable = ({ date: _, 'server-timing': __, 'x-request-id': ___, ...headers }: typeof get.headers) => headers;
      expect(head.text).toBe('');
      expect(head.status).toBe(get.status);
      expect(stable(head.headers)).toEqual(stable(get.headers));
      expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(get.text));
    },
  );

  it.each([
    ['/api/Order', 'GET, HEAD, POST, PUT, PATCH, OPTIONS'],
    ['/api/Order/5', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/api/sale/', 'GET, HEAD, OPTIONS'],
  ])('include OPTIONS %s, which returns Allow: %s', async (url, allow) => {
    const { status, headers, text: body } = await rest.fetch(url, { method: 'OPTIONS' });
    expect({ status, allow: headers.allow, body }).toEqual({ status: 204, allow, body: '' });
  });

  it.each([
    ['POST', 'No role may create "Employee"'],
    ['PUT', 'No role may create or update "Employee"'],
    ['PATCH', 'No role may update "Employee"'],
    ['DELETE', 'No role may delete "Employee"'],
    ...['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'].map((method) => [method, `Method ${method} is not allowed here`]),
  ])('exclude %s with 405 and the reason: %s', async (method, reason) => {
    for (const url of ['/api/Employee', '/api/Employee/5']) {
      const { status, headers, body } = await rest.fetch(url, { method });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD, OPTIONS' });
      expect(body.error).toEqual({
        code: 'OperationNotOffered',
        message: `${reason}. Use GET or HEAD.`,
        status: 405,
        details: { allow: ['GET', 'HEAD', 'OPTIONS'] },
      });
    }
  });

  it('are rejected before any body is read', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json' },
      { 'content-type': 'nonsense' },
    ]) {
      const answer = await rest.fetch('/api/Employee', { method: 'POST', headers, body: '{' });
      expect([answer.status, answer.body.error.code]).toEqual([405, 'OperationNotOffered']);
    }
    // Sends no byte of the body and still expects the response.
    const socket = connect(Number(new URL(rest.origin).port), '127.0.0.1');
    socket.write(
      'POST /api/Employee HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n',
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(first.toString()).toMatch(/^HTTP\/1\.1 405 /);
  });

  it.each(['/api/Order', '/api/openapi.json', '/swagger', '/health', '/', '/nothing', '/graphql'])(
    'with an unneeded body never cause an internal error: %s',
    async (path) => {
      for (const method of ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET']) {
        for (const body of ['{', '{"__proto__":1}', '', '[1,', 'null']) {
          const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
          const { status } = await rest.fetch(path, { method, headers, body });
          expect(status, `${method} ${path} ${body}`).toBeLessThan(500);
        }
      }
      expect(rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
  );

  it('are checked after the path', async () => {
    expect((await rest.fetch('/api/Ordr', { method: 'POST' })).status).toBe(404);
  });
});

describe('media types', () => {
  it.each([
    ['application/json', 200],
    ['*/*', 200],
    ['application/*', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json;odata.metadata=minimal;IEEE754Compatible=true', 200],
    ['application/json; profile="a, b; c"; q=0.5, text/html;q=0', 200],
    ['text/html, */*;q=0.1', 200],
    ['text/csv, application/json;q=0.001', 200],
    ['text/html', 406],
    ['application/xml, text/*', 406],
    ['application/json;q=0', 406],
    ['application/json;charset=utf-8;q=0, */*', 406],
    ['*/*;q=0', 406],
    ['application/problem+json', 406],
    ['nonsense', 406],
  ])('of Accept: %s return %i', async (accept, status) => {
    for (const url of ['/api/Order?$first=1', '/api/Order/5']) {
      const answer = await rest.fetch(url, { headers: { accept } });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      if (status === 406) {
        expect(answer.body.error).toEqual({
          code: 'NotAcceptable',
          message: 'Unsupported Accept header. Use application/json, or omit the header.',
          status: 406,
        });
      }
    }
  });

  it('of Accept may have parameters in GraphQL', async () => {
    const request = (accept: string) => rest.fetch('/graphql?query={__typename}', { headers: { accept } });
    expect((await request('application/json; charset=utf-8')).text).toBe('{"data":{"__typename":"Query"}}');
    expect((await request('application/graphql-response+json; charset=utf-8')).headers['content-type']).toBe(
      'application/graphql-response+json; charset=utf-8',
    );
    expect((await request('application/json; charset=utf-8; q=0')).status).toBe(406);
  });
});

describe('every response', () => {
  it.each([
    ['/api/Order?$first=1', 200, {}],
    ['/api/Order/5', 200, {}],
    ['/api/Order/0', 404, {}],
    ['/api/Nothing', 404, {}],
    ['/api/Order/%', 400, {}],
    ['/api/Order?$nope=1', 400, {}],
    ['/api/Order', 405, { method: 'DELETE' }],
    ['/api/Order', 406, { headers: { accept: 'text/html' } }],
    ['/api/Order', 403, { role: 'nobody' }],
    ['/api/Employee', 403, { role: 'support' }],
    ['/api/Order', 204, { method: 'OPTIONS' }],
  ])('to %s with %i has Vary and security headers', async (url, status, options) => {
    const answer = await rest.fetch(url, options);
    expect(answer.status).toBe(status);
    expect(answer.headers.vary).toBe(VARY);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (status < 400) return;
    const { error, ...rest_ } = answer.body;
    expect(rest_).toEqual({});
    expect(error).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      status,
      ...(error.details && { details: expect.any(Object) }),
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('roles', () => {
  it.each([
    ['support', '/api/Employee', 'The role "support" may not read "Employee".'],
    ['support', '/api/Employee/1', 'The role "support" may not read "Employee".'],
    ['support', '/api/Customer?$select=email', 'The role "support" may not read "email" of "Customer".'],
    ['support', '/api/Customer/1?$select=id,email', 'The role "support" may not read "email" of "Customer".'],
    ['support', '/api/Customer?$orderby=email', 'The role "support" may not read "email" of "Customer".'],
    ['support', '/api/Order?$orderby=customer/email', 'The role "support" may not read "email" of "Customer".'],
    ['support', '/api/Order?$orderby=employee/id', 'The role "support" may not read "Employee".'],
    ['support', '/api/Order?$expand=employee', 'The role "support" may not read "Employee".'],
    ['support', '/api/Order/5?$expand=customer($expand=accountManager)', 'The role "support" may not read "Employee".'],
    ['support', '/api/Order?$expand=customer($select=phone)', 'The role "support" may not read "phone" of "Customer".'],
    ['nobody', '/api/Order', expect.stringContaining('Unknown role "nobody".')],
  ])('%s returns 403 for %s', async (role, url, message) => {
    const { status, body } = await rest.fetch(url, { role });
    expect([status, body.error.code, body.error.message]).toEqual([403, 'Forbidden', message]);
  });

  it('read only their permitted fields at every level', async () => {
    const { body } = await rest.get(
      'Customer',
      { $first: 1, $expand: 'orders($first=1;$expand=customer)' },
      { role: 'support' },
    );
    const [customer] = body.value as unknown as [{ orders: { customer: object }[] }];
    const hidden = ['email', 'phone'];
    for (const found of [customer, customer.orders[0]?.customer ?? {}]) {
      expect(Object.keys(found)).toEqual(expect.arrayContaining(['id', 'name', 'country']));
      expect(Object.keys(found).filter((name) => hidden.includes(name))).toEqual([]);
    }
    const all = await rest.get('Customer', { $first: 1, $select: '*' }, { role: 'support' });
    expect(Object.keys(all.body.value[0] ?? {})).toEqual(Object.keys(customer).filter((name) => name !== 'orders'));
  });

  it('search only their permitted fields', async () => {
    const request = async (role: string) =>
      (await rest.get('Customer', { $search: 'fournier1@example.com', $select: 'id' }, { role })).body.value;
    expect(await request('anonymous')).toEqual([{ id: 1 }]);
    expect(await request('support')).toEqual([]);
  });

  it('receive their own response for the same URL, also when it is repeated', async () => {
    const url = '/api/Customer/3';
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await rest.fetch(url)).body).toHaveProperty('email');
      expect((await rest.fetch(url, { role: 'support' })).body).not.toHaveProperty('email');
    }
  });
});

describe('a URL', () => {
  it.each([
    ['a character beyond ASCII', "/api/Customer?$filter=city+eq+'Ã…rhus'", /percent-encode spaces/],
    ['a space', '/api/Customer?$filter=id eq 5', /percent-encode spaces/],
  ])('with unencoded characters is rejected: %s', async (_name, url, message) => {
    const answer = await exchange(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"BadRequest"/);
    expect(answer).toMatch(message);
  });

  it('of 8 KB returns links that every client accepts', async () => {
    const $filter = `name ne '${'x'.repeat(7900)}'`;
    const response = await fetch(
      `${rest.origin}/api/Customer?$first=1&$select=id&$filter=${encodeURIComponent($filter)}`,
    );
    const { value, nextLink } = (await response.json()) as { value: object[]; nextLink: string };
    expect([response.status, value]).toEqual([200, [{ id: 1 }]]);
    expect(response.headers.get('link')).toBeNull();
    expect(await (await fetch(nextLink)).json()).toMatchObject({ value: [{ id: 2 }] });
  });

  it.each([16_500, 30_000, 60_000])('of %i bytes returns 414', async (length) => {
    const answer = await exchange(
      `GET /api/Customer?$search=${'x'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 414 [\s\S]*"code":"LimitExceeded"/);
  });

  it('of the maximum length is accepted, but not one byte more', async () => {
    const request = (length: number) =>
      rest.fetch(`/api/Order/5?$select=id${'&'.repeat(length - '/api/Order/5?$select=id'.length)}`);
    expect((await request(16_384)).text).toBe('{"id":5}');
    const { status, body } = await request(16_385);
    expect(status).toBe(414);
    expect(body.error).toMatchObject({
      code: 'LimitExceeded',
      status: 414,
      details: { limit: 'url-bytes', max: 16_384 },
    });
  });
});
