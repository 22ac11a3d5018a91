import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Config } from '../../../../src/config/config.ts';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import { openOfflineShop, recordedCatalog } from '../../../support/offline-shop.ts';

const { config } = openOfflineShop('sqlserver');
const { namesAreCaseInsensitive: _, ...catalog } = JSON.parse(
  readFileSync(recordedCatalog('sqlserver'), 'utf8'),
) as Catalog;

const written: Config = {
  ...config,
  entities: config.entities.map((entity) => {
    const object = { Customer: 'DBO.Customers', Order: '[Orders]', Restock: 'dbo.ReStock' }[entity.name];
    return object === undefined ? entity : { ...entity, source: { ...entity.source, object } };
  }),
};

const sourcesBy = (found: Catalog) => {
  const { model, problems } = buildModel(written, found);
  return {
    errors: problems.filter(({ severity }) => severity === 'error').map(({ path }) => path.join(' ')),
    sources: ['Customer', 'Order', 'Restock'].map((name) => model.byName.get(name)?.source.name),
  };
};

it('finds tables and procedures case-insensitively if the database does', () => {
  expect(sourcesBy({ ...catalog, namesAreCaseInsensitive: true })).toEqual({
    errors: [],
    sources: ['customers', 'orders', 'restock'],
  });
});

it('reports them as missing on a case-sensitive database', () => {
  expect(sourcesBy(catalog).errors).toEqual(
    expect.arrayContaining(['entities Customer source', 'entities Order source', 'entities Restock source']),
  );
});

it('prefers an exact match', () => {
  const [customers] = catalog.objects.filter(({ name }) => name === 'customers');
  if (customers === undefined) throw new Error('The shop has no customers.');
  const twin = { ...customers, name: 'Customers', schema: 'DBO' };
  const { sources } = sourcesBy({ ...catalog, objects: [...catalog.objects, twin], namesAreCaseInsensitive: true });
  expect(sources[0]).toBe('Customers');
});
