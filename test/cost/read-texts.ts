import { inject } from 'vitest';
import { readJson } from '../../src/dialect/sqlserver/sql/read-result.ts';
import { sentinelText } from '../../src/dialect/sqlserver/sql/sentinel.ts';
import { runUnit } from '../../src/store/run-unit.ts';
import { kindOf } from '../support/dialects.ts';
import { shopUrl } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/** All texts that a statement about the shop gives, in their order and with what their marks stand for, asked past the service in a session of its driver. */
export async function readTexts(text: string, values: readonly unknown[]): Promise<readonly string[]> {
  const server = inject('server');
  const shown = server === 'sqlserver' ? readJson : (value: string | null) => value;
  const { dataSource } = readShopConfig(server, shopUrl(server));
  const driver = await kindOf(server).open(dataSource);
  try {
    const unit = { settings: {}, statement: { text, slots: [] }, values: values.map(withSentinel) };
    const result = await driver.reads.use((session) => runUnit(session, unit));
    return result.flatMap(({ rows }) => rows.flat().map(shown)).filter((value) => value !== null);
  } finally {
    await driver.close();
  }
}

/** What a statement marks, it marks by a secret, which nobody is told who has it explained. */
const withSentinel = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^sentinel of (\w+)$/, (_, word) => sentinelText(word)) : value;
