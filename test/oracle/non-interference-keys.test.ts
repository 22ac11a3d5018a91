import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';
import { createDatabase } from '../support/create-database.ts';
import type { ServerName } from '../support/server-names.ts';
import { withIdentity } from './expressions/write-changes.ts';
import { writeRest } from './non-interference/make-rest.ts';
import { runStatements } from './non-interference/run-statements.ts';
import type { Served } from './non-interference/serve-views.ts';
import { byPlatform, send, type TestRequest, type TestResponse } from './non-interference/test-request.ts';

/** Returns a role that reads orders and their lines without keys, except canceled orders. */
const change = (config: Config): Config => ({
  ...config,
  runtime: {
    ...config.runtime,
    mode: 'production',
    authentication: byPlatform.authentication,
    limits: { ...config.runtime.limits, rows: 10 ** 9 },
  },
  entities: config.entities.map((entity) => {
    const policy = entity.name === 'Order' ? { policy: "@item.status ne 'CANCELLED'" } : {};
    const right = { action: 'read', exclude: keys[entity.name] ?? [], ...policy } as const;
    return {
      ...entity,
      permissions: [
        { role: 'reader', actions: [right] },
        { role: 'auditor', actions: [{ action: 'read', exclude: [] }] },
      ],
    };
  }),
});

const keys: Readonly<Record<string, readonly string[]>> = { Order: ['id'], OrderDetail: ['order_id', 'line_no'] };

/** Reverses the keys of orders and their lines, and changes rows hidden by the policy. */
const turnKeys = (server: ServerName): readonly string[] => [
  ...turned[server],
  "update orders set total = total + 1, comment = 'unseen', priority = 9 where status = 'CANCELLED'",
];

const turnOrders = 'update orders set id = 100000 - id';
const turnLines = 'update order_details set order_id = 100000 - order_id, line_no = 1000 - line_no';

const turnedOnFamily: readonly string[] = [
  'set foreign_key_checks = 0',
  turnOrders,
  turnLines,
  'set foreign_key_checks = 1',
];

const orderColumns =
  'reference, customer_id, employee_id, billing_address_id, shipping_address_id, status, priority, gift, placed_at, required_on, shipped_at, total, comment';
const lineColumns = 'product_id, quantity, unit_price, discount, note';

/** The changes drop the foreign key, so lines may have no order. */
const turned: Readonly<Record<ServerName, readonly string[]>> = {
  postgres: [
    'alter table order_details drop constraint order_details_order_id_fkey',
    turnOrders,
    turnLines,
    'alter table order_details add constraint order_details_order_id_fkey foreign key (order_id) references orders on delete cascade',
  ],
  mariadb: turnedOnFamily,
  mysql: turnedOnFamily,
  // Generated keys cannot be updated, so rows are inserted again.
  sqlserver: [
    'select * into old_orders from orders',
    'select * into old_lines from order_details',
    'delete from order_details',
    'delete from orders',
    withIdentity(
      'orders',
      `insert into orders (id, ${orderColumns}) select 100000 - id, ${orderColumns} from old_orders`,
    ),
    `insert into order_details (order_id, line_no, ${lineColumns}) select 100000 - order_id, 1000 - line_no, ${lineColumns} from old_lines`,
    'drop table old_orders, old_lines',
  ],
};

const graphql = (query: string): TestRequest => ({
  features: [],
  method: 'POST',
  url: '/graphql',
  headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
  body: JSON.stringify({ query }),
});

