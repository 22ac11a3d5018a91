import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeApi } from '../../src/server/rest/openapi/describe-api.ts';
import { openOfflineShop } from '../support/offline-shop.ts';

it('schema/shop.openapi.json matches the sample shop’s REST API (update with `vitest run test/golden -u`)', async () => {
  const { config, model } = openOfflineShop('postgres');
  const document = JSON.parse(await describeApi({ model, runtime: config.runtime, select: true }));
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../../schema/shop.openapi.json'));
});
