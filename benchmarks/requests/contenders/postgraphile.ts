import type { Contender } from '../contender.ts';
import { graphqlRequestsFor, type Operation, operation } from './graphql.ts';
import { placedAt } from './place.ts';
import { pick } from './plain-answer.ts';
import { startProgram } from './start-program.ts';

// Aliases equalize names and response sizes. They cost nothing, because plans are cached per document.
const FIELDS = 'id: rowId customer_id: customerId status total placed_at: placedAt note';
const PAGE = `items: nodes { ${FIELDS} } pageInfo { hasNextPage endCursor }`;
const REMARK = '{ order_id: orderId body weight }';

const remark = '{ orderId: $key, body: "Call first", weight: 3 }';

const page = (document: string): Operation => ({
  document,
  answer: (data) => {
    const { items, pageInfo } = pick(data, 'page') as { readonly items: unknown; readonly pageInfo: object };
    return { items, ...pageInfo };
  },
});

/** Prefix of PostGraphile's cursors for this order. */
const ORDER = '8810cbf0ed';

const cursorOf = (key: number): string =>
  Buffer.from(JSON.stringify([ORDER, `${placedAt(key)}.000000+00:00`, key])).toString('base64');

export const postgraphile: Contender = {
  name: 'postgraphile',
  title: 'PostGraphile 5',
  isJoinery: false,
  start: startProgram('postgraphile'),
  ...graphqlRequestsFor({
    point: operation(
      `query ($key: Int!) { orderByRowId(rowId: $key) {
        id: rowId status total placed_at: placedAt note customer: customerByCustomerId { id: rowId name country }
      } }`,
      'orderByRowId',
    ),
    list: operation(
      `query ($key: Int!) {
        allOrdersList(first: 20, condition: { fromId: $key }, orderBy: [ROW_ID_ASC]) { ${FIELDS} }
      }`,
      'allOrdersList',
    ),
    connection: page(`query ($key: Int!) {
      page: allOrders(first: 20, condition: { fromId: $key }, orderBy: [ROW_ID_ASC]) { ${PAGE} }
    }`),
    nested: operation(
      `query ($key: Int!) {
        allCustomersList(first: 10, condition: { fromId: $key }) {
          id: rowId name country
          orders: ordersByCustomerIdList(first: 5) {
            id: rowId status total lines: orderLinesByOrderIdList(first: 3) { id: rowId product quantity price }
          }
        }
      }`,
      'allCustomersList',
    ),
    'two-lists': operation(`query ($key: Int!) {
      customers: allCustomersList(first: 20, condition: { fromId: $key }) { id: rowId name country }
      orders: allOrdersList(first: 20, condition: { fromId: $key }) { ${FIELDS} }
    }`),
    keyset: {
      ...page(`query ($after: Cursor!) {
        page: allOrders(first: 20, after: $after, orderBy: [PLACED_AT_ASC, ROW_ID_ASC]) { ${PAGE} }
      }`),
      variables: (key) => ({ after: cursorOf(key) }),
    },
    // PostGraphile has no grouping, so a database function groups.
    groups: operation(
      'query ($key: Int!) { ordersByStatusList(fromId: $key) { status count sum } }',
      'ordersByStatusList',
    ),
    create: operation(
      `mutation ($key: Int!) { createRemark(input: { remark: ${remark} }) { remark ${REMARK} } }`,
      'createRemark',
      'remark',
    ),
    // PostGraphile enforces policies with row-level security.
    'create-policy': operation(
      `mutation ($key: Int!) { createShortRemark(input: { shortRemark: ${remark} }) { shortRemark ${REMARK} } }`,
      'createShortRemark',
      'shortRemark',
    ),
    update: operation(
      `mutation ($key: Int!) {
        updateOrderByRowId(input: { rowId: $key, orderPatch: { note: "Left with the neighbours" } }) {
          order { id: rowId note }
        }
      }`,
      'updateOrderByRowId',
      'order',
    ),
  }),
};
