import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { onSqlserver } from '../../support/create-on-sqlserver.ts';
import type { ServerName } from '../../support/servers.ts';

/** Runs statements in order, in UTC. */
export async function runStatements(server: ServerName, url: string, statements: readonly string[]): Promise<void> {
  if (server === 'postgres') {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(["set timezone = 'UTC'", ...statements].join(';\n')).finally(() => client.end());
    return;
  }
  if (server === 'sqlserver') {
    await onSqlserver(url, (run) => run(statements.join(';\n')));
    return;
  }
  const connection = await createConnection({ uri: url, multipleStatements: true, charset: 'utf8mb4' });
  await connection.query(["set time_zone = '+00:00'", ...statements].join(';\n')).finally(() => connection.end());
}
