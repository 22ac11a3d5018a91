import type { DatabaseType } from '../../../config/config.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import type { SessionVariant } from './connect-options.ts';
import { createErrorClassifier } from './errors.ts';
import { openMysql2 } from './open-mysql2.ts';

/** Settings that both servers accept. */
const baseVariant: SessionVariant = {
  charset: 'utf8mb4',
  settingsOf: () => 'do 0',
  settingsCheck: 'true',
  explain: 'explain',
  classify: createErrorClassifier({ numbers: {}, reportsTableNames: false }),
};

/** @throws ApiError Unavailable if the server does not respond */
export async function identifyServer(source: ConnectedSource): Promise<DatabaseType> {
  const driver = openMysql2(source, baseVariant);
  try {
    const statement = { settings: {}, statement: { text: 'select version()', slots: [] }, values: [] };
    const result = await driver.changes.use((session) => session.run(statement));
    return /mariadb/i.test(String(result[0]?.rows[0]?.[0])) ? 'mariadb' : 'mysql';
  } catch (error) {
    throw driver.classify(error).apiError ?? error;
  } finally {
    await driver.close();
  }
}
