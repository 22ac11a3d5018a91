import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { type DatabaseServer, startServerOf } from './database-servers.ts';
import type { StoreName } from './store-names.ts';

export interface Database extends DatabaseServer {
  readonly store: StoreName;
  /** A folder for files of this run; removed with the database. */
  readonly folder: string;
}

export interface DatabaseOptions {
  /** PostgreSQL unless another one is named. */
  readonly store?: StoreName;
  /** Whether a commit waits until its log is on the disk, as it does in service; by default nothing waits for a disk. */
  readonly isDurable?: boolean;
}

/**
 * Runs work on a database server of its own, which is gone afterwards.
 * @param seed SQL that fills the database
 * @throws Error where the machine has no such server
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
