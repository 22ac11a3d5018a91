import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../../support/run-node.ts';
import type { StoreName } from '../../support/store-names.ts';
import type { Contender, Place } from '../contender.ts';
import { graphqlRequestsFor, operation } from './graphql.ts';
import { placedAt } from './place.ts';
import { pick } from './plain-answer.ts';

const FIELDS = 'id customer_id status total placed_at note';

const item = '{ order_id: $key, body: "Call first", weight: 3 }';

/** Prefix of Joinery's cursors for the order by `placed_at`. */
const ORDER = 'CM_qkp1f-o';

export function cursorOf(key: number): string {
  return Buffer.from(JSON.stringify([ORDER, `${placedAt(key).replace('T', ' ')}+00`, `${key}`])).toString('base64url');
}

/** Values of `database-type`. */
const types: Readonly<Record<StoreName, string>> = {
  postgres: 'postgresql',
  mariadb: 'mariadb',
  mysql: 'mysql',
  sqlserver: 'mssql',
};

const CONFIG = fileURLToPath(new URL('../joinery.json', import.meta.url));

/** Starts the command line in production mode. Other revisions also use the configuration of this checkout. */
export async function startJoinery({ connectionString, root, store }: Place, config = CONFIG): Promise<ServerProcess> {
  const main = join(root, 'src/main.ts');
  return startServer({
    args: [...flagsOf(await readFile(main, 'utf8')), main, 'start', '--config', config, '--port', '0'],
    env: { DATABASE_URL: connectionString, DATABASE_TYPE: types[store], NODE_ENV: 'production' },
  });
}

const flagsOf = (program: string): readonly string[] => /^#!.* node (--.*)$/m.exec(program)?.[1]?.split(' ') ?? [];

export const joinery: Contender = {
  name: 'joinery',
  title: 'Joinery, GraphQL',
  isJoinery: true,
  start: (place) => startJoinery(place),
  ...graphqlRequestsFor({
    point: operation(
      'query ($key: Int!) { order_by_pk(id: $key) { id status total placed_at note customer { id name country } } }',
      'order_by_pk',
    ),
    list: operation(
      `query ($key: Int!) { orders(first: 20, filter: { id: { gte: $key } }, orderBy: { id: ASC }) { ${FIELDS} } }`,
      'orders',
    ),
    connection: operation(
      `query ($key: Int!) {
        orders_connection(first: 20, filter: { id: { gte: $key } }, orderBy: { id: ASC }) {
          items { ${FIELDS} } hasNextPage endCursor
        }
      }`,
      'orders_connection',
    ),
    count: {
      ...operation(
        `query ($from: Int!, $to: Int!) {
          orders_connection(first: 20, filter: { id: { gte: $from, lt: $to } }, orderBy: { id: ASC }) {
            items { ${FIELDS} } totalCount
          }
        }`,
        'orders_connection',
      ),
      variables: (key) => ({ from: key, to: key + 1000 }),
    },
    nested: operation(
      `query ($key: Int!) {
        customers(first: 10, filter: { id: { gte: $key } }) {
          id name country
          orders(first: 5) { id status total lines(first: 3) { id product quantity price } }
        }
      }`,
      'customers',
    ),
    'two-lists': operation(`query ($key: Int!) {
      customers(first: 20, filter: { id: { gte: $key } }) { id name country }
      orders(first: 20, filter: { id: { gte: $key } }) { ${FIELDS} }
    }`),
    keyset: {
      ...operation(
        `query ($after: String!) {
          orders_connection(first: 20, after: $after, orderBy: { placed_at: ASC }) { items { ${FIELDS} } hasNextPage endCursor }
        }`,
        'orders_connection',
      ),
      variables: (key) => ({ after: cursorOf(key) }),
    },
    groups: {
      document: `query ($from: Int!, $to: Int!) {
        orders_connection(filter: { id: { gte: $from, lt: $to } }) {
          groupBy(fields: [status]) { fields { status } aggregations { count sum(field: total) } }
        }
      }`,
      variables: (key) => ({ from: key, to: key + 1000 }),
      answer: (data) =>
        (pick(data, 'orders_connection', 'groupBy') as readonly { fields: object; aggregations: object }[]).map(
          ({ fields, aggregations }) => ({ ...fields, ...aggregations }),
        ),
    },
    create: operation(`mutation ($key: Int!) { createRemark(item: ${item}) { order_id body weight } }`, 'createRemark'),
    'create-policy': operation(
      `mutation ($key: Int!) { createShortRemark(item: ${item}) { order_id body weight } }`,
      'createShortRemark',
    ),
    update: operation(
      'mutation ($key: Int!) { updateOrder(id: $key, item: { note: "Left with the neighbours" }) { id note } }',
      'updateOrder',
    ),
  }),
};
