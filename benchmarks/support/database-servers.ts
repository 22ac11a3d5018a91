import { startFamily } from './start-family.ts';
import { startPostgres } from './start-postgres.ts';
import type { StoreName } from './store-names.ts';

/** A database of its own server. */
export interface DatabaseServer {
  readonly connectionString: string;
  /** Its process, or the one that all of its processes are children of; undefined where the operating system doesn't tell. */
  readonly pid: number | undefined;
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
};
