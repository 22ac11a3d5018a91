import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import { createOnMysqlFamily } from './create-on-mysql-family.ts';
import { createOnSqlserver } from './create-on-sqlserver.ts';
import { databaseUrl } from './database-url.ts';
import { readAll } from './read-all.ts';
import { type ServerName, serverUrl } from './servers.ts';
import { shopTemplate } from './shop-files.ts';

/**
 * Recreates a database for one test file.
 * @param content `shop`, or absolute paths of SQL files to run in order @returns its URL; the user is the owner
 */
export async function createDatabase(
  server: ServerName,
  name: string,
  content: 'shop' | readonly string[],
): Promise<string> {
  if (server === 'postgres') return createOnPostgres(name, content);
  if (server === 'sqlserver') return createOnSqlserver(serverUrl(server), name, content);
  return createOnMysqlFamily(server, serverUrl(server), name, content);
}

async function createOnPostgres(name: string, content: 'shop' | readonly string[]): Promise<string> {
  const shop = new URL(inject('postgres'));
  const template = content === 'shop' ? shopTemplate : 'template0';
  await onPostgres(databaseUrl(shop, 'postgres'), async (client) => {
    const database = client.escapeIdentifier(name);
    await againstAutovacuum(() => client.query(`drop database if exists ${database} with (force)`));
    await client.query(`create database ${database} template ${template}`);
  });
  const url = databaseUrl(shop, name);
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

/** Retries to drop a database while autovacuum works in it, which only a superuser may end. */
export async function againstAutovacuum(drop: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await drop();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '42501' || attempt === 50) throw error;
      await setTimeout(100);
    }
  }
}
