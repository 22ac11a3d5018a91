import type { Connection, RowDataPacket } from 'mysql2/promise';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { describeOn } from '../support/servers.ts';
import { connectTo, execute } from './mariadb-support.ts';

/** Arguments of a list, and SQL that selects the expected IDs in order. */
const lists: readonly (readonly [list: string, argumentsText: string, sql: string])[] = [
  ['customers', '(first: 5)', 'select id from customers order by id limit 5'],
  ['customers', '(first: 3, offset: 217)', 'select id from customers order by id limit 3 offset 217'],
  ['customers', '(first: 0)', 'select id from customers limit 0'],
  [
    'customers',
    '(filter: {country: {eq: "NL"}})',
    "select id from customers where country = 'NL' order by id limit 100",
  ],
  ['customers', '(filter: {country: {eq: "nl"}})', 'select id from customers where false'],
  [
    'customers',
    '(filter: {not: {satisfaction: {neq: 5}}})',
    'select id from customers where satisfaction = 5 order by id limit 100',
  ],
  [
    'customers',
    '(filter: {satisfaction: {gt: 1, lte: 3}, newsletter: {eq: true}})',
    'select id from customers where satisfaction in (2, 3) and newsletter = 1 order by id limit 100',
  ],
  ['customers', '(filter: {id: {in: [7, null, 3]}})', 'select id from customers where id in (3, 7) order by id'],
  ['customers', '(filter: {city: {in: []}})', 'select id from customers where false'],
  ['customers', '(filter: {city: {nin: []}}, first: 7)', 'select id from customers order by id limit 7'],
  [
    'customers',
    `(filter: {city: {nin: ["København", "'s-Hertogenbosch"]}})`,
    "select id from customers where city not in ('København', '''s-Hertogenbosch') order by id limit 100",
  ],
  ['customers', '(filter: {city: {eq: null}})', 'select id from customers where city is null order by id'],
  ['customers', '(filter: {city: {gt: null}})', 'select id from customers where false'],
  [
    'orders',
    '(filter: {comment: {contains: "\\\\"}})',
    `select id from orders where instr(comment, '\\\\') order by id`,
  ],
  ['orders', '(filter: {comment: {contains: "%"}})', "select id from orders where instr(comment, '%') order by id"],
  [
    'orders',
    '(filter: {comment: {endsWith: "🎁 – no invoice in the parcel!"}})',
    "select id from orders where right(comment, 1) = '!' order by id",
  ],
  [
    'orders',
    '(filter: {comment: {notContains: "neighbours"}})',
    "select id from orders where instr(comment, 'neighbours') = 0 order by id limit 100",
  ],
  [
    'customers',
    '(filter: {name: {icontains: "ZIELIŃ"}})',
    "select id from customers where instr(name, 'Zieliń') order by id limit 100",
  ],
  [
    'orders',
    '(filter: {customer: {country: {eq: "IE"}}, or: [{status: {eq: PAID}}, {gift: {eq: true}}]})',
    `select o.id from orders o join customers c on c.id = o.customer_id
     where c.country = 'IE' and (o.status = 'PAID' or o.gift) order by o.id limit 100`,
  ],
  [
    'orders',
    '(filter: {not: {shippingAddress: {id: {gt: 0}}}})',
    'select id from orders where shipping_address_id is null order by id limit 100',
  ],
  [
    'orders',
    '(filter: {status: {nin: [PAID, SHIPPED]}}, first: 9)',
    "select id from orders where status not in ('PAID', 'SHIPPED') order by id limit 9",
  ],
  [
    'customers',
    '(filter: {orders: {none: {}}})',
    'select c.id from customers c left join orders o on o.customer_id = c.id where o.id is null order by c.id',
  ],
  [
    'customers',
    '(filter: {orders: {some: {total: {gte: "9000.00"}}}}, orderBy: {name: DESC}, first: 4, offset: 1)',
    `select c.id from customers c where c.id in (select customer_id from orders where total >= 9000.00)
     order by c.name desc, c.id limit 4 offset 1`,
  ],
  [
    'orders',
    '(filter: {orderDetails: {every: {note: {isNull: true}}}}, first: 200)',
    'select id from orders where id not in (select order_id from order_details where note is not null) order by id limit 200',
  ],
  [
    'products',
    '(filter: {suppliers: {country: {eq: "DE"}}})',
    `select distinct p.id from products p join product_suppliers j on j.product_id = p.id
     join suppliers s on s.id = j.supplier_id where s.country = 'DE' order by p.id limit 100`,
  ],
  [
    'products',
    '(filter: {barcode: {eq: 9007199254740993}})',
    'select id from products where barcode = 9007199254740993',
  ],
  ['products', '(filter: {barcode: {gt: "9223372036854775806"}})', 'select 1 as id'],
  [
    'products',
    '(filter: {barcode: {in: ["-9223372036854775808", 0]}})',
    'select id from products where barcode in (-9223372036854775808, 0) order by id',
  ],
  ['products', '(filter: {weight: {in: [5e-324, 0.30000000000000004]}})', 'select id from products where id in (6, 8)'],
  ['products', '(filter: {rating: {eq: 4.1}})', 'select id from products where abs(rating - 4.1) < 0.0001 order by id'],
  [
    'products',
    '(filter: {pickup_from: {eq: "12:00:00.1234564"}})',
    "select id from products where pickup_from = '12:00:00.123456' order by id",
  ],
  [
    'suppliers',
    '(filter: {balance: {gte: 12345678901234567890.1234567890}})',
    'select id from suppliers where balance >= 12345678901234567890.1234567890',
  ],
  [
    'suppliers',
    '(filter: {balance: {in: ["12345678901234567890.1234567891", -1e-10]}})',
    'select id from suppliers where balance = -0.0000000001',
  ],
  [
    'orders',
    '(filter: {placed_at: {gte: "2024-11-01T01:00:00+01:00", lt: "2024-11-08"}})',
    "select id from orders where placed_at >= '2024-11-01' and placed_at < '2024-11-08' order by id limit 100",
  ],
  ['orders', '(orderBy: {status: DESC}, first: 6)', 'select id from orders order by status + 0 desc, id limit 6'],
  [
    'orders',
    '(orderBy: {comment: ASC}, first: 300)',
    'select id from orders order by comment is null, comment, id limit 300',
  ],
  [
    'orders',
    '(orderBy: {priority: DESC}, first: 300)',
    'select id from orders order by priority is not null, priority desc, id limit 300',
  ],
  [
    'orders',
    '(orderBy: {priority: ASC_NULLS_FIRST}, first: 300)',
    'select id from orders order by priority, id limit 300',
  ],
  [
    'orders',
    '(orderBy: [{priority: DESC_NULLS_LAST}, {id: DESC}], first: 300)',
    'select id from orders order by priority desc, id desc limit 300',
  ],
  [
    'employees',
    '(orderBy: [{manager: {last_name: DESC}}, {hired_on: ASC}])',
    `select e.id from employees e left join employees m on m.id = e.manager_id
     order by m.last_name is not null, m.last_name desc, e.hired_on, e.id`,
  ],
];

