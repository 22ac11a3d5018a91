import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type Options, type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

/** Returns the text of a GraphQL response. */
async function graphql(query: string, role = 'anonymous'): Promise<string> {
  const { text } = await rest.fetch('/graphql', {
    method: 'POST',
    role,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return text;
}

/** A REST path with options, and the GraphQL field and selection for the same items. */
const items: readonly (readonly [path: string, options: Options, field: string, selection: string])[] = [
  [
    'Order/5',
    { $select: 'id', $expand: 'customer' },
    'order_by_pk(id: 5)',
    `{ id customer { id name email phone country city vat_number birthday newsletter satisfaction loyalty_points credit account_manager_id external_id last_ip notes created_at updated_at } }`,
  ],
  [
    'Order/5',
    { $select: 'id', $expand: 'customer($select=name,id)' },
    'order_by_pk(id: 5)',
    '{ id customer { name id } }',
  ],
  ['Order/1', { $select: 'id', $expand: 'employee($select=id)' }, 'order_by_pk(id: 1)', '{ id employee { id } }'],
  [
    'Order/5',
    { $expand: 'orderDetails($select=line_no),customer($select=id)', $select: 'total,id' },
    'order_by_pk(id: 5)',
    '{ total id orderDetails { line_no } customer { id } }',
  ],
  [
    'OrderDetail/5/1',
    {
      $select: 'line_no',
      $expand:
        'product($select=name;$expand=category($select=name;$expand=parent($select=name)),suppliers($select=name))',
    },
    'orderDetail_by_pk(order_id: 5, line_no: 1)',
    '{ line_no product { name category { name parent { name } } suppliers { name } } }',
  ],
  [
    'Order/5',
    { $select: 'id', $expand: 'orderDetails($first=2;$orderby=line_no desc;$select=line_no)' },
    'order_by_pk(id: 5)',
    '{ id orderDetails(first: 2, orderBy: { line_no: DESC }) { line_no } }',
  ],
  [
    'Order/5',
    { $select: 'id', $expand: 'orderDetails($top=1;$skip=1;$select=line_no)' },
    'order_by_pk(id: 5)',
    '{ id orderDetails(first: 1, offset: 1) { line_no } }',
  ],
  [
    'Order/5',
    { $select: 'id', $expand: 'orderDetails($first=-1;$select=line_no)' },
    'order_by_pk(id: 5)',
    '{ id orderDetails(first: 1000) { line_no } }',
  ],
  [
    'Order/5',
    { $select: 'id', $expand: 'orderDetails($filter=quantity gt 3 and product/price lt 900;$select=line_no,quantity)' },
    'order_by_pk(id: 5)',
    '{ id orderDetails(filter: { quantity: { gt: 3 }, product: { price: { lt: 900 } } }) { line_no quantity } }',
  ],
  [
    'Customer/51',
    { $select: 'id', $expand: 'orders($count=true;$first=1;$select=id;$filter=total gt 100)' },
    'customer_by_pk(id: 51)',
    '{ id orders(first: 1, filter: { total: { gt: 100 } }) { id } orders_connection(filter: { total: { gt: 100 } }) { totalCount } }',
  ],
  [
    'Customer/51',
    { $select: 'id', $expand: 'orders($count=true;$first=1;$select=id;$search=ring twice)' },
    'customer_by_pk(id: 51)',
    '{ id orders(first: 1, search: "ring twice") { id } orders_connection(search: "ring twice") { totalCount } }',
  ],
  [
    'Customer/51',
    { $select: 'id', $expand: 'orders($search="lift \\ ring";$select=id)' },
    'customer_by_pk(id: 51)',
    String.raw`{ id orders(search: "lift \\ ring") { id } }`,
  ],
  [
    'Category/1',
    { $select: 'id', $expand: 'children($select=id;$expand=children($select=id),products($first=1;$select=id))' },
    'category_by_pk(id: 1)',
    '{ id children { id children { id } products(first: 1) { id } } }',
  ],
  [
    'Sale/2023-01-01/NL',
    { $select: 'country', $expand: 'customers($select=id,country;$first=3)' },
    'sale_by_pk(month: "2023-01-01", country: "NL")',
    '{ country customers(first: 3) { id country } }',
  ],
];

const collections: readonly (readonly [entity: string, options: Options, field: string, selection: string])[] = [
  [
    'Customer',
    { $first: 5, $select: 'id', $expand: 'orders($select=id)' },
    'customers(first: 5)',
    '{ id orders { id } }',
  ],
  [
    'Customer',
    {
      $first: 50,
      $select: 'id',
      $filter: 'orders/any()',
      $expand:
        'orders($select=id;$orderby=total desc;$first=2;$expand=orderDetails($select=line_no;$first=2;$expand=product($select=name))),accountManager($select=last_name)',
    },
    'customers(first: 50, filter: { orders: { some: {} } })',
    '{ id orders(orderBy: { total: DESC }, first: 2) { id orderDetails(first: 2) { line_no product { name } } } accountManager { last_name } }',
  ],
  [
    'Product',
    {
      $first: 30,
      $skip: 10,
      $orderby: 'price desc',
      $select: 'id',
      $expand: "suppliers($select=name;$filter=country ne 'IE'),category($select=name)",
    },
    'products(first: 30, offset: 10, orderBy: { price: DESC })',
    '{ id suppliers(filter: { country: { neq: "IE" } }) { name } category { name } }',
  ],
  [
    'Order',
    {
      $first: 20,
      $select: 'id',
      $expand: 'billingAddress($select=id;$expand=shippedOrders($select=id;$first=1)),shippingAddress($select=id)',
    },
    'orders(first: 20)',
    '{ id billingAddress { id shippedOrders(first: 1) { id } } shippingAddress { id } }',
  ],
];

describe('$expand returns the same items as GraphQL', () => {
  it.each(items)('for the item %s by %j', async (path, options, field, selection) => {
    const { status, text } = await rest.get(path, options);
    expect(status, text).toBe(200);
    expect(`{"data":{"found":${text}}}`).toBe(await graphql(`{ found: ${field} ${selection} }`));
  });

  it.each(collections)('for the collection %s by %j', async (entity, options, field, selection) => {
    const { status, text, body } = await rest.get(entity, options);
    expect(status, text).toBe(200);
    const value = /^\{"value":(.*?)(?:,"nextLink":"[^"]*")?\}$/.exec(text)?.[1];
    expect(`{"data":{"found":${value}}}`).toBe(await graphql(`{ found: ${field} ${selection} }`));
    expect(body.value.length).toBeGreaterThan(4);
  });
});

/** Values of $expand, with the code, the position, and the message of the error. */
const refused: readonly (readonly [expand: string, code: string, position: number, message: string])[] = [
  ['', 'BadRequest', 0, 'Expected the name of a relationship, found the end.'],
  ['nope', 'InvalidField', 0, 'Unknown relationship "nope" on entity "Order".'],
  ['Customer', 'InvalidField', 0, 'Unknown relationship "Customer" on entity "Order". Did you mean "customer"?'],
  ['customer,', 'BadRequest', 9, 'Expected the name of a relationship after ",", found the end.'],
  ['id', 'InvalidField', 0, '"id" on entity "Order" is a field, not a relationship.'],
  [
    'customer,employee,customer',
    'BadRequest',
    18,
    'Duplicate relationship "customer". Put all its options in one place.',
  ],
  ['customer($select=id),customer', 'BadRequest', 21, 'Duplicate relationship "customer"'],
  ['*', 'BadRequest', 0, 'Unexpected character "*".'],
  ['customer/accountManager', 'BadRequest', 8, 'Nest relationships in parentheses, as in "customer($expand=…)".'],
  ['customer()', 'BadRequest', 9, 'Expected an option such as "$select" after "(", found ")".'],
  ['customer(', 'BadRequest', 9, 'Expected an option such as "$select" after "(", found the end.'],
  ['customer($select=id', 'BadRequest', 19, 'Expected ")" after "id", found the end.'],
  ['customer($select=id))', 'BadRequest', 20, 'Expected the end after ")", found ")".'],
  ['customer($select=nope)', 'InvalidField', 17, 'Unknown field "nope" on entity "Customer".'],
  [
    'customer($first=1)',
    'BadRequest',
    0,
    '"customer" is a to-one relationship, which supports only $select and $expand. Remove $first.',
  ],
  ['customer($filter=id eq 1)', 'BadRequest', 0, 'Remove $filter.'],
  ['customer($count=true)', 'BadRequest', 0, 'Remove $count.'],
  ['orderDetails($frist=1)', 'BadRequest', 13, 'Unknown option "$frist" in $expand. Did you mean "$first"?'],
  [
    'orderDetails($last=1)',
    'BadRequest',
    13,
    'Unknown option "$last" in $expand. Supported: $select, $filter, $orderby, $first, $top, $skip, $count, $search, $expand.',
  ],
  ['orderDetails($first=1;$first=1)', 'BadRequest', 22, 'Duplicate "$first".'],
  ['orderDetails($first=1;$top=1)', 'BadRequest', 22, 'Duplicate "$top".'],
  ['orderDetails($first=-2)', 'BadRequest', 20, 'Expected -1 or a non-negative integer after "=", found "-2".'],
  ['orderDetails($skip=-1)', 'BadRequest', 19, 'Expected a non-negative integer after "=", found "-1".'],
  [
    'orderDetails($skip=2147483648)',
    'BadRequest',
    19,
    'Expected a non-negative integer after "=", found "2147483648".',
  ],
  ['orderDetails($skip=9007199254740992)', 'BadRequest', 19, 'Expected a non-negative integer'],
  ['orderDetails($count=yes)', 'BadRequest', 20, 'Expected "true" or "false" after "=", found "yes".'],
  ['orderDetails($orderby=nope)', 'InvalidField', 22, 'Unknown field "nope" on entity "OrderDetail".'],
  ['orderDetails($orderby=product)', 'InvalidField', 22, 'Add one of its fields, as in "product/…".'],
  [
    'orderDetails($select=line_no;$expand=product($expand=nope))',
    'InvalidField',
    53,
    'Unknown relationship "nope" on entity "Product".',
  ],
  ['orderDetails($search=x;$filter=)', 'BadRequest', 31, 'Expected a value after "=", found ")".'],
  ['orderDetails($search=)', 'BadRequest', 21, 'Expected search words.'],
];

describe('an invalid $expand returns an error with its position', () => {
  it.each(refused)('for %s', async (expand, code, position, message) => {
    for (const path of ['Order', 'Order/5']) {
      const { status, body } = await rest.get(path, { $expand: expand });
      expect({ status, code: body.error.code }).toEqual({ status: 400, code });
      expect(body.error.message).toMatch(new RegExp(`^\\$expand at position ${position}: `));
      expect(body.error.message).toContain(message);
      expect(body.error.details).toMatchObject({ option: '$expand', position });
    }
  });

  it('for a page beyond the maximum', async () => {
    const { status, body } = await rest.get('Order/5', { $expand: 'orderDetails($first=1001)' });
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'LimitExceeded',
      { limit: 'max-page-size', max: 1000 },
    ]);
  });

  it('if the entity disables expansion, globally or for itself, at any level', async () => {
    const change = (config: Config): Config => ({
      ...config,
      entities: config.entities.map((entity) =>
        entity.name === 'Customer' ? { ...entity, rest: { ...entity.rest, expand: false } } : entity,
      ),
    });
    const served = await serveRest(await bootShop({ change }));
    const message = 'Expansion is disabled for "Customer". Request related items separately.';
    for (const [path, expand, position] of [
      ['Customer', 'orders', 0],
      ['Customer/1', 'orders', 0],
      ['Order/5', 'customer($select=id;$expand=orders)', 28],
    ] as const) {
      const { status, body } = await served.get(path, { $expand: expand });
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        'BadRequest',
        `$expand at position ${position}: ${message}`,
      ]);
    }
    expect((await served.get('Order/5', { $expand: 'customer', $select: 'id' })).body).toHaveProperty('customer.name');
    expect((await served.get('Customer', { $filter: 'orders/any()', $first: 1 })).status).toBe(200);
    await served.close();
  });
});

