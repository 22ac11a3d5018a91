import { startFamily } from './start-family.ts';
import { startPostgres } from './start-postgres.ts';
import { startSqlserver } from './start-sqlserver.ts';
import type { StoreName } from './store-names.ts';

export interface DatabaseServer {
  readonly connectionString: string;
  /** Root process of the database; undefined if unknown. */
  readonly pid: number | undefined;
  /** Product and version, if the user chose the server. */
  readonly product?: string;
  /** Completes deferred work, so that earlier writes do not slow later rounds. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param seed SQL file
 * @param isDurable whether commits wait for the disk
 */
type Start = (folder: string, seed: string, isDurable: boolean) => Promise<DatabaseServer>;

/** Data is in memory, background maintenance does not disturb rounds, and all contenders have enough sessions. */
export const startServerOf: Readonly<Record<StoreName, Start>> = {
  postgres: startPostgres,
  mariadb: startFamily('mariadb'),
  mysql: startFamily('mysql'),
  sqlserver: startSqlserver,
};
