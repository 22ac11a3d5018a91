import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWork } from '../support/count-work.ts';
import { urlOf, withCaching } from './support/caching-shop.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const VARY = 'Authorization, X-API-Role, X-MS-API-ROLE, X-MS-CLIENT-PRINCIPAL, Accept, Accept-Encoding';

describe('caching of GraphQL over GET', () => {
  let shop: ServedShop;
  beforeAll(async () => {
    shop = await serveShop({ database: 'shop_caching', change: withCaching });
  });
  afterAll(() => shop.close());

  const get = (query: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(shop.origin + urlOf(query), { method, headers: { 'x-api-role': 'anonymous', ...headers } });

  /** Returns the ETag, the other caching headers, and the body of a response. */
  const read = async (response: Response) => ({
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    cacheControl: response.headers.get('cache-control'),
    vary: response.headers.get('vary'),
    type: response.headers.get('content-type'),
    length: response.headers.get('content-length'),
    body: await response.text(),
  });

  const products = '{ products(first: 2) { id name price } }';

  it('returns a weak ETag, and 304 without a body if the tag matches', async () => {
    const full = await read(await get(products));
    expect(full).toMatchObject({ status: 200, cacheControl: 'public, max-age=60', vary: VARY });
    expect(full.etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const known of [full.etag, full.etag.slice(2), `"other", ${full.etag}`, '*']) {
      const work = countWork(shop.application);
      const short = await read(await get(products, { 'if-none-match': known }));
      expect(short).toEqual({ ...full, status: 304, type: null, length: null, body: '' });
      // Nothing is cached here: the database decides whether the response has changed.
      expect(work.statements).toBe(1);
    }
    for (const unknown of ['"other"', full.etag.replace(/.{4}"$/, '"'), `${full.etag} x`]) {
      expect(await read(await get(products, { 'if-none-match': unknown }))).toEqual(full);
    }
  });

  it('returns the headers of GET for HEAD', async () => {
    const full = await read(await get(products));
    expect(await read(await get(products, {}, 'HEAD'))).toEqual({ ...full, body: '' });
    const short = await read(await get(products, { 'if-none-match': full.etag }, 'HEAD'));
    expect(short).toEqual({ ...full, status: 304, type: null, length: null, body: '' });
  });

  it('changes the ETag only if the selected data changes', async () => {
    const before = await read(await get(products));
    const session = new Client({ connectionString: shop.application.config.dataSource.connectionString });
    await session.connect();
    try {
      await session.query('update products set available_from = current_date where id = 1');
      expect((await get(products, { 'if-none-match': before.etag })).status).toBe(304);
      await session.query('update products set price = price + 1 where id = 1');
      const after = await read(await get(products, { 'if-none-match': before.etag }));
      expect(after.status).toBe(200);
      expect(after.etag).not.toBe(before.etag);
    } finally {
      await session.end();
    }
  });

  it('never returns 304 for an ETag sent to a role that sees other fields', async () => {
    const query = '{ products(first: 1000) { name _etag } }';
    const [everybody, clerk] = [await read(await get(query)), await read(await get(query, { 'x-api-role': 'clerk' }))];
    expect(clerk.etag).not.toBe(everybody.etag);
    const crossed = await get(query, { 'x-api-role': 'clerk', 'if-none-match': everybody.etag });
    expect(await read(crossed)).toEqual(clerk);
  });

  it.each([
    ['anonymous', '{ categories { name } }', 'public, max-age=3600'],
    ['anonymous', '{ categories { products { name } } }', 'public, max-age=60'],
    [
      'anonymous',
      '{ categories(filter: { products: { some: { price: { gt: 1 } } } }) { name } }',
      'public, max-age=60',
    ],
    ['anonymous', '{ products { orderDetails(first: 1) { quantity } } }', 'no-cache'],
    ['anonymous', '{ products { suppliers { name } } }', 'no-cache'],
    ['anonymous', '{ __schema { queryType { name } } }', 'no-cache'],
    ['clerk', '{ categories { name products { name } } }', 'private'],
    ['clerk', '{ categories { name } customers { name } }', 'no-store'],
    ['clerk', '{ __typename }', 'no-store'],
  ])('to %s, %s is %s', async (role, query, expected) => {
    const { status, cacheControl, etag } = await read(await get(query, { 'x-api-role': role }));
    expect({ status, cacheControl }).toEqual({ status: 200, cacheControl: expected });
    expect((await get(query, { 'x-api-role': role, 'if-none-match': etag })).status).toBe(304);
  });

  it('treats a caller of the simulator without a role header as identified', async () => {
    const response = await fetch(shop.origin + urlOf('{ customers(first: 1) { name } }'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['a rejected document', '{ nothing }'],
    ['a forbidden field', '{ products(orderBy: { price: ASC }) { id } }'],
    ['a statement that fails', '{ products(filter: { rating: { eq: 1e-60 } }) { id } }'],
  ])('sends no ETag and disables caching for %s', async (_name, query) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const response = await get(query, { accept, 'x-api-role': 'clerk', 'if-none-match': '*' });
      expect(await read(response)).toMatchObject({
        etag: '',
        cacheControl: 'no-store',
        body: expect.stringMatching(/^{"errors"/),
      });
    }
  });

  it('sends no ETag for POST and ignores If-None-Match', async () => {
    const response = await shop.post(JSON.stringify({ query: products }), { 'if-none-match': '*' });
    expect(await read(response)).toMatchObject({ status: 200, etag: '', cacheControl: 'no-cache' });
    const identified = await shop.post(JSON.stringify({ query: products }), { 'x-api-role': 'authenticated' });
    expect(identified.headers.get('cache-control')).toBe('no-store');
  });
});

describe('caching of REST', () => {
  let shop: ServedShop;
  beforeAll(async () => {
    shop = await serveShop({ database: 'shop_caching_rest', change: withCaching });
  });
  afterAll(() => shop.close());

  const get = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const response = await fetch(shop.origin + path, { method, headers: { 'x-api-role': 'anonymous', ...headers } });
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      cacheControl: response.headers.get('cache-control'),
      vary: response.headers.get('vary'),
      link: response.headers.get('link'),
      body: await response.text(),
    };
  };
  const change = async (sql: string) => {
    const session = new Client({ connectionString: shop.application.config.dataSource.connectionString });
    await session.connect();
    await session.query(sql).finally(() => session.end());
  };

  it.each([
    ['/api/Product/3?$select=id,name', /^"[\w-]{22}-[0-9a-f]{32}"$/],
    ['/api/Product?$select=id,name&$first=2', /^W\/"[0-9a-f]{32}"$/],
  ])('returns an ETag for %s, and 304 without a body if the tag matches', async (path, form) => {
    const full = await get(path);
    expect(full).toMatchObject({ status: 200, cacheControl: 'public, max-age=60', vary: VARY });
    expect(full.etag).toMatch(form);
    expect(await get(path, {}, 'HEAD')).toEqual({ ...full, body: '' });
    for (const method of ['GET', 'HEAD']) {
      for (const known of [full.etag, `"other", ${full.etag}`, '*']) {
        expect(await get(path, { 'if-none-match': known }, method)).toEqual({ ...full, status: 304, body: '' });
      }
    }
    expect(await get(path, { 'if-none-match': '"other"' })).toEqual(full);
  });

  it('starts the ETag of an item with the hash of its row, which does not depend on the selection', async () => {
    const rowOf = ({ etag }: { etag: string }) => /^"(.+)-/.exec(etag)?.[1];
    const [first, second] = [await get('/api/Product/4?$select=id'), await get('/api/Product/4?$select=name')];
    expect(rowOf(first)).toBe(rowOf(second));
    expect(first.etag).not.toBe(second.etag);
    await change('update products set price = price + 1 where id = 4');
    const after = await get('/api/Product/4?$select=id');
    expect(after.body).toBe(first.body);
    expect(rowOf(after)).not.toBe(rowOf(first));
  });

  it('returns neither an ETag nor 304 for a missing or forbidden item', async () => {
    for (const [path, role, status] of [
      ['/api/Product/999999', 'anonymous', 404],
      ['/api/Customer/1?$select=email', 'support', 403],
    ] as const) {
      const headers = { 'x-api-role': role, 'if-none-match': '*' };
      expect(await get(path, headers)).toMatchObject({ status, etag: '', cacheControl: 'no-store' });
    }
  });

  it.each([
    ['anonymous', '/api/Category?$select=name', 'public, max-age=3600'],
    ['anonymous', '/api/Category?$select=name&$expand=products($select=name)', 'public, max-age=60'],
    ['anonymous', "/api/Category?$select=name&$filter=products/any(p: p/name eq 'x')", 'public, max-age=60'],
    ['support', '/api/Order?$select=id&$first=1', 'no-store'],
  ])('for %s, %s is %s', async (role, path, expected) => {
    expect((await get(path, { 'x-api-role': role })).cacheControl).toBe(expected);
  });
});
