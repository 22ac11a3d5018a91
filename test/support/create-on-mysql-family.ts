import { fileURLToPath } from 'node:url';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { databaseUrl } from './database-url.ts';
import { readAll } from './read-all.ts';
import type { ServerName } from './server-names.ts';

export type FamilyName = Extract<ServerName, 'mariadb' | 'mysql'>;

/** The code point collation of each server, and the file with the tables of its shop. */
const servers: Readonly<Record<FamilyName, { readonly collation: string; readonly tables: string }>> = {
  mariadb: { collation: 'utf8mb4_nopad_bin', tables: 'mariadb.sql' },
  mysql: { collation: 'utf8mb4_0900_bin', tables: 'mysql.sql' },
};

/**
 * See `createDatabase`.
 * @param url of the server
 */
export async function createOnMysqlFamily(
  server: FamilyName,
  url: string,
  name: string,
  content: 'shop' | readonly string[],
): Promise<string> {
  const connection = await createConnection({ uri: url, multipleStatements: true, charset: 'utf8mb4' });
  try {
    const database = connection.escapeId(name);
    await connection.query(
      `drop database if exists ${database}; create database ${database} collate ${servers[server].collation}; use ${database}`,
    );
    for (const text of await readAll(content === 'shop' ? shopFilesOf(server) : content))
      await connection.query(withoutDelimiters(text));
    if (content === 'shop') await analyze(connection);
  } finally {
    await connection.end();
  }
  return databaseUrl(new URL(url), name);
}

/** Collects statistics of new tables, which the server would do only after seconds of slow plans. */
async function analyze(connection: Connection): Promise<void> {
  const [tables] = await connection.query<RowDataPacket[]>({
    sql: "show full tables where table_type = 'BASE TABLE'",
    rowsAsArray: true,
  });
  await connection.query(`analyze table ${tables.map((row) => connection.escapeId(row[0])).join(', ')}`);
}

/** Removes `delimiter` commands, which are for clients that send single statements. */
const withoutDelimiters = (text: string): string => text.replaceAll(/^delimiter .*$/gm, '').replaceAll(/ \/\/$/gm, ';');

const shopFilesOf = (server: FamilyName): readonly string[] =>
  [servers[server].tables, 'rows.mysql.sql'].map((name) =>
    fileURLToPath(new URL(`../../config/shop/${name}`, import.meta.url)),
  );
