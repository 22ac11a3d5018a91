import { startFamily } from './database/family.ts';
import type { FaultDatabase, StartOptions } from './database/fault-database.ts';
import { startPostgres } from './database/postgres.ts';

export type StartDatabase = (folder: string, options: StartOptions) => Promise<FaultDatabase>;

/** By the names that `--store` accepts. */
export const databases: Readonly<Record<string, StartDatabase>> = {
  postgres: startPostgres,
  mariadb: startFamily('mariadb'),
  mysql: startFamily('mysql'),
};
