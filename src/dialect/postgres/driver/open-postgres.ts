import type { Driver, ReadSession } from '../../../store/driver.ts';
import { createUses } from '../../kept-statements.ts';
import { splitPool } from '../../split-pool.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { errorMeaning } from './error-meaning.ts';
import { estimate } from './estimate.ts';
import { ReadSessions } from './read-sessions.ts';
import type { SlonikSession } from './slonik-session.ts';
import { SlonikSessions } from './slonik-sessions.ts';

/** Sessions with one PostgreSQL: those for reads pooled by pg, the others by slonik. */
export async function openPostgres(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const opening = { source, uses: source.prepared ? createUses() : undefined };
  const reads = new ReadSessions(opening, maxReads);
  const changes = await SlonikSessions.open(opening, maxChanges);
  const service = await SlonikSessions.open(opening, 1);
  return {
    reads,
    changes,
    service: { max: service.max, use: (work) => service.use((session) => work(readSession(session))) },
    // Only statements that are kept prepared are cheaper together.
    ...(source.prepared && { estimate }),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((sessions) => sessions.close()));
    },
  };
}

/** A session of slonik as reads use it. */
const readSession = (session: SlonikSession): ReadSession => ({
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
