import { readFile } from 'node:fs/promises';
import { beforeEach, inject } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { enterTemporaryFolder } from '../support/run-command-line.ts';
import { openSession } from '../support/sql/open-session.ts';

const server = inject('server');

const TABLES = [
  'create table customers (id int primary key, name varchar(40) not null, note varchar(40))',
  'create table orders (id int primary key, customer_id int not null, total int, foreign key (customer_id) references customers (id))',
  'create table labels (id int primary key, name varchar(40))',
];

/** Creates a database with the tables, and runs statements in it later. */
export async function createTables(
  name: string,
): Promise<{ url: string; change: (statements: readonly string[]) => Promise<void> }> {
  const url = await createDatabase(server, name, []);
  const change = async (statements: readonly string[]): Promise<void> => {
    const session = openSession(server, url);
    await session.run(statements.map((statement) => `${statement};`).join('\n')).finally(() => session.close());
  };
  await change(TABLES);
  return { url, change };
}

/** Reads the configuration of the current folder. */
export const readConfiguration = (): Promise<string> => readFile('joinery.json', 'utf8');

/** A configuration with hand-written lines: names, rights, comments, and an odd layout. */
export const handWritten = (url: string): string => `{
  // The connection of the test.
  "data-source": { "database-type": "${{ postgres: 'postgresql', sqlserver: 'mssql', mysql: 'mysql', mariadb: 'mariadb' }[server]}", "connection-string": ${JSON.stringify(url)} },
  "runtime": { "host": { "mode": "development", "authentication": { "provider": "Simulator" } } },
  "entities": {
    /* People who buy. */
    "Client": {
      "source": "customers",
      "fields": [ { "name": "note", "alias": "remark" } ], // renamed
      "permissions": [{ "role": "anonymous", "actions": ["read"] }],
      "relationships": {
        "purchases": { "hasMany": "Purchase" } // not "orders"
      }
    },

    "Purchase": { "source": "orders", "permissions": [ { "role": "clerk", "actions": ["*"] } ] },
    "Label": {
      "source": "labels",
      "permissions": []
    } // the last one
  }
}
`;

/** Runs each test in a new folder. */
export const useTemporaryFolder = (): void => {
  beforeEach(async () => (await enterTemporaryFolder()).leave);
};
