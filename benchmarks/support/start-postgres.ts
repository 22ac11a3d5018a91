import { Client } from 'pg';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import type { DatabaseServer } from './database-servers.ts';
import { readParent } from './processor-time.ts';

export async function startPostgres(directory: string, seed: string, isDurable: boolean): Promise<DatabaseServer> {
  const { connectionString, stop } = await startEmbedded({
    directory,
    seed: [seed],
    settings: {
      shared_buffers: '512MB',
      fsync: isDurable ? 'on' : 'off',
      // JIT compilation and maintenance would disturb rounds.
      jit: 'off',
      autovacuum: 'off',
      max_wal_size: '8GB',
      max_connections: '200',
    },
  });
  const query = async (text: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const client = new Client({ connectionString });
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const [backend] = await query('select pg_backend_pid() as pid');
  return {
    connectionString,
    pid: readParent(Number(backend?.pid)),
    settle: async () => void (await query('vacuum analyze')),
    stop,
  };
}
