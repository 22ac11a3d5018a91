import type { Driver } from '../../../store/driver.ts';
import { createUses } from '../../kept-statements.ts';
import { runInTurn } from '../../run-in-turn.ts';
import { untilClosed } from '../../sockets.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import type { Opening } from './client.ts';
import { errorMeaning } from './error-meaning.ts';
import { estimate } from './estimate.ts';
import { ReadSessions } from './read-sessions.ts';
import { SlonikSessions } from './slonik-sessions.ts';

/** Sessions with one PostgreSQL: those for reads pooled by pg, the others by slonik. */
export async function openPostgres(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const opening: Opening = { source, uses: source.prepared ? createUses() : undefined, open: new Set() };
  const reads = new ReadSessions(opening, maxReads);
  const changes = await SlonikSessions.open(opening, maxChanges);
  const service = await SlonikSessions.open(opening, 1);
  return {
    reads,
    changes,
    service: runInTurn(service),
    // Only statements that are kept prepared are cheaper together.
    ...(source.prepared && { estimate }),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((sessions) => sessions.close()));
      await untilClosed([...opening.open].map(({ socket }) => socket));
    },
  };
}
