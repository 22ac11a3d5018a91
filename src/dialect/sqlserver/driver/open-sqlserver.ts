import type { Driver } from '../../../store/driver.ts';
import { runInTurn } from '../../run-in-turn.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { loadClient } from './client.ts';
import { errorMeaning } from './error-meaning.ts';
import { TdsPool } from './tds-pool.ts';

/** Sessions with one SQL Server, pooled by mssql. */
export async function openSqlserver(source: ConnectedSource): Promise<Driver> {
  const client = await loadClient();
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const reads = new TdsPool({ client, source, max: maxReads, changes: false });
  const changes = new TdsPool({ client, source, max: maxChanges, changes: true });
  const service = new TdsPool({ client, source, max: 1, changes: false });
  return {
    reads: runInTurn(reads),
    changes,
    service: runInTurn(service),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((pool) => pool.close()));
    },
  };
}
