import type { Contender } from '../contender.ts';
import { askGraphql, type Operation, operation } from './graphql.ts';
import { placedAt } from './place.ts';
import { pick } from './plain-answer.ts';
import { startProgram } from './start-program.ts';

// Aliases only, so that what it answers has the names and the size of what others answer; they cost nothing where
// documents are planned once.
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

/** What PostGraphile calls this order; a cursor that it answers for it begins with that. */
const ORDER = '8810cbf0ed';

const cursorOf = (key: number): string =>
  Buffer.from(JSON.stringify([ORDER, `${placedAt(key)}.000000+00:00`, key])).toString('base64');

export const postgraphile: Contender = {
  name: 'postgraphile',
  title: 'PostGraphile 5',
  isJoinery: false,
  start: startProgram('postgraphile'),
  ...askGraphql({
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
    // By a function of the database: it has no groups of its own.
    groups: operation(
      'query ($key: Int!) { ordersByStatusList(fromId: $key) { status count sum } }',
      'ordersByStatusList',
    ),
    create: operation(
      `mutation ($key: Int!) { createRemark(input: { remark: ${remark} }) { remark ${REMARK} } }`,
      'createRemark',
      'remark',
    ),
    // By row level security, which is how it has policies.
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
