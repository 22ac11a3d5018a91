import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildModel } from '../../../../src/model/build/build-model.ts';
import type { Catalog, ForeignKey } from '../../../../src/model/catalog.ts';
import { printingDialect, printingDialects } from '../../../support/dialects.ts';
import { recordedCatalog } from '../../../support/offline-shop.ts';
import { readShopConfig } from '../../../support/shop-config.ts';

/** Returns the same foreign key under another name, with its columns in the opposite order. */
const doubleOf = (key: ForeignKey): ForeignKey => ({
  ...key,
  name: `${key.name}_again`,
  columns: key.columns.toReversed(),
  targetColumns: key.targetColumns.toReversed(),
});

it.each(printingDialects)('merges two foreign keys with equal columns into one relationship on $name', ({ name }) => {
  const { kind, shop } = printingDialect(name);
  const config = readShopConfig(shop, `${shop}://localhost/shop`);
  const catalog = JSON.parse(readFileSync(recordedCatalog(name), 'utf8')) as Catalog;
  const doubled: Catalog = {
    ...catalog,
    objects: catalog.objects.map((object) => ({
      ...object,
      foreignKeys: object.foreignKeys.flatMap((key) => [key, doubleOf(key)]),
    })),
  };
  const relationshipsOf = (of: Catalog) => {
    const { model, problems } = buildModel(config, of, kind.capabilities);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    return [...model.byName].map(([entity, { relationships }]) => [
      entity,
      relationships.map(({ target: _, ...rest }) => rest),
    ]);
  };
  expect(relationshipsOf(doubled)).toEqual(relationshipsOf(catalog));
});
