import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/base/errors.ts';
import { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import type { StartedServer } from '../support/server-names.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';

const types = { postgres: 'postgresql', mariadb: 'mariadb', mysql: 'mysql' } as const;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

const fileOf = (name: StartedServer, url: string, entities: object = {}) => ({
  'data-source': { 'database-type': types[name], 'connection-string': url },
  entities: { Thing: { source: 'things', permissions }, ...entities },
});

const REFUSED = 'The database rejected the login. Check the user, password, and database';

describe.each(['postgres', 'mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'a rejected login', () => {
    const url = (change: (parts: URL) => void): string => {
      const parts = new URL(serverUrl(name));
      change(parts);
      return parts.href;
    };
    const wrong = [
      url((parts) => (parts.password = 'wrong')),
      url((parts) => (parts.username = 'nobody_known')),
      url((parts) => (parts.pathname = '/no_such_database')),
    ];

    test.each(wrong)('is reported with the setting to check: %#', async (wrongUrl) => {
      const error = await errorOf(bootFile(fileOf(name, wrongUrl)));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        code: 'Unavailable',
        message: expect.stringContaining(REFUSED),
        details: { setting: 'data-source.connection-string' },
      });
    });

    test('is reported together with errors of the file', async () => {
      const error = await errorOf(
        bootFile(fileOf(name, wrong[0] ?? '', { Other: { source: 'others', permissions, colour: 'red' } })),
      );
      if (!(error instanceof ConfigurationError)) throw error;
      expect(error.problems.map(({ message }) => message)).toEqual([
        'Unknown key "colour".',
        expect.stringMatching(new RegExp(`^${REFUSED}.* \\(.+\\) Problems with the database are reported once`, 's')),
      ]);
    });
  });
});

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'a changed login', () => {
    test('a password may change while the service runs', async () => {
      await createDatabase(name, 'refused_login', []);
      const owner = await createConnection({ uri: `${serverUrl(name)}/refused_login`, multipleStatements: true });
      await owner.query(
        `create table things (id int primary key); drop user if exists changing;
         create user changing identified by 'before'; grant select, trigger on refused_login.* to changing`,
      );
      const parts = new URL(serverUrl(name));
      [parts.username, parts.password, parts.pathname] = ['changing', 'before', '/refused_login'];
      const application = await bootFile(fileOf(name, parts.href));
      try {
        await owner.query("alter user changing identified by 'after'");
        const [sessions] = await owner.query<RowDataPacket[]>(
          "select id from information_schema.processlist where user = 'changing'",
        );
        for (const { id, ID = id } of sessions) await owner.query(`kill ${ID}`);
        // A request may use a session whose end is not detected yet.
        const reported: string[] = [];
        for (let index = 0; index < 3; index += 1)
          reported.push(await runDocument(application, '{ things { id } }').then(dataText).catch(String));
        expect(reported.join('\n')).toContain(REFUSED);
      } finally {
        await application.close();
        await owner.end();
      }
    });
  });
});
