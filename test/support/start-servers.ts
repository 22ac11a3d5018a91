import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import { createOnMysqlFamily, type FamilyName } from './create-on-mysql-family.ts';
import { createOnSqlserver, onSqlserver } from './create-on-sqlserver.ts';
import { databaseUrl } from './database-url.ts';
import { createShop } from './documentdb/create-shop.ts';
import { startDocumentdb } from './documentdb/start-documentdb.ts';
import { findProgram } from './find-program.ts';
import { isLong } from './long-run.ts';
import { startMariadb } from './mariadb-server.ts';
import { startMysql } from './mysql-server.ts';
import { type ServerName, SQLSERVER_URL } from './server-names.ts';
import { shopFiles, shopTemplate } from './shop-files.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of the random operations that are new in this run. */
    seed: number;
    /** Server of this run, for tests that run on every server. */
    server: ServerName;
    /** `postgres://…` of a read-only database with the sample shop. */
    postgres: string;
    /** `mysql://…` without a database; undefined if MariaDB is not installed. */
    mariadb: string | undefined;
    /** Like `mariadb`, for MySQL. */
    mysql: string | undefined;
    /** `mssql://…` without a database; undefined without JOINERY_SQLSERVER_URL. */
    sqlserver: string | undefined;
    /** True if the server at `sqlserver` is Babelfish for PostgreSQL. */
    isBabelfish: boolean;
    /** `mysql://…` of a read-only database with the sample shop. */
    mariadbShop: string;
    /** Like `mariadbShop`, on MySQL. */
    mysqlShop: string;
    /** Like `mariadbShop`, on SQL Server: `mssql://…`. */
    sqlserverShop: string;
    /** `mongodb://…` without a database; undefined if DocumentDB is not installed. */
    mongodb: string | undefined;
    /** URL of the server `mongodb` as a replica set, which has transactions. */
    mongodbReplicaSet: string | undefined;
    /** `mongodb://…` of a database with the sample shop. */
    mongodbShop: string;
    /** Path of the program; undefined if nginx is not installed. */
    nginx: string | undefined;
    /** Path of the program; undefined if pgbouncer is not installed. */
    pgbouncer: string | undefined;
    /** Path of the program; undefined if Redis is not installed. */
    redis: string | undefined;
  }
}

/**
 * Starts the servers once for all projects.
 * @throws Error if one is missing and JOINERY_REQUIRE_SERVERS is set
 */
