import { readFileSync } from 'node:fs';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import type { Config } from '../../../../src/config/config.ts';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import type { ReadingProcedures } from '../../../../src/model/catalog-routine.ts';
import { openOfflineShop, recordedCatalog } from '../../../support/offline-shop.ts';

const asQuery = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) =>
    entity.name === 'Restock' ? { ...entity, graphql: { ...entity.graphql, operation: 'query' } } : entity,
  ),
});

const shop = openOfflineShop('sqlserver', asQuery);

const explain = (query: string) =>
  shop.explain({
    document: parse(query),
    operationName: undefined,
    variables: {},
    identity: { role: 'staff', claims: {} },
  }).statements;

it('calls procedures of a query in one statement', () => {
  const statements = explain('{ __typename a: executeRestock(product_id: 3, amount: 10) { stock } }');
  expect(statements).toHaveLength(1);
  expect(statements[0]?.text).toContain('exec [dbo].[restock]');
});

it('rejects a query that also reads', () => {
  const query = '{ a: executeRestock(product_id: 3, amount: 10) { stock } customers { id } }';
  expect(() => explain(query)).toThrow(
    expect.objectContaining({
      code: 'BadRequest',
      message: expect.stringContaining('"a" runs a procedure, so it cannot be combined'),
    }),
  );
});

it('warns of a procedure exposed as a query, or reports an error on other databases', () => {
  const catalog = JSON.parse(readFileSync(recordedCatalog('sqlserver'), 'utf8')) as Catalog;
  const config = { ...shop.config, entities: shop.config.entities.filter(({ name }) => name === 'Restock') };
  const problems = (readingProcedures: ReadingProcedures) =>
    buildModel(config, catalog, { connections: true, routines: true, writes: true, readingProcedures }).problems.map(
      ({ severity, message }) => [severity, message],
    );
  expect(problems('all')).toEqual([
    ['warning', expect.stringContaining('"restock" is run by a query, but is not declared read-only')],
  ]);
  expect(problems('none')).toEqual([['error', expect.stringContaining('which a query cannot run')]]);
  expect(problems('declared')).toEqual([['error', expect.stringContaining('Declare the procedure READS SQL DATA')]]);
});
