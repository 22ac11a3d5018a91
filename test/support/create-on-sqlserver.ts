import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'mssql';
import { databaseUrl } from './database-url.ts';
import { readAll } from './read-all.ts';

/**
 * See `createDatabase`.
 * @param url of the server; its path prefixes database names, for concurrent test runs
 */
export async function createOnSqlserver(
  url: string,
  name: string,
  content: 'shop' | readonly string[],
): Promise<string> {
  const { master, database, ownDatabase } = placeOf(url, name);
  await onSqlserver(master, async (run) => {
    await drop(run, database);
    await run(`create database ${quote(database)}`);
  });
  const texts = await readAll(content === 'shop' ? shopFiles : content);
  const statements = content === 'shop' ? texts.map(withCodePoints) : texts;
  await onSqlserver(ownDatabase, async (run) => {
    for (const batch of statements.flatMap(batchesOf)) await run(batch);
  });
  return ownDatabase;
}

/** Declares code point order per column, since not every engine has a collation per database. */
const withCodePoints = (ddl: string): string =>
  ddl.replaceAll(/^ {2}\w+ nvarchar\(\w+\)/gm, '$& collate Latin1_General_BIN2');

/** Drops the database that `createOnSqlserver` created. */
export async function dropOnSqlserver(url: string, name: string): Promise<void> {
  const { master, database } = placeOf(url, name);
  await onSqlserver(master, (run) => drop(run, database));
}

function placeOf(
  url: string,
  name: string,
): { readonly master: string; readonly database: string; readonly ownDatabase: string } {
  const server = new URL(url);
  const begin = decodeURIComponent(server.pathname.slice(1));
  const database = begin === '' ? name : `${begin}_${name}`;
  return { master: databaseUrl(server, 'master'), database, ownDatabase: databaseUrl(server, database) };
}

/** Drops a database after its sessions have ended, which takes time. */
async function drop(run: Run, database: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const sessions = await run(
      `select session_id as id from sys.dm_exec_sessions where database_id = db_id(N'${database.replaceAll("'", "''")}')`,
    );
    for (const { id } of sessions) await run(`kill ${id}`).catch(() => undefined);
    try {
      await run(`drop database if exists ${quote(database)}`);
      return;
    } catch (error) {
      if (attempt === 300) throw error;
      await setTimeout(50);
    }
  }
}

const quote = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/**
 * Splits at lines of `go`; https://learn.microsoft.com/sql/t-sql/language-elements/sql-server-utilities-statements-go
 */
export const batchesOf = (text: string): readonly string[] =>
  text.split(/^go;?\s*$/im).filter((batch) => batch.trim() !== '');

/** Opens one session for unchanged statements. */
export async function onSqlserver<T>(url: string, work: (run: Run) => Promise<T>): Promise<T> {
  const pool = await connectToSqlserver(url, 1);
  return work(async (text) => (await pool.request().batch(text)).recordset ?? []).finally(() => pool.close());
}

/** @returns the rows of the first result */
export type Run = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** @param max number of sessions */
export async function connectToSqlserver(url: string, max: number): Promise<sql.ConnectionPool> {
  const { hostname, port, pathname, username, password } = new URL(url);
  const pool = new sql.ConnectionPool({
    server: hostname,
    port: Number(port || 1433),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'master',
    requestTimeout: 120_000,
    pool: { max },
    // Sends no additional statement before each request.
    validateConnection: 'socket',
    options: { encrypt: !/[?&]encrypt=false/i.test(url), trustServerCertificate: true },
  });
  // The pool replaces sessions that end while idle.
  pool.on('error', () => undefined);
  return pool.connect();
}

const shopFiles: readonly string[] = ['sqlserver.sql', 'rows.sqlserver.sql'].map((name) =>
  fileURLToPath(new URL(`../../config/shop/${name}`, import.meta.url)),
);
