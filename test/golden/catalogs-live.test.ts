import { expect, it } from 'vitest';
import { scopeOf } from '../../src/app/build-snapshot.ts';
import { queryOf } from '../../src/execute/create-execution.ts';
import { createShopOn } from '../support/boot-shop.ts';
import { kindOf } from '../support/dialects.ts';
import { recordedCatalog } from '../support/offline-shop.ts';
import { startedServers } from '../support/server-names.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { printJson } from './print-json.ts';

for (const name of [...startedServers, 'mongodb' as const]) {
  describeOn(name, `the recorded catalog of the shop on ${name}`, () => {
    it('matches introspection (update with `vitest run test/golden/catalogs-live.test.ts -u`)', async () => {
      const config = readShopConfig(name, await createShopOn(name, 'recorded_shop'));
      const kind = kindOf(name);
      const driver = await kind.open(config.dataSource);
      const catalog = await kind.introspect(queryOf(driver), scopeOf(config)).finally(() => driver.close());
      await expect(printJson(catalog)).toMatchFileSnapshot(recordedCatalog(name));
    });
  });
}
