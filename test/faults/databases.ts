import type { FaultDatabase } from './database/fault-database.ts';
import { startPostgres } from './database/postgres.ts';

/** Starts a server with data of its own below a folder. */
export type StartDatabase = (folder: string, settings: Readonly<Record<string, string>>) => Promise<FaultDatabase>;

/** By the names that `--database` takes. */
export const databases: Readonly<Record<string, StartDatabase>> = { postgres: startPostgres };
