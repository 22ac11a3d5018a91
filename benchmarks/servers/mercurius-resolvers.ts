import type { IResolvers } from 'mercurius';
import { type Loaders, ORDER } from './mercurius-loaders.ts';
import { prepare } from './prepare.ts';

interface Order {
  readonly id: number;
  readonly customer_id: number;
  readonly placed_at: string;
}

interface Page {
  readonly items: readonly Order[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

const selectOrder = prepare<Order>('order', `select ${ORDER} from orders where id = $1`);
const selectOrders = prepare<Order>('orders', `select ${ORDER} from orders where id >= $1 order by id limit $2`);
const selectCustomers = prepare(
  'customers',
  'select id, name, country from customers where id >= $1 order by id limit $2',
);
const selectOrdersAfter = prepare<Order>(
  'orders-after',
  `select ${ORDER} from orders where (placed_at, id) > ($1::timestamptz, $2::int) order by placed_at, id limit $3`,
);
const selectGroups = prepare(
  'groups',
  'select status, count(*), sum(total) from orders where id >= $1 and id < $2 group by status order by status',
);
const insertRemark = prepare(
  'insert-remark',
  'insert into remarks (order_id, body, weight) values ($1, $2, $3) returning order_id, body, weight',
);
const insertShortRemark = prepare(
  'insert-short-remark',
  `insert into remarks (order_id, body, weight)
   select * from (values ($1::int, $2::text, $3::int)) r (order_id, body, weight) where r.weight < 100
   returning order_id, body, weight`,
);
const updateOrder = prepare<Order>('update-order', `update orders set note = $2 where id = $1 returning ${ORDER}`);

/** `rows` has one row more than the page if more follow. */
function pageOf(rows: readonly Order[], first: number): Page {
  const items = rows.slice(0, first);
  const last = items.at(-1);
  const endCursor = last === undefined ? null : Buffer.from(`${last.placed_at} ${last.id}`).toString('base64url');
  return { items, hasNextPage: rows.length > first, endCursor };
}

declare module 'mercurius' {
  interface MercuriusContext {
    readonly loaders: Loaders;
  }
}

interface Remark {
  readonly order_id: number;
  readonly body: string;
  readonly weight: number;
}

const valuesOf = ({ order_id, body, weight }: Remark): readonly unknown[] => [order_id, body, weight];

export const resolvers: IResolvers = {
  Query: {
    order: async (_, { id }: { id: number }) => (await selectOrder([id]))[0],
    orders: (_, { from, first }: { from: number; first: number }) => selectOrders([from, first]),
    customers: (_, { from, first }: { from: number; first: number }) => selectCustomers([from, first]),
    ordersPage: async (_, { from, first }: { from: number; first: number }) =>
      pageOf(await selectOrders([from, first + 1]), first),
    latestOrders: async (_, { after, first }: { after: string; first: number }) => {
      const place = Buffer.from(after, 'base64url').toString().split(' ');
      return pageOf(await selectOrdersAfter([...place, first + 1]), first);
    },
    ordersByStatus: (_, { from, to }: { from: number; to: number }) => selectGroups([from, to]),
  },
  Mutation: {
    createRemark: async (_, { item }: { item: Remark }) => (await insertRemark(valuesOf(item)))[0],
    createShortRemark: async (_, { item }: { item: Remark }) => (await insertShortRemark(valuesOf(item)))[0],
    updateOrder: async (_, { id, item }: { id: number; item: { note: string | null } }) =>
      (await updateOrder([id, item.note]))[0],
  },
  Customer: {
    orders: ({ id }: { id: number }, { first }: { first: number }, { loaders }) => loaders.ordersOf(first).load(id),
  },
  Order: {
    customer: ({ customer_id }: Order, _: unknown, { loaders }) => loaders.customer.load(customer_id),
    lines: ({ id }: Order, { first }: { first: number }, { loaders }) => loaders.linesOf(first).load(id),
  },
};
