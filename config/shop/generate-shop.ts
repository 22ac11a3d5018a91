import { generateCatalogue } from './generate-catalogue.ts';
import { generateOrders } from './generate-orders.ts';
import { generatePeople } from './generate-people.ts';
import { createRandom } from './random.ts';
import type { TableRows } from './rows.ts';

/** All rows of the sample shop, the same on every call, in an order that satisfies the foreign keys. */
export function generateShop(): readonly TableRows[] {
  const random = createRandom(20_240_229);
  const people = generatePeople(random);
  const catalogue = generateCatalogue(random);
  const { orders, orderDetails } = generateOrders(random, people.addresses, catalogue.products);
  return Object.entries({ ...people, ...catalogue, orders, order_details: orderDetails }).map(([table, rows]) => ({
    table,
    rows,
  }));
}
