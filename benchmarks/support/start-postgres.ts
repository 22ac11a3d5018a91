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
  const connected = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const pid = await connected(async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return readParent(Number(rows[0]?.pid));
  });
  return {
    connectionString,
    pid,
    settle: () => connected(async (client) => void (await client.query('vacuum analyze'))),
    stop,
  };
}
