import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';
import { connectTo } from './mysql-family-support.ts';

const DATABASE = 'missing_rights';

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const routine = { object: 'count_up', type: 'stored-procedure' };

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'a login without some privileges', () => {
    let session: Connection;

    beforeAll(async () => {
      await createDatabase(name, DATABASE, []);
      session = await connectTo(name, DATABASE);
      await session.query(`
        create table things (id int primary key, name varchar(20));
        create table parts (id int primary key, name varchar(20));
        create procedure count_up() select 1 as one;
        insert into things values (1, 'a');
        drop user if exists lacking; create user lacking identified by 'lacking'`);
    });

    afterAll(() => session.end());

    const boot = (entities: object, warn?: (problem: Problem) => void): Promise<Application> => {
      const url = new URL(serverUrl(name));
      [url.username, url.password, url.pathname] = ['lacking', 'lacking', `/${DATABASE}`];
      return bootFile({ 'data-source': { 'database-type': name, 'connection-string': url.href }, entities }, warn);
    };

    const problemsOf = async (entities: object): Promise<readonly Problem[]> => {
      const error = await errorOf(boot(entities));
      if (!(error instanceof ConfigurationError)) throw error;
      return error.problems;
    };

    const warningsOf = async (entities: object): Promise<readonly string[]> => {
      const warnings: string[] = [];
      const application = await boot(entities, ({ path, message }) => warnings.push(`${path.join(' ')}: ${message}`));
      await application.close();
      return warnings;
    };

    /** Grants the user only these privileges. */
    const grant = (...grants: readonly string[]): Promise<unknown> =>
      session.query(
        [
          'revoke all privileges, grant option from lacking',
          ...grants.map((grant) => `grant ${grant} to lacking`),
        ].join(';'),
      );

    test('receives an error that invisible objects may exist', async () => {
      await grant(`select on ${DATABASE}.things`);
      expect(await problemsOf({ Part: { source: 'parts', permissions } })).toMatchObject([
        {
          path: ['entities', 'Part', 'source'],
          message: 'Table or view "parts" does not exist, or the database user may not see it. Grant SELECT.',
        },
      ]);
      const [missing] = await problemsOf({
        Count: { source: routine, permissions: [{ role: 'anonymous', actions: ['execute'] }] },
      });
      expect(missing?.message).toBe(
        'Function or procedure "count_up" does not exist, or the database user may not run it. Grant EXECUTE.',
      );
      expect(missing, 'the login sees no routine').not.toHaveProperty('expected');
    });

    test('receives an error that a relationship column may be hidden', async () => {
      await grant(`select (id) on ${DATABASE}.things`, `select on ${DATABASE}.parts`);
      const relationships = { part: { belongsTo: 'Part', on: { hidden: 'id' } } };
      const problems = await problemsOf({
        Thing: { source: 'things', permissions, relationships },
        Part: { source: 'parts', permissions },
      });
      expect(problems).toContainEqual(
        expect.objectContaining({
          path: ['entities', 'Thing', 'relationships', 'part'],
          message: 'Column "hidden" of "things" does not exist, or the database user may not see it. Grant SELECT.',
        }),
      );
    });

    test('receives an error that a procedure is not a table', async () => {
      await grant(`select, execute on ${DATABASE}.*`);
      const problems = await problemsOf({ Count: { source: 'count_up', permissions } });
      expect(problems.map(({ message }) => message)).toContain(
        '"count_up" is a function or procedure. Set the source type to "stored-procedure".',
      );
    });

    test('is warned about triggers it cannot see if rows can be changed', async () => {
      const entities = {
        Thing: { source: 'things', permissions },
        Part: { source: 'parts', permissions: [{ role: 'anonymous', actions: ['read'] }] },
      };
      const warning =
        'entities Thing source: The database user may not see whether "things" has triggers. Grant TRIGGER. Otherwise, responses are wrong if a trigger sets keys or session settings.';
      const reading = `select on ${DATABASE}.*`;
      for (const without of [[], [`trigger on ${DATABASE}.parts`], ['trigger on `missing\\_right`.*']]) {
        await grant(reading, ...without);
        expect(await warningsOf(entities), String(without)).toEqual([warning]);
      }
      for (const rights of [
        [reading, `trigger on ${DATABASE}.things`],
        [reading, `insert, trigger, update on ${DATABASE}.*`],
        ['select, trigger on `miss%_rights`.*'],
        ['select, trigger on `missing\\_rights`.*'],
        [`all on ${DATABASE}.*`],
        [reading, 'trigger on *.*'],
      ]) {
        await grant(...rights);
        expect(await warningsOf(entities), String(rights)).toEqual([]);
      }
    });

    test('sees triggers through a role', async () => {
      await session.query(`drop role if exists seeing; create role seeing; grant trigger on ${DATABASE}.* to seeing`);
      await grant(`select on ${DATABASE}.*`, 'seeing');
      await session.query(`set default role seeing ${name === 'mariadb' ? 'for' : 'to'} lacking`);
      const warnings = await warningsOf({ Thing: { source: 'things', permissions } });
      await session.query('drop role seeing');
      expect(warnings).toEqual([]);
    });

    test('receives an error with the name of the entity for a change', async () => {
      await grant(`select, trigger on ${DATABASE}.*`);
      const rest = await serveRest(await boot({ Thing: { source: 'things', permissions } }));
      const headers = { 'content-type': 'application/json' };
      const { body, status } = await rest.fetch('/api/Thing/1', { method: 'PATCH', headers, body: '{"name":"b"}' });
      await rest.close();
      expect(status).toBe(403);
      expect(body.error.message).toBe('The database denied permission.');
      expect(rest.logged).toMatchObject([{ code: 'Forbidden', entities: ['Thing'] }]);
    });
  });
});
