import { inject } from 'vitest';
import type { DatabaseType } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import { typeOf } from './dialects.ts';
import { openSession, type Session } from './sql/open-session.ts';

export interface Tables {
  /** `data-source` of the configuration. */
  readonly source: { readonly 'database-type': DatabaseType; readonly 'connection-string': string };
  /** A second session; the caller closes it. */
  readonly session: Session;
}

/**
 * Recreates a database with these tables on the server of this run.
 * @param sql in PostgreSQL's syntax
 */
export async function createTables(name: string, sql: string): Promise<Tables> {
  const server = inject('server');
  const url = await createDatabase(server, name, []);
  const session = openSession(server, url);
  await session.rows(sql);
  return { source: { 'database-type': typeOf(server), 'connection-string': url }, session };
}
