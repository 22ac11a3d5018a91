import { describe, expect, test } from 'vitest';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';

describe.each([
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const)('a configuration with the database type "%s"', (named, server) => {
  describeOn(server, `before ${server}`, () => {
    test('reports the actual server, and serves it', async () => {
      const connectionString = await createDatabase(server, 'database_type', 'shop');
      const warnings: Problem[] = [];
      const app = await bootFile(
        {
          'data-source': {
            'database-type': named,
            'connection-string': connectionString,
          },
          entities: { Order: { source: 'orders', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
        },
        (problem) => warnings.push(problem),
      );
      const answer = await runDocument(app, '{ orders(first: 1, orderBy: [{ id: ASC }]) { id status } }').finally(() =>
        app.close(),
      );
      expect(JSON.parse(dataText(answer))).toEqual({ orders: [{ id: 1, status: expect.any(String) }] });
      expect(warnings).toMatchObject([
        {
          path: ['data-source', 'database-type'],
          message: `The database reports the type "${server}", and is served as that type. Change this to "${server}".`,
        },
      ]);
    });
  });
});

describe.each([
  ['postgresql', 'postgres', 'mysql', 'mysql', /a MySQL server \([\d.]+/],
  ['postgresql', 'postgres', 'mariadb', 'mariadb', /a MariaDB server \((?!5\.5\.5-)[\w.+~-]*MariaDB/],
  ['mysql', 'mysql', 'postgres', 'postgresql', /a PostgreSQL server/],
  ['mariadb', 'mariadb', 'postgres', 'postgresql', /a PostgreSQL server/],
  ['mssql', 'mssql', 'postgres', 'postgresql', /a PostgreSQL server/],
  ['mssql', 'mssql', 'mysql', 'mysql', /a MySQL server/],
] as const)('a configuration with the database type "%s"', (named, scheme, server, found, description) => {
  describeOn(server, `at the port of ${server}`, () => {
    test('reports which server answers and what to change', async () => {
      const { hostname, port } = new URL(serverUrl(server));
      const connectionString = `${scheme}://user:secret@${hostname}:${port}/shop`;
      const error = await errorOf(
        bootFile({
          'data-source': { 'database-type': named, 'connection-string': connectionString },
          entities: { Order: { source: 'orders', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
        }),
      );
      if (!(error instanceof ConfigurationError)) throw error;
      expect(error.problems).toMatchObject([
        { path: ['data-source', 'database-type'], severity: 'error', found: named, suggestion: found },
      ]);
      const [{ message } = { message: '' }] = error.problems;
      expect(message).toMatch(description);
      expect(message).toMatch(
        /set "database-type" to "\w+" and start the URL with "\w+:\/\/", or change host and port\.$/,
      );
      expect(message).not.toContain('secret');
    });
  });
});
