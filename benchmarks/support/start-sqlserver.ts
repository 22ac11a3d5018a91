import { createOnSqlserver, dropOnSqlserver, onSqlserver } from '../../test/support/create-on-sqlserver.ts';
import { SQLSERVER_URL } from '../../test/support/server-names.ts';
import type { DatabaseServer } from './database-servers.ts';

const NAME = 'joinery_bench';

/** Creates a seeded database on the SQL Server of JOINERY_SQLSERVER_URL. Its durability is up to that server. */
export async function startSqlserver(_folder: string, seed: string): Promise<DatabaseServer> {
  const server = process.env[SQLSERVER_URL];
  if (server === undefined) throw new Error(`${SQLSERVER_URL} names no server.`);
  const connectionString = await createOnSqlserver(server, NAME, [seed]);
  return {
    connectionString,
    // The server may run on another machine.
    pid: undefined,
    product: await onSqlserver(connectionString, async (run) =>
      String((await run('select @@version as version'))[0]?.version).replaceAll(/\s+/g, ' '),
    ),
    // SQL Server updates statistics automatically.
    settle: async () => undefined,
    stop: () => dropOnSqlserver(server, NAME),
  };
}
