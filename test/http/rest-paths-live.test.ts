import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config, EntityConfig } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

/** Returns the shop with changed REST settings, keyed by entity name. */
const withRest =
  (changes: Readonly<Record<string, Partial<EntityConfig['rest']>>>) =>
  (config: Config): Config => ({
    ...config,
    entities: config.entities.map((entity) => ({ ...entity, rest: { ...entity.rest, ...changes[entity.name] } })),
  });

const apiError = ({ status, body: { error } }: Awaited<ReturnType<ServedRest['get']>>) => ({
  status,
  code: error.code,
  message: error.message,
});

describe('paths of the sample shop', () => {
  let rest: ServedRest;
  beforeAll(async () => {
    rest = await serveRest(await bootShop());
  });
  afterAll(() => rest.close());

  it.each([
    ['/api/Order/5?$select=id', '{"id":5}'],
    ['/api/Order/id/5?$select=id', '{"id":5}'],
    ['/api/order/5?$select=id', '{"id":5}'],
    ['/api/ORDERDETAIL/5/1?$select=line_no', '{"line_no":1}'],
    ['/api/OrderDetail/5/2?$select=order_id,line_no', '{"order_id":5,"line_no":2}'],
    ['/api/OrderDetail/order_id/5/line_no/2?$select=order_id,line_no', '{"order_id":5,"line_no":2}'],
    ['/api/OrderDetail/line_no/2/order_id/5?$select=order_id,line_no', '{"order_id":5,"line_no":2}'],
    ['/api/Sale/2023-01-01/NL?$select=month,country', '{"month":"2023-01-01","country":"NL"}'],
    ['/api/Sale/country/NL/month/2023-01-01?$select=month,country', '{"month":"2023-01-01","country":"NL"}'],
    ['/%61pi/%4frder/%35?$select=id', '{"id":5}'],
    ['/api/Order/%69d/5?%24select=id', '{"id":5}'],
  ])('include %s', async (url, expected) => {
    const { status, text, headers } = await rest.fetch(url);
    expect({ status, text }).toEqual({ status: 200, text: expected });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['/api/Order/5', '/api/Order?$filter=id%20eq%205'],
    ['/api/OrderDetail/5/2', '/api/OrderDetail?$filter=order_id%20eq%205%20and%20line_no%20eq%202'],
    ['/api/Customer/7', '/api/Customer?$search=&$filter=id%20eq%207'],
  ])('include %s for the only item of %s', async (item, collection) => {
    const [one, many] = [await rest.fetch(item), await rest.fetch(collection)];
    expect(many.text).toBe(`{"value":[${one.text}]}`);
  });

  it('may end with a slash after a collection', async () => {
    const [with_, without] = [await rest.fetch('/api/Order/?$first=2'), await rest.fetch('/api/Order?$first=2')];
    expect(with_.body.value).toEqual(without.body.value);
    expect(with_.status).toBe(200);
  });

  it.each([
    ['/api/Order/0', 404, 'ItemNotFound', 'There is no "Order" with id 0.'],
    ['/api/Order/-5', 404, 'ItemNotFound', 'There is no "Order" with id -5.'],
    ['/api/OrderDetail/5/99', 404, 'ItemNotFound', 'There is no "OrderDetail" with order_id 5 and line_no 99.'],
    ['/api/Sale/2023-01-01/XX', 404, 'ItemNotFound', 'There is no "Sale" with month "2023-01-01" and country "XX".'],
    ['/api/Ordr', 404, 'EntityNotFound', 'Unknown entity "Ordr" in the REST API. Did you mean "Order"?'],
    ['/api/Order(1)', 404, 'EntityNotFound', 'Put the key of an item after a slash: "/api/Order/id/1".'],
    ['/api/order(id=1)', 404, 'EntityNotFound', 'Put the key of an item after a slash: "/api/Order/id/1".'],
    [
      '/api/OrderDetail(order_id=5,line_no=2)',
      404,
      'EntityNotFound',
      'Put the key of an item after a slash: "/api/OrderDetail/order_id/5/line_no/2".',
    ],
    [
      "/api/Sale('2023-01-01','it''s,%20A')",
      404,
      'EntityNotFound',
      'Put the key of an item after a slash: "/api/Sale/month/2023-01-01/country/it\'s%2C%20A".',
    ],
    ['/api/Nothing(1)', 404, 'EntityNotFound', 'Unknown entity "Nothing(1)" in the REST API.'],
    ['/api/orders', 404, 'EntityNotFound', 'Unknown entity "orders" in the REST API. Did you mean "Order"?'],
    ['/api/Order%2F5', 404, 'EntityNotFound', 'Unknown entity "Order/5" in the REST API. Did you mean "Order"?'],
    ['/api?$first=1', 400, 'BadRequest', 'The list of entities takes no options. Remove them.'],
    ['/api//Order', 404, 'EntityNotFound', 'Unknown entity "" in the REST API.'],
    ['/apiOrder', 404, 'EntityNotFound', 'Unknown path "/apiOrder".'],
    ['/API/Order', 404, 'EntityNotFound', 'Unknown path "/API/Order".'],
    ['/api/../api/Order', 404, 'EntityNotFound', 'Unknown entity ".." in the REST API.'],
    [
      '/api/OrderDetail/5',
      400,
      'BadRequest',
      'The key of "OrderDetail" must be {order_id}/{line_no} or order_id/{order_id}/line_no/{line_no}, found 1 part.',
    ],
    [
      '/api/OrderDetail/5/1/2',
      400,
      'BadRequest',
      'The key of "OrderDetail" must be {order_id}/{line_no} or order_id/{order_id}/line_no/{line_no}, found 3 parts.',
    ],
    [
      '/api/OrderDetail/order_id/5/order_id/6',
      400,
      'BadRequest',
      'Incomplete key of "OrderDetail". Missing field "line_no".',
    ],
    [
      '/api/OrderDetail/order_id/5/quantity/6',
      400,
      'InvalidField',
      'Unknown key field "quantity" of "OrderDetail". Known key fields: "order_id", "line_no".',
    ],
    [
      '/api/Order/reference/5',
      400,
      'InvalidField',
      'Unknown key field "reference" of "Order". Known key fields: "id".',
    ],
    ['/api/Order/5/', 400, 'InvalidField', 'Unknown key field "5" of "Order". Known key fields: "id".'],
    [
      '/api/Order/five',
      400,
      'BadRequest',
      'Invalid key field "id" of "Order": Int must be an integer from -2147483648 to 2147483647, found "five".',
    ],
    [
      '/api/Order/5.0',
      400,
      'BadRequest',
      'Invalid key field "id" of "Order": Int must be an integer from -2147483648 to 2147483647, found "5.0".',
    ],
    [
      '/api/Order/id/',
      400,
      'BadRequest',
      'Invalid key field "id" of "Order": Int must be an integer from -2147483648 to 2147483647, found "".',
    ],
    [
      '/api/Order/2147483648',
      400,
      'BadRequest',
      'Invalid key field "id" of "Order": Int must be an integer from -2147483648 to 2147483647, found "2147483648".',
    ],
    [
      '/api/Sale/2023-02-30/NL',
      400,
      'BadRequest',
      'Invalid key field "month" of "Sale": Date must be a date such as "1999-01-08", found "2023-02-30".',
    ],
  ])('return an error for %s: %i %s', async (url, status, code, message) => {
    expect(apiError(await rest.fetch(url))).toEqual({ status, code, message });
  });

  it('use the entity name, regardless of its GraphQL name', async () => {
    expect((await rest.fetch('/api/Sale?$first=1')).status).toBe(200);
    expect((await rest.fetch('/api/sales?$first=1')).status).toBe(404);
  });
});

