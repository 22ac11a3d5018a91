import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { type Connection, createConnection } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { Identity } from '../../src/base/identity.ts';
import { parseJson } from '../../src/base/json.ts';
import type { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { createDatabase } from '../support/create-database.ts';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { serverUrl } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Connects a second session. */
export function connectTo(server: FamilyName, database: string): Promise<Connection> {
  return createConnection({
    uri: `${serverUrl(server)}/${database}`,
    multipleStatements: true,
    charset: 'utf8mb4',
    timezone: 'Z',
  });
}

/**
 * Boots an application on these tables.
 * @param entities as in the configuration file; every caller may read
 */
export async function bootTables(
  server: FamilyName,
  database: string,
  tables: string,
  entities: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<(change?: (config: Config) => Config, observers?: Observers) => Promise<Application>> {
  const connectionString = await createDatabase(server, database, []);
  const session = await connectTo(server, database);
  await session.query(tables).finally(() => session.end());
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  const file = {
    'data-source': { 'database-type': server, 'connection-string': connectionString },
    entities: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { permissions, ...entity }])),
  };
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'joinery.json');
  await writeFile(path, JSON.stringify(file));
  const { config } = readConfig(path, {});
  await rm(folder, { recursive: true });
  return (change = (original) => original, observers) => boot(change(config), observers);
}

const ANONYMOUS_CALLER: Identity = { role: 'anonymous', claims: {} };

/** Sends one operation, which must be valid. */
export async function send(app: Application, text: string, variables = '{}', identity = ANONYMOUS_CALLER) {
  const document = parse(text);
  expect(validate(app.schema, document)).toEqual([]);
  return app.answer({
    document,
    operationName: undefined,
    variables: parseJson(variables) as Readonly<Record<string, unknown>>,
    identity,
  });
}

/**
 * Returns the JSON text of a response.
 * @throws ApiError if the operation fails
 */
export async function execute(
  app: Application,
  text: string,
  variables?: string,
  identity?: Identity,
): Promise<string> {
  const result = await send(app, text, variables, identity);
  if (result.kind === 'answered') return result.data;
  throw result.kind === 'failed' ? result.apiError : result.apiErrors[0];
}
