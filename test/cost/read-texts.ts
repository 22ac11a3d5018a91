import { inject } from 'vitest';
import { runUnit } from '../../src/store/run-unit.ts';
import { kindOf } from '../support/dialects.ts';
import { shopUrl } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** All texts that a statement about the shop gives, in their order, asked past the service in a session of its driver. */
export async function readTexts(text: string, values: readonly unknown[]): Promise<readonly string[]> {
  const server = inject('server');
  const { dataSource } = readShopConfig(server, shopUrl(server));
  const driver = await kindOf(server).open(dataSource);
  try {
    const unit = { settings: {}, statement: { text, slots: [] }, values };
    const result = await driver.reads.use((session) => runUnit(session, unit));
    return result.flatMap(({ rows }) => rows.flat()).filter((value) => value !== null);
  } finally {
    await driver.close();
  }
}
