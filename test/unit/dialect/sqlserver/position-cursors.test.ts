import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { openOfflineShop } from '../../../support/offline-shop.ts';

it('calculates a position cursor from the rows of the page, not of the subquery', () => {
  const shop = openOfflineShop('sqlserver', (config) => ({
    ...config,
    entities: config.entities.map((entity) =>
      entity.name === 'Order'
        ? { ...entity, permissions: [{ role: 'clerk', actions: [{ action: 'read', exclude: ['id'] }] }] }
        : entity,
    ),
  }));
  const { statements } = shop.explain({
    document: parse('{ orders_connection(first: 20, offset: 40) { endCursor hasNextPage } }'),
    operationName: undefined,
    variables: {},
    identity: { role: 'clerk', claims: {} },
  });
  const text = statements[0]?.text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('40 + case when count_big(r.n) < 20 then count_big(r.n) else 20 end');
});