export default async function startServers({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getRootProject().getProvidedContext().postgres !== undefined) return undefined;
  const folder = await makeTemporaryFolder();
  const [postgres, mariadb, mysql, documentdb, nginx, pgbouncer, redis] = await Promise.all([
    startEmbedded({
      directory: join(folder, 'postgres'),
      seed: shopFiles,
      // Data need not survive a crash.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }),
    startMariadb(join(folder, 'mariadb')),
    startMysql(join(folder, 'mysql')),
    startDocumentdb().catch(warnWithoutDocumentdb),
    findProgram(['nginx']),
    findProgram(['pgbouncer']),
    findProgram(['redis-server', 'valkey-server']),
  ]);
  const version = await makeTemplate(postgres.connectionString);
  const sqlserver = process.env[SQLSERVER_URL];
  const engine = sqlserver === undefined ? undefined : await queryEngine(sqlserver);
  const found = {
    PostgreSQL: version,
    MariaDB: mariadb?.version,
    MySQL: mysql?.version,
    MongoDB: documentdb?.version,
    'SQL Server': engine?.version,
    nginx,
    pgbouncer,
    Redis: redis,
  };
  const lines = Object.entries(found).map(
    ([name, what]) =>
      `${name} ${what ?? (name === 'SQL Server' ? `is not named by ${SQLSERVER_URL}` : 'is not installed')}`,
  );
  console.log(`Servers: ${lines.join(', ')}`);
  const seed = chooseSeed();
  console.log(`Random operations: JOINERY_SEED=${seed} repeats them.`);
  vitest.provide('seed', seed);
  vitest.provide('postgres', postgres.connectionString);
  vitest.provide('mariadb', mariadb?.connectionString);
  if (mariadb) vitest.provide('mariadbShop', await makeShop('mariadb', mariadb.connectionString));
  vitest.provide('mysql', mysql?.connectionString);
  if (mysql) vitest.provide('mysqlShop', await makeShop('mysql', mysql.connectionString));
  vitest.provide('mongodb', documentdb?.connectionString);
  vitest.provide('mongodbReplicaSet', documentdb?.replicaSet);
  if (documentdb) vitest.provide('mongodbShop', await createShop(documentdb.connectionString, 'shop'));
  vitest.provide('sqlserver', sqlserver);
  vitest.provide('isBabelfish', engine?.isBabelfish ?? false);
  if (sqlserver) vitest.provide('sqlserverShop', await createOnSqlserver(sqlserver, 'shop', 'shop'));
  vitest.provide('nginx', nginx);
  vitest.provide('pgbouncer', pgbouncer);
  vitest.provide('redis', redis);
  const stop = async (): Promise<void> => {
    await mariadb?.stop();
    await mysql?.stop();
    await documentdb?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const missing = [
    ...(mariadb === undefined ? ['mariadb-server'] : []),
    ...(mysql === undefined ? ['a MySQL server by .ci/fetch-mysql'] : []),
    ...(nginx === undefined ? ['nginx-light'] : []),
    ...(pgbouncer === undefined ? ['pgbouncer'] : []),
    ...(redis === undefined ? ['redis-server'] : []),
  ];
  if (missing.length > 0 && process.env.JOINERY_REQUIRE_SERVERS !== undefined) {
    await stop();
    throw new Error(
      `JOINERY_REQUIRE_SERVERS asks for every server, and some are missing: install ${missing.join(', ')}.`,
    );
  }
  return stop;
}

/** Returns JOINERY_SEED, a random number in a long run, or the first digits of the commit's hash. */
function chooseSeed(): number {
  const { JOINERY_SEED } = process.env;
  if (JOINERY_SEED !== undefined) return Number(JOINERY_SEED);
  if (isLong) return randomInt(2 ** 28);
  const { stdout } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(stdout, 16) || 1;
}

/** Returns version and kind of the T-SQL server. */
const queryEngine = (url: string): Promise<{ readonly version: string; readonly isBabelfish: boolean }> =>
  onSqlserver(databaseUrl(new URL(url), 'master'), async (run) => {
    const [row] = await run(
      "select serverproperty('ProductVersion') as version, cast(serverproperty('Babelfish') as int) as babelfish",
    );
    const isBabelfish = row?.babelfish === 1;
    return { version: `${isBabelfish ? 'as Babelfish speaks it, ' : ''}${row?.version}`, isBabelfish };
  });

/** @returns the shop's URL for a read-only user */
async function makeShop(name: FamilyName, server: string): Promise<string> {
  const url = new URL(await createOnMysqlFamily(name, server, 'shop', 'shop'));
  const connection = await createConnection({ uri: server, multipleStatements: true });
  await connection
    .query("create user reader identified by 'reader'; grant select, show view, execute on shop.* to reader")
    .finally(() => connection.end());
  return Object.assign(url, { username: 'reader', password: 'reader' }).href;
}

/** Copies the shop as a template, and makes the shop itself read-only. @returns the version of the server */
async function makeTemplate(shop: string): Promise<string> {
  const url = new URL(shop);
  const name = url.pathname.slice(1);
  url.pathname = 'postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const database = client.escapeIdentifier(name);
  try {
    await client.query(`create database ${shopTemplate} template ${database}`);
    await client.query(`alter database ${database} set default_transaction_read_only = on`);
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}

/** Warns that tests on DocumentDB are skipped. Not every machine permits chroot. */
function warnWithoutDocumentdb(error: unknown): undefined {
  console.warn('DocumentDB does not start, so its tests are skipped.', error);
}