const nested = `query ($size: Int, $skip: Int!) {
  customers(first: 3) {
    id
    orders(orderBy: { total: DESC }, first: $size, offset: $skip) { id customer { id } orderDetails { line_no } }
    accountManager { id }
  }
}`;

/** Returns the expected result of `nested` for size 2 and skip 1: the second and third order of each customer. */
async function nestedRows(session: Connection): Promise<unknown> {
  const [customers] = await session.query<RowDataPacket[]>(
    'select id, account_manager_id from customers order by id limit 3',
  );
  const [orders] = await session.query<RowDataPacket[]>('select id, customer_id from orders order by total desc, id');
  const [details] = await session.query<RowDataPacket[]>(
    'select order_id, line_no from order_details order by order_id, line_no',
  );
  const lines = Map.groupBy(details, ({ order_id }) => order_id);
  const ordersOf = Map.groupBy(orders, ({ customer_id }) => customer_id);
  return customers.map((customer) => ({
    id: customer.id,
    orders: (ordersOf.get(customer.id) ?? []).slice(1, 3).map(({ id }) => ({
      id,
      customer: { id: customer.id },
      orderDetails: (lines.get(id) ?? []).map(({ line_no }) => ({ line_no })),
    })),
    accountManager: customer.account_manager_id === null ? null : { id: customer.account_manager_id },
  }));
}

describe.each([
  ['prepared statements', true],
  ['statements without preparation', false],
])('with %s', (_title, prepared) => {
  describeOn('mariadb', 'MariaDB', () => {
    const database = `live_${prepared}`;
    let app: Application;
    let session: Connection;

    beforeAll(async () => {
      const change = (config: Config): Config => ({ ...config, dataSource: { ...config.dataSource, prepared } });
      app = await bootShop({ server: 'mariadb', database, change });
      session = await connectTo(database);
      await session.query("set time_zone = '+00:00', names utf8mb4 collate utf8mb4_nopad_bin");
    });
    afterAll(async () => {
      await session.end();
      await app.close();
    });

    test.each(lists)('returns the rows of the equivalent SQL: %s%s', async (list, argumentsText, sql) => {
      const [rows] = await session.query<RowDataPacket[]>(sql);
      const answered = JSON.parse(await execute(app, `{ rows: ${list}${argumentsText} { id } }`));
      expect(answered.rows).toEqual(rows.map(({ id }) => ({ id })));
    });

    test('nests lists and objects', async () => {
      const answered = JSON.parse(await execute(app, nested, '{ "size": 2, "skip": 1 }'));
      expect(answered.customers).toEqual(await nestedRows(session));
    });

    test('reads several roots with one statement', async () => {
      const work = countWork(app);
      const text = await execute(
        app,
        `{
          none: customers(filter: { id: { lt: 0 } }) { id }
          product_by_pk(id: 1) { __typename barcode price }
          missing: product_by_pk(id: -1) { id }
          __typename
          line: orderDetail_by_pk(order_id: 2, line_no: 1) { order_id line_no }
          categories(first: 2) { id name parent { id } }
        }`,
      );
      expect(text).toBe(
        '{"none":[],"product_by_pk":{"__typename":"Product","barcode":9223372036854775807,"price":388.90},' +
          '"missing":null,"__typename":"Query","line":{"order_id":2,"line_no":1},' +
          '"categories":[{"id":1,"name":"Furniture","parent":null},{"id":2,"name":"Lighting","parent":null}]}',
      );
      expect(work.statements).toBe(1);
    });

    test('returns the type name of a connection that selects only __typename', async () => {
      expect(await execute(app, '{ customers_connection { __typename } }')).toBe(
        '{"customers_connection":{"__typename":"CustomerConnection"}}',
      );
    });

    test('returns collections and items over REST', async () => {
      const server = createServer(app, pino({ enabled: false }));
      const page = (await server.inject('/api/Customer?$select=id,name&$first=1&$count=true')).json();
      expect(page).toMatchObject({ value: [{ id: 1, name: 'Fournier GmbH' }] });
      const item = await server.inject('/api/Customer/1?$select=id,name');
      expect([item.statusCode, item.json()]).toEqual([200, { id: 1, name: 'Fournier GmbH' }]);
    });
  });
});
