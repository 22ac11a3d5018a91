import { join } from 'node:path';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { AnswerRequest } from '../../../src/app/application.ts';
import type { Config } from '../../../src/config/config.ts';
import type { Catalog } from '../../../src/model/catalog.ts';
import type { CatalogColumn } from '../../../src/model/catalog-column.ts';
import { printStatements } from '../../golden/explain-case.ts';
import { printingDialects } from '../../support/dialects.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';
import { mistakesIn } from '../../support/tsql-grammar.ts';

const withLive = (config: Config): Config => ({
  ...config,
  runtime: { ...config.runtime, live: { ...config.runtime.live, enabled: true } },
});

const base = { list: false, ordersCommits: true } as const;

/** Types of columns that order transactions. */
const types: Readonly<Record<string, CatalogColumn['type']>> = {
  postgres: {
    ...base,
    scalar: 'String',
    native: 'xid8',
    asText: true,
    qualifiedName: { schema: 'pg_catalog', name: 'xid8' },
  },
  sqlserver: { ...base, scalar: 'Base64String', native: 'binary(8)', asText: false },
};

/** Adds the column `written` to the orders, if the database has its type. */
const withWritten =
  (dialect: string) =>
  (catalog: Catalog): Catalog => {
    const type = types[dialect];
    const column = type && { name: 'written', type, nullable: false, hasDefault: true, generated: 'always' as const };
    return {
      ...catalog,
      objects: catalog.objects.map((object) =>
        object.name === 'orders' && column ? { ...object, columns: [...object.columns, column] } : object,
      ),
    };
  };

const cursorOf = (...values: readonly string[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');

describe.each(printingDialects)('streams on $name', ({ name: dialect }) => {
  const shop = openOfflineShop(dialect, withLive, withWritten(dialect));
  const explain = (orderBy: string, position: AnswerRequest['position']) =>
    shop.explain({
      document: parse(`subscription { orders_stream(first: 3, orderBy: ${orderBy}) { items { id } endCursor } }`),
      operationName: undefined,
      variables: {},
      ...(position && { position }),
      identity: { role: 'anonymous', claims: {} },
    });
  const orderName = (orderBy: string): string =>
    JSON.stringify(explain(orderBy, {}).plan).match(/"cursorOrder":"([^"]+)"/)?.[1] ?? '';

  it('match their golden statements', { timeout: 300_000 }, async () => {
    const orderBy = '{ customer_id: ASC }';
    const order = orderName(orderBy);
    const cursor = (id: string): string => cursorOf(order, '5', id);
    const delayed = [{}, { until: cursor('9') }, { after: cursor('7'), until: cursor('9') }];
    const statements = delayed.map((position) => printStatements(explain(orderBy, position)));
    if (types[dialect] !== undefined) statements.push(printStatements(explain('{ written: ASC }', {})));
    await expect(statements.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, `streams/${dialect}.sql`));
    if (dialect === 'sqlserver') for (const statement of statements) expect(mistakesIn(statement)).toEqual([]);
  });
});
