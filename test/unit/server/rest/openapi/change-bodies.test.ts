import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../../../src/model/catalog.ts';
import { modelOfRole } from '../../../../../src/server/rest/openapi/api-view.ts';
import { describeApi } from '../../../../../src/server/rest/openapi/describe-api.ts';
import { printingDialects } from '../../../../support/dialects.ts';
import { openOfflineShop } from '../../../../support/offline-shop.ts';

/** Returns the catalog with suppliers that have no key. */
const withoutSupplierKey = (catalog: Catalog): Catalog => ({
  ...catalog,
  objects: catalog.objects.map(({ primaryKey, ...object }) =>
    object.name === 'suppliers' ? { ...object, uniqueKeys: [] } : { ...object, ...(primaryKey && { primaryKey }) },
  ),
});

async function responseTo(dialect: string, isKeyless: boolean, role = 'staff') {
  const { config, model } = openOfflineShop(
    dialect,
    (shop) => ({
      ...shop,
      entities: shop.entities.map((entity) => ({ ...entity, relationships: [] })),
    }),
    isKeyless ? withoutSupplierKey : undefined,
  );
  const view = { model: modelOfRole(model, role), runtime: config.runtime, role, select: true };
  return JSON.parse(await describeApi(view)).paths['/Supplier'].post.responses[201];
}

describe.each(printingDialects)('the 201 of a POST on $name', ({ name }) => {
  it('has a body if the table has a key', async () => {
    expect(await responseTo(name, false)).toMatchObject({ content: {}, headers: { Location: {}, ETag: {} } });
  });

  const isLost = ['mysql', 'sqlserver'].includes(name);
  it(`has ${isLost ? 'no' : 'a'} body if the table has no key`, async () => {
    const response = await responseTo(name, true);
    expect([response.content === undefined, response.headers]).toEqual([isLost, undefined]);
    expect(response.description.includes('The response has no body.')).toBe(isLost);
  });
});
