import { type Connection, createConnection } from 'mysql2/promise';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';

/** Tables of one test, served over both APIs. */
export interface Served {
  readonly rest: ServedRest;
  /** A second session; it accepts zero dates. */
  readonly session: Connection;
  /**
   * Returns the response text.
   * @param variables JSON text, to preserve digits
   */
  graphql(document: string, variables?: string): Promise<string>;
  close(): Promise<void>;
}

/** Keys of the configuration file. */
interface Content {
  /** Keys of the configuration, except for the connection. */
  readonly 'data-source'?: object;
  readonly [key: string]: unknown;
}

/**
 * Recreates a database with these tables and serves it.
 * @param content keys of the configuration file
 */
export async function serveOn(server: FamilyName, name: string, tables: string, content: Content): Promise<Served> {
  const url = await createDatabase(server, name, []);
  const session = await createConnection({ uri: url, multipleStatements: true, charset: 'utf8mb4', timezone: 'Z' });
  await session.query(`set session sql_mode = '', time_zone = '+00:00'; ${tables}`);
  const { 'data-source': settings, ...others } = content;
  const rest = await serveRest(
    await bootFile({ 'data-source': { 'database-type': server, 'connection-string': url, ...settings }, ...others }),
  );
  return {
    rest,
    session,
    graphql: async (query, variables = '{}') => {
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
      const headers = { 'content-type': 'application/json' };
      return (await rest.fetch('/graphql', { method: 'POST', headers, body })).text;
    },
    close: async () => {
      await rest.close();
      await session.end();
    },
  };
}
