import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ApiError } from '../../src/base/errors.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import { openMariadb } from '../../src/dialect/mariadb/driver/open-mariadb.ts';
import { ping, queryOf } from '../../src/execute/create-execution.ts';
import { runRequest } from '../../src/execute/run-request.ts';
import type { BoundRequest, ReadRequest } from '../../src/store/script.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mariadb-support.ts';

const MIB = 2 ** 20;

/** Six strings of 3 MiB below one parent exceed the default limit of one value, 16 MiB. */
const tables = `
  create table parents (id int primary key);
  create table children (id int primary key, parent int, words longtext, bytes longblob);
  insert into parents values (1), (2);
  insert into children (id, parent, words) select seq, 1, repeat('x', ${3 * MIB}) from seq_1_to_6;
  insert into children (id, parent, words) values (7, 2, repeat('"', ${9 * MIB}));
  insert into children (id, parent, bytes) values (8, 2, repeat('b', ${13 * MIB}));
  create table trees (id int primary key, parent int, label varchar(20));
  insert into trees select seq, nullif(seq div 3, 0), concat('number ', seq, if(seq % 2, ' é', '"')) from seq_1_to_40;
  create view warned as select id, label + 0 as number from trees;
  create view slow as select 1 as id, sleep(20) as nap;
  create view often_warned as select seq as id, 'x' + seq as number from seq_1_to_70000;`;

const tooLarge = {
  code: 'LimitExceeded',
  message: 'The response is too large for the database. Request smaller pages or fewer fields.',
  details: { limit: 'answer' },
};

const treeOperation = `{
  trees(filter: { parent: { isNull: true } }) {
    id
    below(orderBy: { label: DESC }, first: 7) { label below(first: 5, offset: 1) { id label above { label } } }
  }
}`;

