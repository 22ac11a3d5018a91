import type { Driver, ReadSession } from '../../../store/driver.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbPool } from './mariadb-pool.ts';
import type { MariadbSession } from './mariadb-session.ts';

/** Sessions with one MariaDB, pooled by mysql2. */
export async function openMariadb(source: ConnectedSource): Promise<Driver> {
  const { reads, changes } = splitPool(source.pool);
  const pools = [reads, changes, 1].map((max) => new MariadbPool(source, max));
  const [ofReads, ofChanges, ofService] = pools as [MariadbPool, MariadbPool, MariadbPool];
  const readSessions = (pool: MariadbPool): Driver['reads'] => ({
    max: pool.max,
    use: (work) => pool.use((session) => work(readSession(session))),
  });
  return {
    reads: readSessions(ofReads),
    changes: { max: changes, use: (work) => ofChanges.use(work) },
    service: readSessions(ofService),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

/** A session as reads use it. */
const readSession = (session: MariadbSession): ReadSession => ({
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
