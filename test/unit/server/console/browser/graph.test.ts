import { expect, it } from 'vitest';
import { buildGraph, neighborhood } from '../../../../../src/server/console/browser/views/diagram/graph.ts';
import type { ConsoleEntity, ConsoleRelationship } from '../../../../../src/server/console/console-data.ts';

const entityOf = (name: string, relationships: readonly ConsoleRelationship[] = []): ConsoleEntity => ({
  name,
  source: { kind: 'table', name },
  key: ['id'],
  fields: [],
  parameters: [],
  relationships,
  isReachable: true,
  rights: {},
  examples: [],
});

const one = (name: string, target: string, from: string): ConsoleRelationship => ({
  name,
  target,
  many: false,
  on: [[from, 'id']],
});
const many = (name: string, target: string, to: string): ConsoleRelationship => ({
  name,
  target,
  many: true,
  on: [['id', to]],
});
const through = (name: string, target: string, [from, to] = ['left', 'right']): ConsoleRelationship => ({
  name,
  target,
  many: true,
  on: [
    ['id', from],
    [to, 'id'],
  ],
  through: 'public.pairs',
});

const customer = entityOf('Customer', [many('orders', 'Order', 'customer_id')]);
const order = entityOf('Order', [one('customer', 'Customer', 'customer_id'), one('seller', 'Employee', 'seller_id')]);
const employee = entityOf('Employee', [one('manager', 'Employee', 'boss_id'), many('reports', 'Employee', 'boss_id')]);
const product = entityOf('Product', [through('suppliers', 'Supplier')]);
const supplier = entityOf('Supplier', [through('products', 'Product', ['right', 'left'])]);
const all = [customer, order, employee, product, supplier];

it('joins both directions of a relationship to one edge', () => {
  const ends = buildGraph(all).edges.map(({ from, to, isManyFrom, isManyTo, names }) => [
    `${from} ${isManyFrom ? 'many' : 'one'}`,
    `${to} ${isManyTo ? 'many' : 'one'}`,
    names.toSorted().join(),
  ]);
  expect(ends.toSorted()).toEqual([
    ['Customer one', 'Order many', 'Customer.orders,Order.customer'],
    ['Employee one', 'Employee many', 'Employee.manager,Employee.reports'],
    ['Employee one', 'Order many', 'Order.seller'],
    ['Product many', 'Supplier many', 'Product.suppliers,Supplier.products'],
  ]);
});

it('keeps relationships that use other columns of the same junction', () => {
  const reviewers = through('reviewers', 'Supplier', ['left', 'reviewer']);
  const edges = buildGraph([entityOf('Product', [through('suppliers', 'Supplier'), reviewers]), supplier]).edges;
  expect(edges.map(({ names }) => names.toSorted().join())).toEqual([
    'Product.suppliers,Supplier.products',
    'Product.reviewers',
  ]);
});

it('omits relationships of entities that are not shown', () => {
  expect(buildGraph([order, product]).edges).toEqual([]);
});

it.each([
  [0, ['Order']],
  [1, ['Customer', 'Order', 'Employee']],
  [4, ['Customer', 'Order', 'Employee']],
])('finds the entities at most %i relationships away', (depth, expected) => {
  expect(neighborhood(all, 'Order', depth).map(({ name }) => name)).toEqual(expected);
});
