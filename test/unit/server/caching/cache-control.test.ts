import { expect, test } from 'vitest';
import { createCacheControl } from '../../../../src/server/caching/cache-control.ts';

const entity = (name: string, anonymous: string, identified: 'no-store' | 'private' = 'no-store') => ({
  name,
  cacheControl: { anonymous, identified },
});
const cacheControl = createCacheControl([
  entity('Country', 'public, max-age=3600', 'private'),
  entity('Product', 'public, max-age=60', 'private'),
  entity('Order', 'no-cache'),
]);

test.each([
  ['anonymous', {}, ['Country'], 'public, max-age=3600'],
  ['anonymous', {}, ['Country', 'Product'], 'public, max-age=60'],
  ['anonymous', {}, ['Product', 'Country', 'Order'], 'no-cache'],
  ['anonymous', {}, [], 'no-cache'],
  ['clerk', {}, ['Country', 'Product'], 'private'],
  ['clerk', {}, ['Country', 'Order'], 'no-store'],
  ['clerk', {}, [], 'no-store'],
  ['anonymous', { sub: '1' }, ['Country'], 'private'],
  ['anonymous', { sub: '1' }, ['Order', 'Country'], 'no-store'],
])('Cache-Control for %s with claims %j from %j is %s', (role, claims, entities, expected) => {
  expect(cacheControl(entities, { role, claims })).toBe(expected);
});
