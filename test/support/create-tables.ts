import { inject } from 'vitest';
import type { DatabaseType } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import { typeOf } from './dialects.ts';
import { openSession, type Session } from './sql/open-session.ts';

export interface Tables {
  /** `data-source` of a configuration. */
  readonly source: { readonly 'database-type': DatabaseType; readonly 'connection-string': string };
  /** Beside the service; closed by the caller. */
  readonly session: Session;
}

/**
 * Tables of a test's own in a database of that name, made anew on the server whose turn it is.
 * @param sql in the words of PostgreSQL
 */
export async function createTables(name: string, sql: string): Promise<Tables> {
  const server = inject('server');
  const url = await createDatabase(server, name, []);
  const session = openSession(server, url);
  await session.rows(sql);
  return { source: { 'database-type': typeOf(server), 'connection-string': url }, session };
}