describe('configured paths', () => {
  let rest: ServedRest;
  beforeAll(async () => {
    const change = withRest({
      Order: { path: 'sales/orders' },
      OrderDetail: { path: 'sales/orders/lines' },
      Customer: { path: 'sales' },
      Product: { path: 'größe' },
      Category: { path: 'kinds' },
      Supplier: { path: 'Kinds' },
      Address: { enabled: false },
    });
    rest = await serveRest(await bootShop({ change }));
  });
  afterAll(() => rest.close());

  it.each([
    ['/api/sales/5?$select=id', '{"id":5}'],
    ['/api/sales/id/5?$select=id', '{"id":5}'],
    ['/api/sales/orders/6?$select=id', '{"id":6}'],
    ['/api/sales/orders/id/6?$select=id', '{"id":6}'],
    ['/api/SALES/Orders/Lines/6/1?$select=order_id', '{"order_id":6}'],
    ['/api/gr%C3%B6%C3%9Fe/3?$select=id', '{"id":3}'],
    ['/api/GR%C3%96%C3%9Fe/3?$select=id', '{"id":3}'],
    ['/api/kinds/1?$select=parent_id', '{"parent_id":null}'],
  ])('serve %s', async (url, expected) => {
    expect((await rest.fetch(url)).text).toBe(expected);
  });

  it('are matched by the longest prefix of whole segments', async () => {
    expect((await rest.fetch('/api/sales/orders/lines?$first=1')).body.value[0]).toHaveProperty('line_no');
    expect(apiError(await rest.fetch('/api/sales/ordersx'))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Invalid key field "id" of "Customer"'),
    });
  });

  it('are matched exactly, then in any case unless that is ambiguous', async () => {
    expect((await rest.fetch('/api/kinds?$first=1')).body.value[0]).toHaveProperty('parent_id');
    expect((await rest.fetch('/api/Kinds?$first=1')).body.value[0]).toHaveProperty('balance');
    expect((await rest.fetch('/api/KINDS?$first=1')).status).toBe(404);
  });

  it('treat an encoded slash as part of a key', async () => {
    expect((await rest.fetch('/api/sales%2Forders/6')).body.error?.code).toBe('EntityNotFound');
    expect((await rest.fetch('/api/sales/orders%2Flines')).body.error?.message).toContain('found "orders/lines"');
  });

  it('exclude a disabled entity, also as a target', async () => {
    expect(apiError(await rest.fetch('/api/Address/1'))).toMatchObject({ status: 404, code: 'EntityNotFound' });
    for (const [option, value] of [
      ['$expand', 'addresses'],
      ['$filter', 'addresses/any()'],
    ] as const) {
      const answer = await rest.get('sales', { [option]: value });
      expect(apiError(answer)).toMatchObject({ status: 400, code: 'InvalidField' });
      expect(answer.body.error.message).toContain('Unknown relationship "addresses" on entity "Customer".');
    }
    expect(apiError(await rest.get('sales/orders', { $orderby: 'billingAddress/id' }))).toMatchObject({
      status: 400,
      code: 'InvalidField',
    });
  });
});

