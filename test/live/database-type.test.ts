import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { ask, dataText } from '../support/ask.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

describe.each([
  ['mysql', 'mariadb'],
  ['mariadb', 'mysql'],
] as const)('a configuration that says "%s"', (named, server) => {
  describeOn(server, `before ${server}`, () => {
    test('is told so once, and served by what is there', async () => {
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
      const answer = await ask(app, '{ orders(first: 1, orderBy: [{ id: ASC }]) { id status } }').finally(() =>
        app.close(),
      );
      expect(JSON.parse(dataText(answer))).toEqual({ orders: [{ id: 1, status: expect.any(String) }] });
      expect(warnings).toMatchObject([
        {
          path: ['data-source', 'database-type'],
          message: `The database says that it is of type "${server}", and is served as such: change this to "${server}".`,
        },
      ]);
    });
  });
});
