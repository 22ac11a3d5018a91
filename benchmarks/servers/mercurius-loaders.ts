import DataLoader from 'dataloader';
import { prepare } from './prepare.ts';

export const ORDER = 'id, customer_id, status, total, placed_at, note';

const selectCustomersByKey = prepare<{ readonly id: number }>(
  'customers-by-key',
  'select id, name, country from customers where id = any($1::int[])',
);
const selectOrdersOf = prepare<{ readonly customer_id: number }>(
  'orders-of',
  `select o.* from unnest($1::int[]) k (id)
   cross join lateral (select ${ORDER} from orders where customer_id = k.id order by id limit $2) o`,
);
const selectLinesOf = prepare<{ readonly order_id: number }>(
  'lines-of',
  `select l.* from unnest($1::int[]) k (id)
   cross join lateral (
     select id, order_id, product, quantity, price from order_lines where order_id = k.id order by id limit $2
   ) l`,
);

/** Batch reads of related rows within one request. */
export interface Loaders {
  readonly customer: DataLoader<number, unknown>;
  readonly ordersOf: (first: number) => DataLoader<number, unknown>;
  readonly linesOf: (first: number) => DataLoader<number, unknown>;
}

export function makeLoaders(): Loaders {
  return {
    customer: new DataLoader(async (ids) => {
      const byId = new Map((await selectCustomersByKey([ids])).map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    ordersOf: perFirst(async (ids, first) => {
      const byCustomer = Map.groupBy(await selectOrdersOf([ids, first]), (row) => row.customer_id);
      return ids.map((id) => byCustomer.get(id) ?? []);
    }),
    linesOf: perFirst(async (ids, first) => {
      const byOrder = Map.groupBy(await selectLinesOf([ids, first]), (row) => row.order_id);
      return ids.map((id) => byOrder.get(id) ?? []);
    }),
  };
}

/** One loader per page size, because a batch is one statement with one limit. */
function perFirst(
  load: (ids: readonly number[], first: number) => Promise<readonly unknown[]>,
): (first: number) => DataLoader<number, unknown> {
  const loaders = new Map<number, DataLoader<number, unknown>>();
  return (first) => {
    const loader = loaders.get(first) ?? new DataLoader<number, unknown>((ids) => load(ids, first));
    loaders.set(first, loader);
    return loader;
  };
}
