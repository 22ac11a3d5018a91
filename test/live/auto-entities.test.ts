import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ConfigurationError, type Problem } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { typeOf } from '../support/dialects.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { openSession } from '../support/sql/open-session.ts';

const server = inject('server');

/** Schema of the tables: MySQL and MariaDB have the database instead. */
const schemas = { postgres: 'public', sqlserver: 'dbo', mariadb: 'auto_entities', mysql: 'auto_entities' };
const schema = schemas[server];

let url: string;
beforeAll(async () => {
  url = await createDatabase(server, 'auto_entities', []);
  const session = openSession(server, url);
  await session
    .run(
      `create table orders (id int primary key, total int);
       create table order_notes (id int primary key, order_id int, foreign key (order_id) references orders (id));
       create table customers (id int primary key, name varchar(20));
       create table tmp_load (id int primary key);
       create view totals as select sum(total) as total from orders;
       insert into orders values (1, 10);
       insert into customers values (1, 'Ann');`,
    )
    .finally(() => session.close());
});

const boot = (content: object, warn?: (problem: Problem) => void): Promise<Application> =>
  bootFile({ 'data-source': { 'database-type': typeOf(server), 'connection-string': url }, ...content }, warn);

const anonymous = [{ role: 'anonymous', actions: ['read'] }];

async function namesOf(content: object): Promise<readonly string[]> {
  const application = await boot(content);
  await application.close();
  return application.model.entities.map(({ name }) => name).toSorted();
}

describe('autoentities', () => {
  it('expose all tables that a pattern matches, and no views, under names by the pattern', async () => {
    expect(await namesOf({ autoentities: { all: { permissions: anonymous } } })).toEqual(
      ['customers', 'order_notes', 'orders', 'tmp_load'].map((name) => `${schema}_${name}`),
    );
    const patterns = { include: [`${schema}.ORDER%`, '%.customers'], exclude: ['%.%_notes'], name: '{object}' };
    expect(await namesOf({ autoentities: { some: { patterns, permissions: anonymous } } })).toEqual([
      'customers',
      'orders',
    ]);
  });

  it('have the permissions and settings of the definition', async () => {
    const application = await boot({
      autoentities: {
        some: {
          patterns: { include: ['%.orders'], name: 'all {object}' },
          template: { rest: { enabled: false } },
          permissions: anonymous,
        },
      },
    });
    try {
      expect(application.config.entities).toMatchObject([
        { name: 'allOrders', rest: { enabled: false }, graphql: { enabled: true } },
      ]);
      expect(dataText(await runDocument(application, '{ allOrders { id total } }', { role: 'anonymous' }))).toBe(
        '{"allOrders":[{"id":1,"total":10}]}',
      );
      expect(application.schema.getMutationType()).toBeUndefined();
    } finally {
      await application.close();
    }
  });

  it('leave tables to entities that name them, and to earlier definitions', async () => {
    const patterns = { include: ['%.orders', '%.customers'], name: '{object}' };
    expect(
      await namesOf({
        entities: { Purchase: { source: 'orders', permissions: anonymous } },
        autoentities: {
          first: { patterns, permissions: anonymous },
          second: { patterns: { ...patterns, name: 'x_{object}' } },
        },
      }),
    ).toEqual(['Purchase', 'customers']);
  });

  it('are a startup error if two entities get one name', async () => {
    const error = await boot({
      entities: { customers: { source: 'orders', permissions: anonymous } },
      autoentities: { all: { patterns: { name: '{object}' }, permissions: anonymous } },
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).problems).toMatchObject([
      {
        path: ['autoentities', 'all', 'patterns', 'name'],
        message: `The table "${schema}.customers" gets the name "customers", which the entity "customers" has as name or REST path. Change the pattern "name", or exclude the table.`,
      },
    ]);
  });

  it('are a startup error if a table gets the REST path of an entity, whose policies it would bypass', async () => {
    const error = await boot({
      entities: { Purchase: { source: 'orders', rest: 'customers', permissions: anonymous } },
      autoentities: { all: { patterns: { include: ['%.customers'], name: '{object}' }, permissions: anonymous } },
    }).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain('which the entity "Purchase" has as name or REST path');
  });

  it('match sets of characters, and no table by an impossible range', async () => {
    expect(
      await namesOf({
        autoentities: { some: { patterns: { include: ['%.[c-o]rders', '%.[z-a]%'], name: '{object}' } } },
      }),
    ).toEqual(['orders']);
  });

  it('are reported if no table matches', async () => {
    const warnings: Problem[] = [];
    const application = await boot(
      {
        entities: { Purchase: { source: 'orders', permissions: anonymous } },
        autoentities: { none: { patterns: { include: ['sales.%'] }, permissions: anonymous } },
      },
      (problem) => warnings.push(problem),
    );
    await application.close();
    expect(warnings).toMatchObject([
      { path: ['autoentities', 'none'], message: expect.stringContaining('No table matches') },
    ]);
  });
});
