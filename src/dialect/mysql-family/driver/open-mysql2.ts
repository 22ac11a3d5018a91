import type { Driver } from '../../../store/driver.ts';
import { createUses } from '../../kept-statements.ts';
import { runInTurn } from '../../run-in-turn.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { Mysql2Pool } from './mysql2-pool.ts';
import { type Opening, Rights, type SessionWays } from './opening.ts';

/** Sessions with one database, pooled by mysql2. */
export function openMysql2(source: ConnectedSource, ways: SessionWays): Driver {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const opening: Opening = {
    source,
    ways,
    uses: source.prepared ? createUses() : undefined,
    rights: new Rights(),
    kill: (threadId) => service.use((session) => session.kill(threadId)),
  };
  const reads = new Mysql2Pool(opening, maxReads);
  const changes = new Mysql2Pool(opening, maxChanges, { takesSeveral: ways.sendsSeveral === true });
  const service = new Mysql2Pool(opening, 1, { readsRights: true });
  return {
    reads: runInTurn(reads),
    changes,
    service: runInTurn(service),
    meaning: ways.meaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((pool) => pool.close()));
    },
  };
}