it('rows hidden by a policy are neither expanded nor counted', async () => {
  const change = (config: Config): Config => ({
    ...config,
    entities: config.entities.map((entity) => ({
      ...entity,
      permissions: entity.permissions.map((permission) => ({
        ...permission,
        actions: permission.actions.map((action) =>
          entity.name === 'Order' ? { ...action, policy: "@item.status eq 'PAID'" } : action,
        ),
      })),
    })),
  });
  const served = await serveRest(await bootShop({ change }));
  const { body } = await served.get('Customer', {
    $first: -1,
    $select: 'id',
    $expand: 'orders($select=status;$count=true)',
  });
  const customers = body.value as unknown as {
    orders: { status: string }[];
    orders_connection: { totalCount: number };
  }[];
  const statuses = customers.flatMap(({ orders }) => orders.map(({ status }) => status));
  expect(new Set(statuses)).toEqual(new Set(['PAID']));
  expect(customers.every(({ orders, orders_connection }) => orders.length === orders_connection.totalCount)).toBe(true);
  const all = await served.get('Order', { $select: 'status', $count: 'true', $first: 1 });
  expect(all.body.count).toBe(statuses.length);
  const hidden = (await rest.get('Order', { $filter: "status eq 'SHIPPED' and orderDetails/any()", $first: 1 })).body
    .value[0]?.id;
  expect((await served.fetch(`/api/Order/${hidden}`)).status).toBe(404);
  const line = (await rest.get('OrderDetail', { $filter: `order_id eq ${hidden}`, $first: 1 })).body.value[0];
  expect((await served.get(`OrderDetail/${hidden}/${line?.line_no}`, { $expand: 'order' })).body.order).toBeNull();
  await served.close();
});
