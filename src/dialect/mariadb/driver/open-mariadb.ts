import type { Driver, ReadSession } from '../../../store/driver.ts';
import { createUses } from '../../kept-statements.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbPool } from './mariadb-pool.ts';
import type { MariadbSession } from './mariadb-session.ts';
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
    reads: asReads(reads),
    changes,
    service: asReads(service),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((pool) => pool.close()));
    },
  };
}

/** Sessions as reads use them. */
const asReads = (pool: MariadbPool): Driver['reads'] => ({
  max: pool.max,
  use: (work) => pool.use((session) => work(asRead(session))),
});

const asRead = (session: MariadbSession): ReadSession => ({
  maxUnits: 1,
  run: async (units, tell) => {
    for (const [index, unit] of units.entries()) {
      await session.run(unit).then(
        (result) => tell({ result }, index),
        (error) => tell({ error }, index),
      );
    }
  },
  cancel: () => session.cancel(),
});