describe('the REST API', () => {
  it('can be disabled or moved to another path', async () => {
    const change = (settings: Partial<Config['runtime']['rest']>) => (config: Config) => ({
      ...config,
      runtime: { ...config.runtime, rest: { ...config.runtime.rest, ...settings } },
    });
    const off = await serveRest(await bootShop({ change: change({ enabled: false }) }));
    expect(apiError(await off.fetch('/api/Order'))).toEqual({
      status: 404,
      code: 'EntityNotFound',
      message: 'Unknown path "/api/Order".',
    });
    await off.close();
    const elsewhere = await serveRest(await bootShop({ change: change({ path: '/shop/rest' }) }));
    expect((await elsewhere.fetch('/shop/rest/Order/5?$select=id')).text).toBe('{"id":5}');
    expect((await elsewhere.fetch('/api/Order/5')).status).toBe(404);
    const first = await elsewhere.fetch('/shop/rest/Order?$first=1&$select=id');
    expect(first.body.nextLink).toMatch(new RegExp(`^${elsewhere.origin}/shop/rest/Order\\?`));
    await elsewhere.close();
  });

  it('suggests no names in production', async () => {
    const change = (config: Config): Config => ({ ...config, runtime: { ...config.runtime, mode: 'production' } });
    const rest = await serveRest(await bootShop({ change }));
    for (const url of [
      '/api/Ordr',
      '/api/Order(1)',
      '/api/Customer?$select=Email',
      '/api/Customer?$orderby=Email',
      '/api/Customer?$filter=Email%20eq%205',
      '/api/Customer?$filter=order/any()',
      '/api/Customer?$expand=order',
      '/api/Customer?$expand=orders($filter=Status%20eq%205)',
      '/api/Customer?$expand=orders($select=Status)',
    ]) {
      const { status, text } = await rest.fetch(url);
      expect({ url, status, text }).toEqual({
        url,
        status: url.includes('?') ? 400 : 404,
        text: expect.not.stringMatching(/email|orders|\bid\b|such as|Did you mean/),
      });
    }
    await rest.close();
  });
});

it('exposes a table without a key as a collection without items', async () => {
  const change = (config: Config): Config => ({
    ...config,
    entities: config.entities.map((entity) => {
      if (entity.name !== 'Sale') return entity;
      const { keyFields: _, ...keyless } = entity;
      return keyless;
    }),
  });
  const rest = await serveRest(await bootShop({ change }));
  const { body, headers } = await rest.get('Sale', { $orderby: 'month,country', $first: 2, $count: 'true' });
  expect(body.value.map(({ month, country }) => `${month} ${country}`)).toEqual(['2022-01-01 DE', '2022-01-01 DK']);
  expect(body.nextLink).toMatch(/&\$skip=2$/);
  expect(headers.link).toContain('rel="next"');
  const item = await rest.fetch('/api/Sale/2023-01-01/NL');
  expect(apiError(item)).toEqual({
    status: 405,
    code: 'OperationNotOffered',
    message: '"Sale" has no key, so its items have no path.',
  });
  expect(item.headers.allow).toBe('OPTIONS');
  await rest.close();
});

it('distinguishes names that contain spaces', async () => {
  const change = (config: Config): Config => ({
    ...config,
    entities: config.entities.flatMap((entity) => {
      if (entity.name !== 'Customer') return [entity];
      const reads = (role: string, exclude: readonly string[]) => ({
        role,
        actions: [{ action: 'read', exclude } as const],
      });
      const { search: _, ...customer } = entity;
      const other: EntityConfig = {
        ...customer,
        name: 'clerk Customer',
        source: { ...entity.source, object: 'suppliers' },
        rest: { ...entity.rest, path: 'other' },
        graphql: { ...entity.graphql, singular: 'Other', plural: 'Others' },
        relationships: [],
        permissions: [reads('chief', [])],
      };
      return [{ ...entity, permissions: [reads('chief clerk', ['email'])] }, other];
    }),
  });
  const rest = await serveRest(await bootShop({ change }));
  for (const path of ['', '/1']) {
    expect((await rest.fetch(`/api/other${path}?$select=id,rating`, { role: 'chief' })).status).toBe(200);
    const { status, body } = await rest.fetch(`/api/Customer${path}?$select=id,rating`, { role: 'chief clerk' });
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('Unknown field "rating" on entity "Customer"'),
    ]);
  }
  await rest.close();
});
