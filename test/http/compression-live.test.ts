import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWork } from '../support/count-work.ts';
import { urlOf, withCaching } from './support/caching-shop.ts';
import { type CodedRequest, sendCoded } from './support/send-coded.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const JSON_BODY = { 'content-type': 'application/json', 'x-api-role': 'staff' };
const UNKNOWN = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`unknown_field_with_a_name_that_is_long_${index}`, 1]),
);
const products = '{ products(first: 100) { id name price } }';

describe('compressed responses', () => {
  let shop: ServedShop;
  beforeAll(async () => {
    shop = await serveShop({ database: 'shop_compression', change: withCaching });
  });
  afterAll(() => shop.close());

  const request = (path: string, accepted?: string, { headers = {}, ...rest }: CodedRequest = {}) =>
    sendCoded(shop.origin + path, {
      ...rest,
      headers: {
        'x-api-role': 'anonymous',
        ...headers,
        ...(accepted !== undefined && { 'accept-encoding': accepted }),
      },
    });

  it.each([
    ['a list over REST', '/api/Product'],
    ['a query by GET', urlOf(products)],
    ['an introspection', urlOf('{ __schema { types { name fields { name } } } }')],
    ['the OpenAPI document', '/api/openapi.json'],
    ['GraphiQL', '/graphql', { headers: { accept: 'text/html' } }],
    ['the console', '/'],
    ['an error', '/api/Category', { method: 'POST', headers: JSON_BODY, body: JSON.stringify(UNKNOWN) }],
    ['an error of GraphQL', urlOf(`{ ${'x '.repeat(50)} }`), { headers: { accept: 'application/json' } }],
    ['a query by POST', '/graphql', { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ query: products }) }],
  ])('have the same content as %s in fewer bytes', async (_name, path, options: CodedRequest = {}) => {
    const plain = await request(path, undefined, options);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.bytes.length).toBeGreaterThanOrEqual(1024);
    for (const coding of ['br', 'gzip']) {
      const coded = await request(path, coding, options);
      expect(coded.headers['content-encoding']).toBe(coding);
      expect(coded.text).toBe(plain.text);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length);
      expect(coded.headers['content-length']).toBe(String(coded.bytes.length));
      for (const name of ['content-type', 'cache-control', 'vary', 'content-security-policy', 'link']) {
        expect([name, coded.headers[name]]).toEqual([name, plain.headers[name]]);
      }
      expect(coded.status).toBe(plain.status);
    }
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', 'br'],
    ['*', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.9, br;q=0.1', 'gzip'],
    ['br;q=0.001, identity', undefined],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, identity;q=0.5, *;q=0', 'gzip'],
    ['gzip;q=x', undefined],
    [',;,', undefined],
  ])('are negotiated: Accept-Encoding %s selects %s', async (accepted, coding) => {
    expect((await request('/api/Product', accepted)).headers['content-encoding']).toBe(coding);
  });

  it('have at least 1 KiB, unless the client refuses the identity coding', async () => {
    const small = await request('/api/Category?$first=1', 'gzip, br');
    expect(small.headers['content-encoding']).toBeUndefined();
    const forced = await request('/api/Category?$first=1', 'gzip, identity;q=0');
    expect(forced.headers['content-encoding']).toBe('gzip');
    expect(forced.text).toBe(small.text);
  });

  it('have at least 1 KiB in bytes, not in characters', async () => {
    const describe = (letter: string) =>
      request('/api/Product/2', 'gzip', {
        method: 'PATCH',
        headers: JSON_BODY,
        body: JSON.stringify({ description: letter.repeat(550) }),
      });
    const [one, two] = [await describe('x'), await describe('ж')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect([one, two].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip']);
    expect(two.text.length).toBeLessThan(1024);
  });

  it('are replaced by 406 before any work is done if no coding is acceptable', async () => {
    const work = countWork(shop.application);
    const refused = await request('/api/Category', 'deflate, identity;q=0', {
      method: 'POST',
      headers: JSON_BODY,
      body: '{"name":"Never"}',
    });
    expect(refused.status).toBe(406);
    expect(JSON.parse(refused.text).error).toMatchObject({
      code: 'NotAcceptable',
      message: expect.stringContaining('br or gzip'),
    });
    expect(work.statements).toBe(0);
    const graphql = await request(urlOf(products), '*;q=0');
    expect([graphql.status, JSON.parse(graphql.text).errors[0].extensions.code]).toEqual([406, 'NotAcceptable']);
    expect((await request('/nowhere', '*;q=0')).status).toBe(404);
    expect((await request('/api/Nothing', '*;q=0')).status).toBe(404);
  });

  it('have an ETag per coding, and 304 only for the matching one', async () => {
    for (const path of ['/api/Product', urlOf(products), '/api/openapi.json']) {
      const [plain, gzip, br] = [await request(path), await request(path, 'gzip'), await request(path, 'br')];
      const tags = [plain, gzip, br].map(({ headers }) => String(headers.etag));
      expect(new Set(tags).size).toBe(3);
      for (const [index, accepted] of [undefined, 'gzip', 'br'].entries()) {
        for (const tag of tags) {
          const { status, headers, bytes } = await request(path, accepted, { headers: { 'if-none-match': tag } });
          expect([tag, accepted, status]).toEqual([tag, accepted, tag === tags[index] ? 304 : 200]);
          expect(headers.etag).toBe(tags[index]);
          if (status === 304) expect([bytes.length, headers['content-encoding']]).toEqual([0, undefined]);
        }
      }
    }
  });

  it('share the row part of the ETag across codings, and If-Match accepts it', async () => {
    const description = 'Oak. '.repeat(300);
    const headers = JSON_BODY;
    const path = '/api/Product/1';
    const patched = await request(path, 'gzip', { method: 'PATCH', headers, body: JSON.stringify({ description }) });
    expect([patched.status, patched.headers['content-encoding']]).toEqual([200, 'gzip']);
    const [plain, gzip] = [await request(path, undefined, { headers }), await request(path, 'gzip', { headers })];
    const rowOf = (tag: unknown) => String(tag).replace(/-[^-]*$/, '');
    expect(rowOf(gzip.headers.etag)).toBe(rowOf(plain.headers.etag));
    expect(gzip.headers.etag).not.toBe(plain.headers.etag);
    expect(patched.headers.etag).toBe(gzip.headers.etag);
    const change = (etag: unknown) =>
      request(path, 'br', {
        method: 'PATCH',
        headers: { ...headers, 'if-match': String(etag) },
        body: JSON.stringify({ description: `${description}!` }),
      });
    expect((await change(gzip.headers.etag)).status).toBe(200);
    expect((await change(gzip.headers.etag)).status).toBe(412);
  });

  it('have the same headers for HEAD and GET', async () => {
    const [{ headers: full }, head] = [
      await request('/api/Product', 'br'),
      await request('/api/Product', 'br', { method: 'HEAD' }),
    ];
    const timeless = ({ date: _, 'server-timing': __, 'x-request-id': ___, ...rest }: typeof full) => rest;
    expect(timeless(head.headers)).toEqual(timeless(full));
    expect(head.bytes.length).toBe(0);
  });

  it('are complete for each of many concurrent clients', async () => {
    const plain = await request('/api/Product?$first=100');
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => request('/api/Product?$first=100', index % 2 ? 'br' : 'gzip')),
    );
    expect(all.map(({ text }) => text)).toEqual(all.map(() => plain.text));
    expect(new Set(all.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['br', 'gzip']));
  });

  it('include the files of pages if the client refuses the identity coding', async () => {
    const folder = /swagger\/[\d.]+/.exec((await request('/swagger')).text)?.[0];
    expect((await request(`/${folder}/index.css`, 'gzip, identity;q=0')).headers['content-encoding']).toBe('gzip');
  });
});

it('are disabled if compression is "none", which ignores Accept-Encoding', async () => {
  const shop = await serveShop({
    change: (config) => ({ ...config, runtime: { ...config.runtime, compression: 'none' } }),
  });
  try {
    for (const accepted of ['gzip', 'deflate, identity;q=0']) {
      const { status, headers } = await sendCoded(`${shop.origin}/api/Product`, {
        headers: { 'accept-encoding': accepted },
      });
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
  } finally {
    await shop.close();
  }
});
