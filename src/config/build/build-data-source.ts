import { resolve } from 'node:path';
import type { DataSource } from '../config.ts';
import type { DataSourceFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';

export function buildDataSource(written: DataSourceFile, folder: string): DataSource {
  const pool = { ...defaults.pool, ...written.pool };
  const { 'connection-string': connectionString, embedded } = written;
  return {
    databaseType: written['database-type'],
    ...(connectionString !== undefined && { connectionString }),
    ...(embedded && {
      embedded: {
        directory: resolve(folder, embedded.directory),
        seed: [embedded.seed ?? []].flat().map((name) => resolve(folder, name)),
      },
    }),
    pool: {
      max: pool.max,
      acquireTimeout: pool['acquire-timeout-ms'],
      maxWaiting: pool['max-waiting'],
      connectTimeout: pool['connect-timeout-ms'],
    },
    prepared: written.prepared ?? defaults.prepared,
    statementTimeout: written['statement-timeout-ms'] ?? defaults['statement-timeout-ms'],
  };
}
