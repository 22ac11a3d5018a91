import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../src/app/explain.ts';
import { buildOfflineSnapshot } from '../../../../src/app/offline-snapshot.ts';
import type { Config } from '../../../../src/config/config.ts';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import { printingDialect } from '../../../support/dialects.ts';
import { recordedCatalog } from '../../../support/offline-shop.ts';
import { readShopConfig } from '../../../support/shop-config.ts';
import { mistakesIn } from '../../../support/tsql-grammar.ts';

/** Snapshots of one read and one write in four dialects. `-u` updates the statements. */
const documents = {
  read: `query ($country: String!) {
    customers(filter: { country: { eq: $country } }, first: 2) {
      id
      name
      orders(first: 3, orderBy: { placed_at: DESC }) { total employee { last_name active } }
    }
    orders_connection(first: 5, orderBy: { total: DESC }) { totalCount hasNextPage items { id customer { name } } }
  }`,
  write: `mutation {
    createOrder(
      item: {
        reference: "N-1"
        placed_at: "2026-01-02T03:04:05Z"
        customer: { name: "Ada", email: "ada@example.com", country: "NL", created_at: "2026-01-01T00:00:00Z" }
        billing_address_id: 1
        orderDetails: [{ line_no: 1, product_id: 3, quantity: 2, unit_price: 9.95 }]
      }
    ) { reference customer { name } }
  }`,
} as const;

const kinds = {
  postgres: printingDialect('postgres').kind,
  mariadb: printingDialect('mariadb').kind,
  mysql: printingDialect('mysql').kind,
  sqlserver: printingDialect('sqlserver').kind,
};

type DialectName = keyof typeof kinds;

const catalogOf = (name: DialectName): Catalog => JSON.parse(readFileSync(recordedCatalog(name), 'utf8')) as Catalog;

/** Adds a policy to create permissions for orders: their status must not be PAID. */
const withPolicy = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) =>
    entity.name === 'Order'
      ? {
          ...entity,
          permissions: entity.permissions.map((permission) => ({
            ...permission,
            actions: permission.actions.map((right) =>
              right.action === 'create' ? { ...right, policy: "@item.status ne 'PAID'" } : right,
            ),
          })),
        }
      : entity,
  ),
});

function statementsOf(name: DialectName, document: string): readonly string[] {
  const server = name === 'postgres' ? name : 'mariadb';
  const kind = kinds[name];
  const shop = withPolicy(readShopConfig(server, `${server}://localhost/shop`));
  const isOffered = ({ source }: Config['entities'][number]): boolean =>
    kind.capabilities.routines || source.kind !== 'stored-procedure';
  const config = { ...shop, entities: shop.entities.filter(isOffered) };
  const { model, problems } = buildModel(config, catalogOf(name), kind.capabilities);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const parts = buildOfflineSnapshot({ config, model, kind, generation: 0 });
  const request = {
    document: parse(document),
    operationName: undefined,
    variables: { country: 'DK' },
    identity: { role: 'staff', claims: {} },
  };
  return explain(request, parts).statements.map(({ text }) => text);
}

describe.each(Object.keys(kinds) as DialectName[])('%s', (name) => {
  it.each(Object.entries(documents))('prints the %s', async (kind, document) => {
    const text = `${statementsOf(name, document).join(';\n\n')}\n`;
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, `${kind}.${name}.sql`));
  });
});

it.each(Object.entries(documents))('T-SQL grammar accepts the %s', { timeout: 300_000 }, (_, document) => {
  for (const statement of statementsOf('sqlserver', document)) expect(mistakesIn(statement)).toEqual([]);
});
