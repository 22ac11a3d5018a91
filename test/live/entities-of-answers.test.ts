import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { runDocument } from '../support/run-document.ts';

const policies: Readonly<Record<string, string>> = {
  Order: '@item.customer/accountManager/active eq true',
  Product: '@item.orderDetails/any(d: d/order/gift eq true)',
  Address: '@item.city eq @item.customer/city',
  ProductSupplier: "@item.supplier/country eq 'DE'",
};

/** Returns the shop with one more role, `clerk`, whose policies read other entities. */
const withPolicies = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) => {
    const policy = policies[entity.name];
    const right = { action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) } as const;
    return { ...entity, permissions: [...entity.permissions, { role: 'clerk', actions: [right] }] };
  }),
});

let app: Application;
beforeAll(async () => {
  app = await bootShop({ change: withPolicies });
});
afterAll(() => app.close());

const cases: readonly (readonly [query: string, role: string, entities: string])[] = [
  ['{ __typename __schema { queryType { name } } }', 'anonymous', ''],
  ['{ orders { id } more: orders { id } }', 'anonymous', 'Order'],
  ['{ customer_by_pk(id: 1) { _etag } }', 'anonymous', 'Customer'],
  ['{ orders_connection { totalCount } sales { month } }', 'anonymous', 'Order Sale'],
  [
    '{ orders_connection { items { customer { name } orderDetails_connection { items { product { name } } } } } }',
    'anonymous',
    'Customer Order OrderDetail Product',
  ],
  [
    '{ customers(filter: { or: [{ orders: { none: { employee: { active: { eq: true } } } } }, { not: { accountManager: { id: { eq: 1 } } } }] }) { id } }',
    'anonymous',
    'Customer Employee Order',
  ],
  ['{ orders(orderBy: { customer: { accountManager: { id: ASC } } }) { id } }', 'anonymous', 'Customer Employee Order'],
  ['{ orders_connection(orderBy: { customer: { id: ASC } }) { totalCount } }', 'anonymous', 'Customer Order'],
  ['{ products { suppliers { name } } }', 'anonymous', 'Product ProductSupplier Supplier'],
  [
    '{ products(filter: { suppliers: { some: { id: { eq: 1 } } } }) { id } }',
    'anonymous',
    'Product ProductSupplier Supplier',
  ],
  ['{ orders { id } }', 'clerk', 'Customer Employee Order'],
  ['{ customers(filter: { orders: { some: { id: { eq: 1 } } } }) { id } }', 'clerk', 'Customer Employee Order'],
  ['{ products { id } }', 'clerk', 'Order OrderDetail Product'],
  ['{ addresses { id } }', 'clerk', 'Address Customer'],
  [
    '{ suppliers { products_connection { totalCount } } }',
    'clerk',
    'Order OrderDetail Product ProductSupplier Supplier',
  ],
];

it.each(cases)('reports the entities of %s for %s: %s', async (query, role, entities) => {
  const result = await runDocument(app, query, { role });
  expect(result.kind === 'answered' ? [...result.entities].sort().join(' ') : result).toBe(entities);
});
