import { generateCatalog } from './generate-catalog.ts';
import { generateOrders } from './generate-orders.ts';
import { generatePeople } from './generate-people.ts';
import { createRandom } from './random.ts';
import type { TableRows } from './rows.ts';

/** Returns all rows of the sample shop, in an order that satisfies the foreign keys. Every call returns equal rows. */
export function generateShop(): readonly TableRows[] {
  const random = createRandom(20_240_229);
  const people = generatePeople(random);
  const catalog = generateCatalog(random);
  const { orders, orderDetails } = generateOrders(random, people.addresses, catalog.products);
  return Object.entries({ ...people, ...catalog, orders, order_details: orderDetails }).map(([table, rows]) => ({
    table,
    rows,
  }));
}
