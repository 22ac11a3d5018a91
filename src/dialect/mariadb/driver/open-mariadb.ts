import type { Driver } from '../../../store/driver.ts';
import { createUses } from '../../kept-statements.ts';
import { runInTurn } from '../../run-in-turn.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbPool } from './mariadb-pool.ts';
import type { Opening } from './opening.ts';

/** Sessions with one MariaDB, pooled by mysql2. */
export async function openMariadb(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const opening: Opening = {
    source,
    uses: source.prepared ? createUses() : undefined,
    kill: (threadId) => service.use((session) => session.kill(threadId)),
  };
  const reads = new MariadbPool(opening, maxReads);
  const changes = new MariadbPool(opening, maxChanges);
  const service = new MariadbPool(opening, 1);
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
