import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import { findProgram } from './find-program.ts';
import { startMariadb } from './mariadb-server.ts';
import { shopFiles, shopTemplate } from './shop-files.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://…` of a database that holds the sample shop; tests only read it. */
    postgres: string;
    /** `mysql://…` without a database; undefined where MariaDB is not installed. */
    mariadb: string | undefined;
    /** The path of the program; undefined where nginx is not installed. */
    nginx: string | undefined;
    /** The same of pgbouncer. */
    pgbouncer: string | undefined;
  }
}

/**
 * Starts the servers once for the whole run.
 * @throws Error when one is missing and the environment has JOINERY_REQUIRE_SERVERS
 */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTemporaryFolder();
  const [postgres, mariadb, nginx, pgbouncer] = await Promise.all([
    startEmbedded({
      directory: join(folder, 'postgres'),
      seed: shopFiles,
      // The data need not survive a crash.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }),
    startMariadb(join(folder, 'mariadb')),
    findProgram(['nginx']),
    findProgram(['pgbouncer']),
  ]);
  await makeTemplate(postgres.connectionString);
  project.provide('postgres', postgres.connectionString);
  project.provide('mariadb', mariadb?.connectionString);
  project.provide('nginx', nginx);
  project.provide('pgbouncer', pgbouncer);
  const stop = async (): Promise<void> => {
    mariadb?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const missing = [
    ...(mariadb === undefined ? ['mariadb-server'] : []),
    ...(nginx === undefined ? ['nginx-light'] : []),
    ...(pgbouncer === undefined ? ['pgbouncer'] : []),
  ];
  if (missing.length > 0 && process.env.JOINERY_REQUIRE_SERVERS !== undefined) {
    await stop();
    throw new Error(
      `JOINERY_REQUIRE_SERVERS asks for every server, and some are missing: install ${missing.join(' ')}.`,
    );
  }
  return stop;
}

/** Copies the shop; the shop itself only lets itself be read from then on, so that no test can spoil it for others. */
async function makeTemplate(shop: string): Promise<void> {
  const url = new URL(shop);
  const name = url.pathname.slice(1);
  url.pathname = 'postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const database = client.escapeIdentifier(name);
  await client
    .query(`create database ${shopTemplate} template ${database}`)
    .then(() => client.query(`alter database ${database} set default_transaction_read_only = on`))
    .finally(() => client.end());
}
