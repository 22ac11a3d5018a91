import { type Connection, createConnection } from 'mysql2/promise';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';

/** Tables of a test's own behind both APIs. */
export interface Served {
  readonly rest: ServedRest;
  /** A session beside the service; zero dates are no mistakes in it. */
  readonly session: Connection;
  /** What a document is answered with, as text. @param variables JSON text, whose digits are kept */
  graphql(document: string, variables?: string): Promise<string>;
  close(): Promise<void>;
}

/** Keys of the configuration file. */
interface Content {
  /** Keys besides those that name the database. */
  readonly 'data-source'?: object;
  readonly [key: string]: unknown;
}

/** Serves a database of that name, made anew with these tables. @param content of the configuration file */
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
      return (await rest.ask('/graphql', { method: 'POST', headers, body })).text;
    },
    close: async () => {
      await rest.close();
      await session.end();
    },
  };
}
