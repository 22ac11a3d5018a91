import { readFile } from 'node:fs/promises';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { inject } from 'vitest';
import { writeMariadbRows } from '../fixtures/shop/write-mariadb-rows.ts';
import { type ServerName, serverUrl } from './servers.ts';
import { shopTemplate } from './shop-files.ts';

/**
 * Makes a database of its own for one test file, in place of an older one of that name.
 * @param content `shop` for the sample shop, else the absolute paths of SQL files, run in order; none: empty
 * @returns its URL; the user owns it
 */
export async function createDatabase(
  server: ServerName,
  name: string,
  content: 'shop' | readonly string[],
): Promise<string> {
  return server === 'postgres' ? createOnPostgres(name, content) : createOnMariadb(name, content);
}

async function createOnPostgres(name: string, content: 'shop' | readonly string[]): Promise<string> {
  const shop = new URL(inject('postgres'));
  const template = content === 'shop' ? shopTemplate : 'template0';
  await onPostgres(withDatabase(shop, 'postgres'), async (client) => {
    const database = client.escapeIdentifier(name);
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database} template ${template}`);
  });
  const url = withDatabase(shop, name);
  if (content !== 'shop') {
    await onPostgres(url, async (client) => {
      for (const text of await readAll(content)) await client.query(text);
    });
  }
  return url;
}

async function onPostgres(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await work(client).finally(() => client.end());
}

async function createOnMariadb(name: string, content: 'shop' | readonly string[]): Promise<string> {
  const server = serverUrl('mariadb');
  const connection = await createConnection({ uri: server, multipleStatements: true, charset: 'utf8mb4' });
  try {
    const database = connection.escapeId(name);
    await connection.query(
      `drop database if exists ${database}; create database ${database} collate utf8mb4_nopad_bin; use ${database}`,
    );
    for (const text of content === 'shop' ? await mariadbShop() : await readAll(content)) await connection.query(text);
  } finally {
    await connection.end();
  }
  return withDatabase(new URL(server), name);
}

async function mariadbShop(): Promise<readonly string[]> {
  const tables = await readFile(new URL('../fixtures/shop/mariadb.sql', import.meta.url), 'utf8');
  return [tables, writeMariadbRows()];
}

function readAll(files: readonly string[]): Promise<string[]> {
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
}

function withDatabase(server: URL, name: string): string {
  const url = new URL(server);
  url.pathname = encodeURIComponent(name);
  return url.href;
}
