import type { DataSource } from '../../../config/config.ts';
import type { Driver } from '../../../store/driver.ts';
import { splitPool } from '../../split-pool.ts';
import { errorMeaning } from './error-meaning.ts';
import { estimate } from './estimate.ts';
import { changeSession, readSession } from './lent-session.ts';
import { Sessions } from './sessions.ts';

/** Sessions with one PostgreSQL, pooled by slonik. @throws SlonikError for a connection string that cannot be read */
export async function openPostgres(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const pool = splitPool(source.pool);
  const reads = await Sessions.open(source, pool.reads);
  const changes = await Sessions.open(source, pool.changes);
  const service = await Sessions.open(source, 1);
  return {
    reads: { max: pool.reads, use: (work) => reads.use((session) => work(readSession(session))) },
    changes: { max: pool.changes, use: (work) => changes.use((session) => work(changeSession(session))) },
    service: { max: 1, use: (work) => service.use((session) => work(readSession(session))) },
    // Only statements that are kept prepared are cheaper together.
    ...(source.prepared && { estimate }),
    meaning: errorMeaning,
    close: async () => {
      await Promise.all([reads, changes, service].map((sessions) => sessions.close()));
    },
  };
}