const whole = 'first: 1000';
const inAnyOrder: readonly TestRequest[] = [
  graphql(`{ orders(${whole}) { reference status total comment customer { id } } }`),
  graphql(`{ orders(${whole}, orderBy: { status: ASC }) { reference status } }`),
  graphql(`{ orders(${whole}, search: "unseen") { reference } }`),
  graphql(`{ orders_connection(${whole}) { totalCount hasNextPage hasPreviousPage items { reference } } }`),
  graphql(`{ customers(first: 100) { id orders(${whole}) { reference orderDetails { quantity line_total note } } } }`),
  graphql(`{ customers(first: 100) { id orders_connection { totalCount items { placed_at total } } } }`),
  graphql(`{ products(first: 50) { id orderDetails(${whole}) { quantity order { reference } } } }`),
  graphql(`{ orders(${whole}) { _etag orderDetails { _etag } } }`),
  writeRest('/api/Order', [['$first', '1000']], []),
  writeRest(
    '/api/Order',
    [
      ['$first', '1000'],
      ['$expand', 'orderDetails($first=50)'],
      ['$count', 'true'],
    ],
    [],
  ),
  writeRest(
    '/api/Order',
    [
      ['$first', '1000'],
      ['$filter', 'orderDetails/any(d: d/quantity gt 3)'],
    ],
    [],
  ),
];

const toTheByte: readonly TestRequest[] = [
  graphql(
    `{ orders(${whole}, orderBy: [{ reference: ASC }, { total: ASC }, { placed_at: ASC }], filter: { reference: { isNull: false } }) { reference total } }`,
  ),
  graphql(
    '{ orders_connection { totalCount groupBy(fields: [status]) { fields { status } aggregations { count sum(field: total) } } } }',
  ),
  graphql(
    '{ orderDetails_connection { totalCount groupBy { aggregations { count sum(field: quantity) max(field: line_total) } } } }',
  ),
  graphql(
    '{ orders_connection(first: 5, offset: 3) { totalCount hasNextPage hasPreviousPage startCursor endCursor } }',
  ),
  graphql('{ orders(first: 5) { id } }'),
  graphql('{ orders(first: 5, orderBy: { id: ASC }) { reference } }'),
  graphql('{ orderDetails(filter: { line_no: { eq: 1 } }) { quantity } }'),
  graphql('{ order_by_pk(id: 1) { reference } }'),
  graphql('{ order_by_pk(id: 99999) { reference } }'),
  ...['/api/Order/1', '/api/Order/99999', '/api/Order/id/1', '/api/OrderDetail/1/1'].map((path) =>
    writeRest(path, [], []),
  ),
  writeRest('/api/Order', [['$select', 'id']], []),
  writeRest('/api/Order', [['$filter', 'id eq 1']], []),
  writeRest(
    '/api/Order',
    [
      ['$first', '5'],
      ['$after', 'AAAA'],
    ],
    [],
  ),
];

/** Sorts lists to ignore row order. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => JSON.stringify(sorted(item))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]));
};

/** Ignores row order, and the ETag, which is a hash of the bytes. */
const orderless = ({ status, body, headers: { etag: _, ...headers } }: TestResponse) => ({
  status,
  headers,
  length: body.length,
  body: sorted(JSON.parse(body)),
});

describe('keys that a role may not read', () => {
  it('affect only the order of rows', async () => {
    const server = inject('server');
    const serve = async (name: string, statements: readonly string[]): Promise<Served> => {
      const url = await createDatabase(server, name, 'shop');
      await runStatements(server, url, statements);
      const application = await bootShop({ server, url, change });
      return { application, server: createServer(application, pino({ level: 'silent' })) };
    };
    const [before, after] = [await serve('shop_keys', []), await serve('shop_keys_turned', turnKeys(server))];
    const reader = byPlatform.callerOf('reader', {});
    try {
      let turned = 0;
      for (const request of inAnyOrder) {
        const [first, second] = [await send(before, request, reader), await send(after, request, reader)];
        expect(first).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"(data|value)"/) });
        expect(orderless(second)).toEqual(orderless(first));
        if (first.body !== second.body) turned += 1;
      }
      // Otherwise no keys were reversed.
      expect(turned).toBeGreaterThan(4);
      for (const request of toTheByte) {
        const [first, second] = [await send(before, request, reader), await send(after, request, reader)];
        expect({ ...second, request }).toEqual({ ...first, request });
      }
    } finally {
      await before.server.close();
      await after.server.close();
    }
  });
});
