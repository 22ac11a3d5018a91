import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import { makeTemporaryFolder } from '../../test/support/temporary-folder.ts';

export interface Database {
  readonly connectionString: string;
  /** A folder for files of this run; removed with the database. */
  readonly folder: string;
}

export interface DatabaseOptions {
  /** Whether a commit waits until its log is on the disk, as it does in service; by default nothing waits for a disk. */
  readonly isDurable?: boolean;
}

/**
 * Runs work on a PostgreSQL server of its own, which is gone afterwards.
 * @param seed SQL that fills the database, run in one transaction
 */
export async function withDatabase<T>(
  seed: string,
  work: (database: Database) => Promise<T>,
  { isDurable = false }: DatabaseOptions = {},
): Promise<T> {
  const folder = await makeTemporaryFolder();
  try {
    const seedFile = join(folder, 'seed.sql');
    await writeFile(seedFile, seed);
    const { connectionString, stop } = await startEmbedded({
      directory: join(folder, 'postgres'),
      seed: [seedFile],
      // Everything stays in memory, neither compiling statements to machine code nor clean-ups disturb a round, and
      // there are sessions for all who are measured side by side.
      settings: {
        shared_buffers: '512MB',
        fsync: isDurable ? 'on' : 'off',
        jit: 'off',
        autovacuum: 'off',
        max_wal_size: '8GB',
        max_connections: '200',
      },
    });
    try {
      return await work({ connectionString, folder });
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
