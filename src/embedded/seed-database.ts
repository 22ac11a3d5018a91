import { readFile } from 'node:fs/promises';
import { Client, DatabaseError } from 'pg';
import { superuser } from './cluster.ts';
import { embeddedProblem } from './embedded-problem.ts';

/** The name of the service's database and of its login, which owns it and is no superuser. */
export const serviceName = 'joinery';

/**
 * Makes the service's login and database and runs the seed files in it, each in one transaction. A database is given
 * its name only when all files are through, so one that was left half-way is made anew.
 * @returns whether the database was made now
 * @throws ConfigurationError that names file and line of a statement that failed
 */
export async function seedDatabase(port: number, password: string, seed: readonly string[]): Promise<boolean> {
  const unfinished = `${serviceName}_seeding`;
  const login = (user: string, database: string) => ({ host: '127.0.0.1', port, password, user, database });
  return withClient(login(superuser, 'postgres'), async (admin) => {
    if (await hasServiceDatabase(admin)) return false;
    const roles = await admin.query('select from pg_catalog.pg_roles where rolname operator(pg_catalog.=) $1', [
      serviceName,
    ]);
    if (roles.rowCount === 0) {
      await admin.query(`create role ${serviceName} login createdb password ${admin.escapeLiteral(password)}`);
    }
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} owner ${serviceName}`);
    await withClient(login(serviceName, unfinished), async (client) => {
      for (const [index, file] of seed.entries()) await runFile(client, file, index);
    });
    await admin.query(`alter database ${unfinished} rename to ${serviceName}`);
    return true;
  });
}

/**
 * Checks whether the service's database is there; it appears when all seed files have run. A server that is just stopping counts as one
 * without it.
 */
export async function isSeeded(port: number, password: string): Promise<boolean> {
  const login = { host: '127.0.0.1', port, password, user: superuser, database: 'postgres' };
  try {
    return await withClient(login, hasServiceDatabase);
  } catch (error) {
    // Class 57: the server is shutting down. Without a code of the server, it closed the connection.
    if (error instanceof DatabaseError && !error.code?.startsWith('57')) throw error;
    return false;
  }
}

async function hasServiceDatabase(admin: Client): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_catalog.pg_database where datname operator(pg_catalog.=) $1', [
    serviceName,
  ]);
  return rowCount !== 0;
}

async function withClient<T>(
  login: ConstructorParameters<typeof Client>[0],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(login);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function runFile(client: Client, file: string, index: number): Promise<void> {
  const at = ['seed', index];
  const text = await readFile(file, 'utf8').catch(() => {
    throw embeddedProblem(
      at,
      `The seed file ${file} cannot be read: correct its path, which starts at the configuration's folder.`,
    );
  });
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('commit');
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line =
      error.position === undefined ? '' : `, line ${text.slice(0, Number(error.position)).split('\n').length}`;
    throw embeddedProblem(
      at,
      `The seed file ${file}${line} failed: ${error.message}. Correct it and start again; nothing was kept.`,
    );
  }
}
