import type { DataSource } from '../../../config/config.ts';
import type { Driver } from '../../../store/driver.ts';
import { errorMeaning } from './error-meaning.ts';
import type { LentSession } from './lent-session.ts';
import { Sessions } from './sessions.ts';

/** Sessions with one PostgreSQL, pooled by slonik. @throws SlonikError for a connection string that cannot be read */
export async function openPostgres(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const sessions = await Sessions.open(source);
  const use = <T>(work: (session: LentSession) => Promise<T>): Promise<T> => sessions.use(work);
  return {
    use,
    // Only statements that are kept prepared are cheaper together.
    ...(source.prepared && { useBatch: use }),
    meaning: errorMeaning,
    close: () => sessions.close(),
  };
}