describeOn('mariadb', 'limits of MariaDB', () => {
  let start: (change?: (config: Config) => Config) => Promise<Application>;
  let app: Application;

  beforeAll(async () => {
    const view = { type: 'view', 'key-fields': ['id'] };
    start = await bootTables('live_limits', tables, {
      Parent: { source: 'parents', relationships: { children: { hasMany: 'Child', on: { id: 'parent' } } } },
      Child: {
        source: 'children',
        graphql: { type: { singular: 'Child', plural: 'Children' } },
        relationships: {
          above: { belongsTo: 'Parent', on: { parent: 'id' } },
          self: { belongsTo: 'Child', on: { id: 'id' } },
        },
      },
      Tree: {
        source: 'trees',
        relationships: {
          below: { hasMany: 'Tree', on: { id: 'parent' } },
          above: { belongsTo: 'Tree', on: { parent: 'id' } },
        },
      },
      Warned: {
        source: { object: 'warned', ...view },
        graphql: { type: { singular: 'Warned', plural: 'Warned_list' } },
      },
      Slow: { source: { object: 'slow', ...view }, graphql: { type: { singular: 'Slow', plural: 'Slow_list' } } },
      OftenWarned: { source: { object: 'often_warned', ...view } },
    });
    app = await start();
  });
  afterAll(() => app.close());

  describe('an answer that MariaDB would truncate', () => {
    test.each([
      ['a list of long strings', '{ parent_by_pk(id: 1) { children { words } } }'],
      ['a string that is too long after escaping', '{ children(filter: { id: { eq: 7 } }) { id words } }'],
      [
        'a string that is too long in a nested list, where an object would be null',
        '{ child_by_pk(id: 7) { id self { words } } }',
      ],
      ['too many bytes in Base64', '{ child_by_pk(id: 8) { id bytes } }'],
      ['a root next to a complete root', '{ parents { id } parent_by_pk(id: 1) { children { words } } }'],
    ])('is rejected: %s', async (_title, operation) => {
      await expect(execute(app, operation)).rejects.toMatchObject(tooLarge);
    });

    test('is distinguished from a large answer that is complete', async () => {
      const answered = JSON.parse(
        await execute(app, '{ parent_by_pk(id: 1) { children(first: 5) { words } } children(first: 6) { words } }'),
      );
      const words = 'x'.repeat(3 * MIB);
      expect(answered.parent_by_pk.children.map((child: { words: string }) => child.words === words)).toEqual(
        Array(5).fill(true),
      );
      expect(answered.children.map((child: { words: string }) => child.words === words)).toEqual(Array(6).fill(true));
    });

    test('is rejected at any value of the limit', async () => {
      const { connectionString = '', ...source } = app.config.dataSource;
      const driver = await openMariadb({ ...source, connectionString, pool: { ...source.pool, max: 1 } });
      const running = { driver, observers: new Observers(), maxBytes: 64 * MIB };
      const run = (text: string) =>
        driver.changes.use((session) => session.run({ settings: {}, statement: { text, slots: [] }, values: [] }));
      const bound = bindTo(app, treeOperation);
      const readTree = () => runRequest(bound, { entities: [] }, running);
      const whole = await readTree();
      const outcomes = new Set<string>();
      for (let limit = 4; limit < 1600; limit += 3) {
        await run(`set session group_concat_max_len = ${limit}`);
        const outcome = await readTree().then(String, (error: ApiError) => error.code);
        outcomes.add(outcome === String(whole) ? 'whole' : outcome);
      }
      await driver.close();
      expect([...outcomes]).toEqual(['LimitExceeded', 'whole']);
    });
  });

  test('ignores warnings about other conditions', async () => {
    expect(await execute(app, '{ warned_list(first: 2) { id number } }')).toBe(
      '{"warned_list":[{"id":1,"number":0},{"id":2,"number":0}]}',
    );
  });

  test('rejects answers if warnings exceed the warning list', async () => {
    await expect(execute(app, '{ oftenWarneds(filter: { number: { gt: 69998 } }) { id } }')).rejects.toMatchObject(
      tooLarge,
    );
  });

  test('cancels a statement at its time limit', async () => {
    const hasty = await start((config) => ({
      ...config,
      dataSource: { ...config.dataSource, statementTimeoutMs: 100 },
    }));
    await expect(execute(hasty, '{ slow_list { nap } }')).rejects.toMatchObject({ code: 'DatabaseTimeout' });
    expect(await execute(hasty, '{ parents { id } }')).toBe('{"parents":[{"id":1},{"id":2}]}');
    await hasty.close();
  });

  test('replaces a lost session by a session with the same settings', async () => {
    const { connectionString = '', ...source } = app.config.dataSource;
    const driver = await openMariadb({ ...source, connectionString, pool: { ...source.pool, max: 1 } });
    const query = queryOf(driver);
    const settings = 'select @@time_zone as zone, @@group_concat_max_len as longest, connection_id() as id';
    const [first] = await query(settings, []);
    await expect(query('kill connection_id()', [])).rejects.toMatchObject({ code: 'Unavailable' });
    const [second] = await query(settings, []);
    expect(second).toEqual({ ...first, id: second?.id });
    expect(second?.id).not.toEqual(first?.id);
    expect(first).toMatchObject({ zone: '+00:00', longest: '1073741824' });
    await driver.close();
  });

  test('lets requests wait if there are fewer sessions', async () => {
    const few = await start((config) => ({
      ...config,
      dataSource: { ...config.dataSource, pool: { ...config.dataSource.pool, max: 2 } },
    }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => execute(few, `{ trees(first: 1, offset: ${n}) { id } }`)),
    );
    expect(answers).toEqual(answers.map((_, n) => `{"trees":[{"id":${n + 1}}]}`));
    await few.close();
  });

  test('returns Unavailable for a server that does not exist', async () => {
    const driver = await openMariadb({ ...app.config.dataSource, connectionString: 'mariadb://x:y@127.0.0.1:1/z' });
    await expect(ping(queryOf(driver), driver)).rejects.toMatchObject({ code: 'Unavailable' });
    await driver.close();
  });
});

/** Returns the statement of an operation whose only parameters are page sizes. */
function bindTo(app: Application, operation: string): BoundRequest<ReadRequest> {
  const request = { document: parse(operation), operationName: undefined, variables: {}, identity: ANONYMOUS };
  const [statement] = app.explain(request).statements;
  const { text = '', values = [] } = statement ?? {};
  const size = { kind: 'size', argument: 'first', max: 1000 } as const;
  const slots = values.map((value) => ({ source: { kind: 'constant', value } as const, use: size }));
  const read: ReadRequest['read'] = ([set]) => set?.rows.map(([, item = null]) => item) ?? [];
  return { request: { kind: 'read', text, name: '', slots, calls: false, read }, values };
}
