import { resolve } from 'node:path';
import type { ApiStyle } from '../compatibility.ts';
import type { DataSource } from '../config.ts';
import type { DataSourceFile } from '../config-file.ts';
import { readConnection } from '../connection/read-connection.ts';
import { defaults } from '../defaults.ts';
import { buildTls } from './build-tls.ts';

/** The database and the sessions with it. Keys of the file win over options of the connection string. */
export function buildDataSource(
  written: DataSourceFile,
  { folder, style }: { folder: string; style: Pick<ApiStyle, 'textEquality'> },
): DataSource {
  const { 'database-type': databaseType, 'connection-string': text, embedded } = written;
  const { url, options } = text === undefined ? { options: { tls: {} } } : readConnection(text, databaseType);
  const pool = { ...defaults.pool, ...written.pool };
  const max = written.pool?.max ?? options.poolMax ?? pool.max;
  return {
    databaseType,
    ...(url !== undefined && { connectionString: url }),
    ...(embedded && {
      embedded: {
        directory: resolve(folder, embedded.directory),
        seed: [embedded.seed ?? []].flat().map((name) => resolve(folder, name)),
      },
    }),
    pool: {
      max,
      changes: written.pool?.changes ?? Math.max(1, Math.floor(max / 2)),
      acquireTimeout: pool['acquire-timeout-ms'],
      maxWaiting: pool['max-waiting'],
      connectTimeout: written.pool?.['connect-timeout-ms'] ?? options.connectTimeout ?? pool['connect-timeout-ms'],
      silenceTimeout: pool['silence-timeout-ms'],
      keepAlive: pool['keep-alive-ms'],
    },
    prepared: written.prepared ?? defaults.prepared,
    catalogInterval: written['catalog-interval-ms'] ?? defaults['catalog-interval-ms'],
    statementTimeout: written['statement-timeout-ms'] ?? options.statementTimeout ?? defaults['statement-timeout-ms'],
    // Said of others it is told as a mistake.
    sessionContext: databaseType === 'mssql' && written.options?.['set-session-context'] === true,
    textEquality:
      written['text-equality'] ?? (databaseType === 'postgresql' ? defaults['text-equality'] : style.textEquality),
    tls: buildTls({ written: written.tls, said: options.tls, url }, folder),
  };
}
