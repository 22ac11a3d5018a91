import { expect, it } from 'vitest';
import { openOfflineShop } from '../../../support/offline-shop.ts';

it.each([
  ['Order', 'orderDetails', false],
  ['Order', 'customer', true],
  ['Product', 'productSuppliers', false],
])('the target columns of %s.%s are unique: %s', (entity, relationship, expected) => {
  const { model } = openOfflineShop('postgres');
  const found = model.byName.get(entity)?.relationships.find(({ name }) => name === relationship);
  expect(found?.link.unique).toBe(expected);
});
