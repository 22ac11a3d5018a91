import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { type DatabaseServer, startServerOf } from './database-servers.ts';
import type { StoreName } from './store-names.ts';

export interface Database extends DatabaseServer {
  readonly store: StoreName;
  /** Removed with the database. */
  readonly folder: string;
}

export interface DatabaseOptions {
  /** Default: `postgres`. */
  readonly store?: StoreName;
  /** Whether commits wait for the disk; default: no. */
  readonly isDurable?: boolean;
}

/**
 * @param seed SQL
 * @throws Error if the server is not installed
 */
export async function withDatabase<T>(
  seed: string,
  work: (database: Database) => Promise<T>,
  { isDurable = false, store = 'postgres' }: DatabaseOptions = {},
): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    const seedFile = join(folder, 'seed.sql');
    await writeFile(seedFile, seed);
    const server = await startServerOf[store](join(folder, 'database'), seedFile, isDurable);
    try {
      return await work({ ...server, store, folder });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
