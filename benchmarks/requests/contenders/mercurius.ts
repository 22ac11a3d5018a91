import type { Contender } from '../contender.ts';
import { graphqlRequestsFor, operation } from './graphql.ts';
import { placedAt } from './place.ts';
import { startProgram } from './start-program.ts';

const FIELDS = 'id customer_id status total placed_at note';

const item = '{ order_id: $key, body: "Call first", weight: 3 }';

export const mercurius: Contender = {
  name: 'mercurius',
  title: 'Mercurius with JIT',
  isJoinery: false,
  start: startProgram('mercurius'),
  ...graphqlRequestsFor({
    point: operation(
      'query ($key: Int!) { order(id: $key) { id status total placed_at note customer { id name country } } }',
      'order',
    ),
    list: operation(`query ($key: Int!) { orders(from: $key, first: 20) { ${FIELDS} } }`, 'orders'),
    connection: operation(
      `query ($key: Int!) { ordersPage(from: $key, first: 20) { items { ${FIELDS} } hasNextPage endCursor } }`,
      'ordersPage',
    ),
    nested: operation(
      `query ($key: Int!) {
        customers(from: $key, first: 10) {
          id name country
          orders(first: 5) { id status total lines(first: 3) { id product quantity price } }
        }
      }`,
      'customers',
    ),
    'two-lists': operation(`query ($key: Int!) {
      customers(from: $key, first: 20) { id name country }
      orders(from: $key, first: 20) { ${FIELDS} }
    }`),
    keyset: {
      ...operation(
        `query ($after: String!) { latestOrders(after: $after, first: 20) { items { ${FIELDS} } hasNextPage endCursor } }`,
        'latestOrders',
      ),
      variables: (key) => ({ after: Buffer.from(`${placedAt(key)}Z ${key}`).toString('base64url') }),
    },
    groups: {
      ...operation(
        'query ($from: Int!, $to: Int!) { ordersByStatus(from: $from, to: $to) { status count sum } }',
        'ordersByStatus',
      ),
      variables: (key) => ({ from: key, to: key + 1000 }),
    },
    create: operation(`mutation ($key: Int!) { createRemark(item: ${item}) { order_id body weight } }`, 'createRemark'),
    'create-policy': operation(
      `mutation ($key: Int!) { createShortRemark(item: ${item}) { order_id body weight } }`,
      'createShortRemark',
    ),
    update: operation(
      'mutation ($key: Int!) { updateOrder(id: $key, item: { note: "Left with the neighbours" }) { id note } }',
      'updateOrder',
    ),
  }),
};
