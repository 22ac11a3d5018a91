import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';

it('schema/shop.graphql is the sample shop’s schema as it is; `vitest run test/golden -u` writes it', async () => {
  const app = await bootShop('postgres');
  await app.close();
  await expect(`${app.sdl}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../../schema/shop.graphql'));
});

it('test/fixtures/shop/dab.sdl is the same in the style of Data API builder', async () => {
  const app = await bootShop('postgres', { change: withDabStyle });
  await app.close();
  await expect(`${app.sdl}\n`).toMatchFileSnapshot(join(import.meta.dirname, '../fixtures/shop/dab.sdl'));
});
