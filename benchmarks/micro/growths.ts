import { makeShop, type Shop, WIDEST } from './make-shop.ts';
import type { StageName } from './stages.ts';
import { orders, type Workload } from './workloads.ts';

export interface Growth {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly stages: readonly StageName[];
  readonly workload: (size: number) => Workload;
  readonly shop: (size: number) => Shop;
  /** Names the size and explains the growth. */
  readonly why: string;
}

const FIRST = [
  'parse',
  'validate',
  'read the operation',
  'plan',
  'compile to SQL',
  'document to bound script, first',
] as const;
const LATER = ['coerce variables', 'shape of variables', 'bind', 'document to bound script, later'] as const;

const SILENT: Workload['databaseRow'] = ['1', '[]'];

const shop = makeShop();

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

const makeWorkload = (document: string, variables: Workload['variables'] = {}): Workload => ({
  name: 'growing',
  document,
  variables,
  databaseRow: SILENT,
});

export const growths: readonly Growth[] = [
  {
    name: 'nesting depth',
    sizes: numbers(6),
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (depth) =>
      makeWorkload(`query ($key: Int!) { customers(first: 2, filter: { id: { gte: $key } }) ${level(depth)} }`, {
        key: 1,
      }),
    why: 'Each level adds three fields and one subquery. The work for the first request of a shape grows with the document; later requests only look it up.',
  },
  {
    name: 'number of fields in a list',
    sizes: [1, 2, 5, 10, 20, 30, 40, WIDEST],
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (width) =>
      makeWorkload(
        `query ($key: Int!) { wides(first: 2, filter: { id: { gte: $key } }) { ${numbers(width)
          .map((n) => `field_${n}`)
          .join(' ')} } }`,
        { key: 1 },
      ),
    why: 'A field is one node of the document and one column of the statement. Each stage of the first request visits it once; later requests only look it up.',
  },
  {
    name: 'number of filter nodes in the document',
    sizes: [1, 3, 10, 30, 100, 200],
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (nodes) =>
      makeWorkload(
        `query ($key: Int!) { orders(first: 2, filter: { or: [${numbers(nodes)
          .map((n) => `{ customer_id: { eq: ${n} }, total: { gt: $key } }`)
          .join(' ')}] }) { id } }`
          .replaceAll('$key }', '1.5 }')
          .replace('($key: Int!)', ''),
      ),
    why: 'Each node is a condition of the statement with its own parameter. Later requests only bind the values.',
  },
  {
    name: 'number of filter nodes in a variable',
    sizes: [1, 3, 10, 30, 100, 200],
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (nodes) =>
      makeWorkload('query ($filter: OrderFilterInput) { orders(first: 2, filter: $filter) { id } }', {
        filter: { or: numbers(nodes).map((n) => ({ customer_id: { eq: n } })) },
      }),
    why: 'The document does not change. Each request coerces and binds every node of the variable, which is also part of the cache key.',
  },
  {
    name: 'number of rows created at once',
    sizes: [1, 3, 10, 30, 100, 300],
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (rows) =>
      makeWorkload('mutation ($items: [CreateRemarkInput!]!) { createRemarks(items: $items) { affected } }', {
        items: numbers(rows).map((n) => ({ order_id: n, body: 'Call first', weight: 3 })),
      }),
    why: 'Each row is coerced and bound, and its field names are part of the cache key.',
  },
  {
    name: 'number of rows created with their parent',
    sizes: [1, 3, 10, 30, 100],
    stages: [...FIRST, ...LATER],
    shop: () => shop,
    workload: (rows) =>
      makeWorkload('mutation ($item: CreateOrderInput!) { createOrder(item: $item) { id } }', {
        item: {
          customer_id: 1,
          status: 'NEW',
          total: 1,
          placed_at: '2021-01-01T00:00:00Z',
          lines: numbers(rows).map((n) => ({ product: 'Lamp', quantity: n, price: 1 })),
        },
      }),
    why: 'Each row is coerced and bound, and its field names are part of the cache key.',
  },
  {
    name: 'number of rows in the response',
    sizes: [1, 3, 10, 30, 100, 300, 1000],
    stages: ['bind', 'assemble the response', 'request to response, later'],
    shop: () => shop,
    workload: (rows) => ({
      ...makeWorkload('query ($first: Int!) { orders(first: $first) { id customer_id status total placed_at note } }', {
        first: rows,
      }),
      databaseRow: [orders(rows)],
    }),
    why: 'The JSON of the database is forwarded unchanged, without visiting rows. Only the time to send its bytes grows.',
  },
  {
    name: 'number of entities in the configuration',
    sizes: [10, 30, 100, 300, 1000],
    stages: [...FIRST, ...LATER, 'request to response, later'],
    shop: (entities) => makeShop(entities),
    workload: () =>
      makeWorkload(
        'query ($key: Int!) { orders(first: 20, filter: { customer_id: { gte: $key } }, orderBy: { placed_at: DESC }) { id customer_id status } }',
        { key: 1 },
      ),
    why: 'Names are looked up in maps. No stage of a request iterates over the entities.',
  },
];

function level(depth: number): string {
  if (depth === 1) return '{ id name country }';
  const inner = level(depth - 1);
  return `{ id name country orders(first: 2) { id status total customer ${inner} } }`;
}
