import { inject } from 'vitest';
import { readJson } from '../../src/dialect/sqlserver/sql/read-result.ts';
import { sentinelText } from '../../src/dialect/sqlserver/sql/sentinel.ts';
import { runOne } from '../../src/store/run-one.ts';
import { kindOf } from '../support/dialects.ts';
import { shopUrl } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/**
 * Returns all strings of a statement's result in order, with markers resolved. Runs in a driver session, without the
 * service.
 */
export async function readTexts(text: string, values: readonly unknown[]): Promise<readonly string[]> {
  const server = inject('server');
  const shown = server === 'sqlserver' ? readJson : (value: string | null) => value;
  const { dataSource } = readShopConfig(server, shopUrl(server));
  const driver = await kindOf(server).open(dataSource);
  try {
    const unit = { settings: {}, statement: { text, slots: [] }, values: values.map(withSentinel) };
    const result = await driver.reads.use((session) => runOne(session, unit));
    return result.flatMap(({ rows }) => rows.flat().map(shown)).filter((value) => value !== null);
  } finally {
    await driver.close();
  }
}

/** `explain` hides the secret of markers, so this restores it. */
const withSentinel = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^sentinel of (\w+)$/, (_, word) => sentinelText(word)) : value;
