export interface GrowthQuestion {
  readonly title: string;
  readonly document: string;
  /**
   * @param rows number of orders
   * @param cursor a position in the middle
   */
  readonly variables: (rows: number, cursor: string) => Readonly<Record<string, unknown>>;
  readonly why: string;
}

const ORDER = 'id customer_id status total placed_at note';

const middle = (rows: number): number => Math.floor(rows / 2);

export const growthQuestions: readonly GrowthQuestion[] = [
  {
    title: 'point read',
    document: `query ($key: Int!) { order_by_pk(id: $key) { ${ORDER} customer { id name } } }`,
    variables: (rows) => ({ key: middle(rows) }),
    why: 'One index lookup in each of two tables; only the depth of the index grows.',
  },
  {
    title: 'list of 20 by key',
    document: `query ($key: Int!) { orders(first: 20, filter: { id: { gte: $key } }) { ${ORDER} } }`,
    variables: (rows) => ({ key: middle(rows) }),
    why: 'One index lookup, then a scan of 20 rows.',
  },
  {
    title: 'page by cursor in the middle',
    document: `query ($after: String!) {
      orders_connection(first: 20, after: $after) { items { ${ORDER} } hasNextPage endCursor }
    }`,
    variables: (_rows, after) => ({ after }),
    why: 'A cursor is a position in the index. Rows before it are not read.',
  },
  {
    title: 'page by cursor in the middle, in another order',
    document: `query ($after: String!) {
      orders_connection(first: 20, after: $after, orderBy: { placed_at: ASC }) { items { ${ORDER} } hasNextPage endCursor }
    }`,
    variables: (_rows, after) => ({ after }),
    why: 'As above, with an index on the order and the key.',
  },
  {
    title: 'page by offset in the middle',
    document: `query ($offset: Int!) { orders(first: 20, offset: $offset) { ${ORDER} } }`,
    variables: (rows) => ({ offset: middle(rows) }),
    why: 'Every database reads the rows that an offset skips. Use cursors instead.',
  },
  {
    title: 'three levels, 10 × 5 × 3',
    document: `query ($key: Int!) {
      customers(first: 10, filter: { id: { gte: $key } }) {
        id name country
        orders(first: 5) { id status total lines(first: 3) { id product quantity price } }
      }
    }`,
    variables: (rows) => ({ key: Math.floor(rows / 20) }),
    why: 'Each nested list is one index lookup.',
  },
];
