import type { DatabaseType, DataSource } from '../config/config.ts';
import { queryOf } from '../execute/create-execution.ts';
import type { Catalog } from '../model/catalog.ts';
import { connectSource } from './boot.ts';
import { readOwnCatalog } from './own-catalog.ts';
import { detectStore, explainUnreachable } from './store-kinds.ts';

export interface DatabaseContents {
  /** As the database reports it. */
  readonly databaseType: DatabaseType;
  /** All tables, views, and routines, except those of the system and of extensions. */
  readonly catalog: Catalog;
}

/**
 * Opens a separate connection, reads the whole catalog, and closes the connection. Needs no entities.
 * @throws ApiError Unavailable; ConfigurationError for an unsupported database
 */
export async function readDatabase(dataSource: DataSource): Promise<DatabaseContents> {
  const { source, stop } = await connectSource(dataSource, { reuseRunning: true });
  try {
    const { kind, databaseType } = await detectStore(source);
    const driver = await kind.open(source);
    try {
      return { databaseType, catalog: await readOwnCatalog(kind, queryOf(driver)) };
    } finally {
      await driver.close();
    }
  } catch (error) {
    throw await explainUnreachable(error, source);
  } finally {
    await stop();
  }
}
