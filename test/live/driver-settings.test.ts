import { describe, expect, it, onTestFinished } from 'vitest';
import { runOne } from '../../src/store/run-one.ts';
import { startDeafProxy } from '../support/deaf-proxy.ts';
import { kindOf } from '../support/dialects.ts';
import { describeOn, shopUrl } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const ONE = { settings: {}, statement: { text: 'select 1', slots: [] }, values: [] };

describe.each(['mariadb', 'mysql'] as const)('settings of sessions with %s', (name) => {
  describeOn(name, 'that get lost', () => {
    it('are missed by every session, and reported before its first use', async () => {
      const proxy = await startDeafProxy(shopUrl(name));
      const { dataSource } = readShopConfig(name, proxy.connectionString);
      const driver = await kindOf(name).open(dataSource);
      onTestFinished(async () => {
        await driver.close();
        proxy.close();
      });
      for (const use of [
        () => driver.reads.use((session) => runOne(session, ONE)),
        () => driver.changes.use((session) => session.run(ONE)),
        () => driver.service.use((session) => runOne(session, ONE)),
      ]) {
        const { apiError } = driver.classify(await use().catch((error) => error));
        expect(apiError).toMatchObject({
          code: 'Unavailable',
          message: expect.stringMatching(/^Session settings were lost/),
          details: { setting: 'data-source.connection-string' },
        });
      }
    });
  });
});
