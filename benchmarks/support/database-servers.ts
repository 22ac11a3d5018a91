import { startFamily } from './start-family.ts';
import { startPostgres } from './start-postgres.ts';
import { startSqlserver } from './start-sqlserver.ts';
import type { StoreName } from './store-names.ts';

/** A database, on a server of its own unless there is one already. */
export interface DatabaseServer {
  readonly connectionString: string;
  /** Its process, or the one that all of its processes are children of; undefined where nobody tells. */
  readonly pid: number | undefined;
  /** What the server says that it is, where it is nobody's choice here. */
  readonly product?: string;
  /** Has done what it puts off, so that what was written before slows nobody. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** @param seed file of SQL that fills the database @param isDurable whether commits wait for the disk */
type Start = (folder: string, seed: string, isDurable: boolean) => Promise<DatabaseServer>;

/**
 * How the server of each store is started. Everything stays in memory, no clean-up of its own disturbs a round, and there are sessions for all who
 * are measured side by side.
 */
export const startServerOf: Readonly<Record<StoreName, Start>> = {
  postgres: startPostgres,
  mariadb: startFamily('mariadb'),
  mysql: startFamily('mysql'),
  sqlserver: startSqlserver,
};
