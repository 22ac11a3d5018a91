import type { ConstantAnswer } from './open-shop.ts';

export interface Workload {
  readonly name: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly databaseRow: ConstantAnswer;
}

export interface RestWorkload {
  readonly name: string;
  /** Path and query relative to the API. */
  readonly path: string;
  readonly databaseRow: ConstantAnswer;
}

const many = (count: number, item: (index: number) => string): string =>
  `[${Array.from({ length: count }, (_, index) => item(index + 1)).join(', ')}]`;

const order = (id: number): string =>
  `{"id":${id},"customer_id":${id + 70},"status":"SHIPPED","total":791.90,"placed_at":"2021-01-01T12:11:00+00:00","note":"Ring twice"}`;

export const orders = (count: number): string => many(count, order);

const CURSOR = 'WyJPcmRlcjppZCIsIjIwIl0';
const PAGE_INFO = `"hasNextPage": true, "endCursor": "${CURSOR}"`;

const line = (id: number): string => `{"id":${id},"product":"Product 31","quantity":3,"price":63.11}`;

const customer = (id: number): string =>
  `{"id":${id},"name":"Customer ${id}","country":"NL","orders":${many(5, (n) => `{"id":${n},"status":"PAID","total":79.19,"lines":${many(3, line)}}`)}}`;

const groups = many(3, (n) => `{"fields":{"status":"PAID"},"aggregations":{"count":${n * 111},"sum":1234.50}}`);

export const workloads: readonly Workload[] = [
  {
    name: 'point',
    document: `query ($key: Int!) {
      order_by_pk(id: $key) { id status total placed_at note customer { id name } }
    }`,
    variables: { key: 4711 },
    databaseRow: [order(4711).replace('"customer_id":4781', '"customer":{"id":78,"name":"Customer 78"}')],
  },
  {
    name: 'list of 20',
    document: `query ($key: Int!) {
      orders(first: 20, filter: { customer_id: { gte: $key } }, orderBy: { placed_at: DESC }) {
        id customer_id status total placed_at note
      }
    }`,
    variables: { key: 4711 },
    databaseRow: [orders(20)],
  },
  {
    name: 'connection',
    document: `query ($key: Int!, $after: String) {
      orders_connection(first: 20, after: $after, filter: { customer_id: { gte: $key } }) {
        items { id customer_id status total placed_at note } hasNextPage endCursor
      }
    }`,
    variables: { key: 4711, after: null },
    databaseRow: [`{${PAGE_INFO}, "items": ${orders(20)}}`],
  },
  {
    name: 'three levels',
    document: `query ($key: Int!) {
      customers(first: 10, filter: { id: { gte: $key } }) {
        id name country
        orders(first: 5) { id status total lines(first: 3) { id product quantity price } }
      }
    }`,
    variables: { key: 4711 },
    databaseRow: [many(10, customer)],
  },
  {
    name: 'two lists',
    document: `query ($key: Int!) {
      orders(first: 10, filter: { id: { gte: $key } }) { id status total }
      customers(first: 10, filter: { id: { gte: $key } }) { id name country }
    }`,
    variables: { key: 4711 },
    databaseRow: [orders(10), orders(10)],
  },
  {
    name: 'groupBy',
    document: `query ($key: Int!) {
      orders_connection(filter: { customer_id: { lte: $key } }) {
        groupBy(fields: [status]) { fields { status } aggregations { count sum(field: total) } }
      }
    }`,
    variables: { key: 100 },
    databaseRow: [`{"groupBy": ${groups}}`],
  },
  {
    name: 'create',
    document: `mutation ($item: CreateRemarkInput!) {
      createRemark(item: $item) { order_id body weight }
    }`,
    variables: { item: { order_id: 4711, body: 'Call first', weight: 3 } },
    databaseRow: ['1', '{"order_id":4711,"body":"Call first","weight":3}'],
  },
];

const FIELDS = 'id,customer_id,status,total,placed_at,note';

/** An item is followed by its row hash; a page, by whether more rows follow, and its cursor. */
export const restWorkloads: readonly RestWorkload[] = [
  {
    name: 'REST point',
    path: `/Order/4711?$select=${FIELDS}`,
    databaseRow: [order(4711), '0123456789abcdef0123456789abcdef'],
  },
  {
    name: 'REST list of 20',
    path: `/Order?$filter=customer_id%20ge%204711&$orderby=placed_at%20desc&$first=20&$select=${FIELDS}`,
    databaseRow: [orders(20), 'true', CURSOR],
  },
];
