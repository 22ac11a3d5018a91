import { join } from 'node:path';
import { expect, it } from 'vitest';
import { summarizeWarnings } from '../../src/config/format-problems.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { openOfflineShop } from '../support/offline-shop.ts';

it('schema/shop.graphql matches the sample shop’s schema (update with `vitest run test/golden -u`)', async () => {
  const { sdl } = openOfflineShop('postgres');
  await expect(`${sdl}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../schema/shop.graphql'));
});

it('test/fixtures/shop/dab.sdl matches the schema in the style of Data API builder', async () => {
  const { sdl } = openOfflineShop('postgres', withDabStyle);
  await expect(`${sdl}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../fixtures/shop/dab.sdl'));
});

it.each(['postgres', 'mysql', 'mariadb', 'sqlserver'])('the sample shop boots on %s without warnings', (dialect) => {
  expect(summarizeWarnings(openOfflineShop(dialect).problems)).toEqual([]);
});
