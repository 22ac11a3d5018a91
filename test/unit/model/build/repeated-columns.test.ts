import { parse } from 'graphql';
import { expect, it } from 'vitest';
import type { Config } from '../../../../src/config/config.ts';
import { printingDialects } from '../../../support/dialects.ts';
import { openOfflineShop } from '../../../support/offline-shop.ts';

/** Adds a relationship that compares `country` with two columns of the target. */
const withRepeated = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) =>
    entity.name === 'Customer'
      ? {
          ...entity,
          relationships: [
            {
              name: 'namesakes',
              kind: 'hasMany',
              target: 'Customer',
              on: [
                ['country', 'country'],
                ['country', 'city'],
              ],
            },
          ],
        }
      : entity,
  ),
});

it.each(printingDialects)('a relationship can repeat a column on $name, but not for nested writes', ({ name }) => {
  const shop = openOfflineShop(name, withRepeated);
  const { statements } = shop.explain({
    document: parse('{ customers { namesakes { id } } }'),
    operationName: undefined,
    variables: {},
    identity: { role: 'staff', claims: {} },
  });
  expect(statements).toHaveLength(1);
  expect(statements[0]?.text).toMatch(/city/);
  expect(statements[0]?.text.match(/country/g)?.length).toBeGreaterThan(2);
  expect(shop.model.byName.get('Customer')?.relationships[0]).not.toHaveProperty('nesting');
});
