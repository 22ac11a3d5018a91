import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

/** Types of parameters, and JSON of values that are returned unchanged. */
const types = {
  flag: ['tinyint(1)', 'true'],
  bit1: ['bit(1)', 'false'],
  bits: ['bit(64)', '18446744073709551615'],
  small: ['smallint', '-32768'],
  whole: ['int unsigned', '4294967295'],
  big: ['bigint', '-9223372036854775808'],
  huge: ['bigint unsigned', '18446744073709551615'],
  digits: ['decimal(65,30)', '12345678901234567890123456789012345.500000000000000000000000000001'],
  single: ['float', '0.1'],
  double: ['double', '1.7976931348623157e308'],
  year: ['year', '1999'],
  word: ['varchar(50)', String.raw`"a'b\"c\\d é😀"`],
  latin: ['varchar(50) character set latin1', '"é"'],
  day: ['date', '"2020-02-29"'],
  moment: ['datetime(3)', '"2020-02-29T01:02:03.12+00:00"'],
  clock: ['time(6)', '"01:02:03.000004"'],
  bytes: ['varbinary(50)', '"AAH/yCI="'],
  picked: ["enum('x', 'y')", '"y"'],
} as const;

const names = Object.keys(types) as readonly (keyof typeof types)[];

const tables = `
  create table items (id int auto_increment primary key, name varchar(20) not null unique, price decimal(10,4));
  insert into items (name, price) values ('Lamp', 12.5), ('Chair', 99999.9999);
  create function add_up(a int, b int) returns bigint comment 'The sum' reads sql data return a + b;
  create function next_item(name varchar(20)) returns int begin insert into items (name) values (name); return last_insert_id(); end;
  create function when_is_it(d datetime(6)) returns datetime(6) no sql return d;
  create function broken() returns int reads sql data return (select 1 from missing_table);
  create function noisy() returns int reads sql data begin if true then signal sqlstate '45000' set message_text = 'Not on a Sunday.'; end if; return 1; end;
  ${names
    .map(
      (name) => `
  create function f_${name}(v ${types[name][0]}) returns ${types[name][0]} no sql return v;
  create procedure p_${name}(in v ${types[name][0]}, out o ${types[name][0]}, inout io ${types[name][0]}) set o = v;`,
    )
    .join('')}
  create procedure divide(a int, b int, out quotient int, out remainder int) begin set quotient = a div b, remainder = a % b; end;
  create function f_doc(v json) returns json no sql return v;
  create procedure p_doc(in v json, out o json, inout io json) set o = v;
  create procedure list_items(lowest decimal(10,4)) select id, name, price, price > 100 as dear, cast(price as double) as about, now(6) > '2020-01-01' as later,
    cast('2020-01-02 03:04:05.1' as datetime(6)) as at, cast('-01:02:03.5' as time(3)) as span, cast('2020-01-02' as date) as day, x'00ff' as bytes,
    json_object('a', 1.10) as doc, null as nothing, b'101' + 0 as bits, 18446744073709551615 as huge from items where price >= lowest order by id;
  create procedure two_sets() begin select 1 as a; select 2 as b; end;
  create procedure no_rows() begin end;
  create procedure many() with recursive numbers (seq) as (select 1 union all select seq + 1 from numbers where seq < 9) select seq from numbers;
  create procedure refuse(words varchar(99)) signal sqlstate '45001' set message_text = words, mysql_errno = 1644;
  create procedure by_number() signal sqlstate '23000' set message_text = 'Mine.', mysql_errno = 30001;
  create procedure doubled(name varchar(20)) insert into items (name) values (name);
  create procedure ends_it() begin insert into items (name) values ('Ended'); commit; insert into items (name) values ('After'); end;
  create procedure starts_one() begin start transaction; insert into items (name) values ('Started'); commit; end;
  create procedure defines() create table made (id int);
  create procedure drops() begin insert into items (name) values ('Dropped'); drop table if exists made; end;
  create procedure passing() begin create temporary table kept (id int); insert into kept values (1); select * from kept; end;
  create procedure sets() set @@session.sql_mode = '', @left = 1;
  create procedure asks(out left_ int, out mode_ varchar(200)) begin set left_ = @left, mode_ = @@session.sql_mode; end;
`;

const routine = (object: string, graphql: object = {}) => ({
  source: { object, type: 'stored-procedure' },
  graphql,
  permissions: [{ role: 'anonymous', actions: ['execute'] }],
});

const asQuery = { operation: 'query' };

const entities = {
  Item: { source: 'items', permissions: [{ role: 'anonymous', actions: ['*'] }] },
  Add: routine('add_up', asQuery),
  When: routine('when_is_it', asQuery),
  Broken: routine('broken', asQuery),
  Noisy: routine('noisy', asQuery),
  NextItem: routine('next_item'),
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`F${name}`, routine(`f_${name}`, asQuery)],
      [
        `P${name}`,
        {
          ...routine(`p_${name}`),
          source: {
            object: `p_${name}`,
            type: 'stored-procedure',
            parameters: [
              { name: 'v', required: false },
              { name: 'io', required: false },
            ],
          },
        },
      ],
    ]),
  ),
  Fdoc: routine('f_doc', asQuery),
  Pdoc: {
    ...routine('p_doc'),
    source: { object: 'p_doc', type: 'stored-procedure', parameters: [{ name: 'io', required: false }] },
  },
  Divide: routine('divide'),
  ListItems: routine('list_items'),
  TwoSets: routine('two_sets'),
  NoRows: routine('no_rows'),
  Many: routine('many'),
  Refuse: routine('refuse'),
  ByNumber: routine('by_number'),
  Doubled: routine('doubled'),
  EndsIt: routine('ends_it'),
  StartsOne: routine('starts_one'),
  Defines: routine('defines'),
  Drops: routine('drops'),
  Passing: routine('passing'),
  Sets: routine('sets'),
  Asks: routine('asks'),
};

/** A JSON value, and its output: MariaDB has no JSON type. */
const documents = {
  mariadb: [String.raw`"{ \"b\": 1.10, \"a\": [] }"`, String.raw`"{ \"b\": 1.10, \"a\": [] }"`],
  mysql: ['{ b: 1.10, a: [] }', '{"a": [], "b": 1.1}'],
} as const;

describe.each([
  ['mariadb', true],
  ['mariadb', false],
  ['mysql', true],
  ['mysql', false],
] as const)('on %s, with prepared statements: %s', (server, prepared) => {
  describeOn(server, 'functions and procedures', () => {
    let app: Application;

    beforeAll(async () => {
      const start = await bootTables(server, `family_routines_${prepared}`, tables, entities);
      app = await start((config: Config) => ({ ...config, dataSource: { ...config.dataSource, prepared } }));
    });
    afterAll(() => app?.close());

    test('runs a function as a query next to other roots', async () => {
      expect(
        await execute(
          app,
          '{ a: executeAdd(a: 1, b: 2) { result } executeAdd(a: 2, b: 3) { x: result __typename } items { name } }',
        ),
      ).toBe(
        '{"a":[{"result":3}],"executeAdd":[{"x":5,"__typename":"Add"}],"items":[{"name":"Lamp"},{"name":"Chair"}]}',
      );
    });

    test.each(names)('returns a %s unchanged', async (name) => {
      const literal = name === 'picked' ? 'y' : types[name][1];
      const value = types[name][1];
      expect(await execute(app, `{ executeF${name}(v: ${literal}) { result } }`)).toBe(
        `{"executeF${name}":[{"result":${value}}]}`,
      );
      for (let times = 0; times < 4; times += 1) {
        expect(await execute(app, `mutation { executeP${name}(v: ${literal}, io: ${literal}) { o io } }`)).toBe(
          `{"executeP${name}":[{"o":${value},"io":${value}}]}`,
        );
      }
      expect(await execute(app, `mutation { executeP${name}(v: null, io: null) { o io } }`)).toBe(
        `{"executeP${name}":[{"o":null,"io":null}]}`,
      );
    });

    test('returns JSON unchanged', async () => {
      const [document, expected] = documents[server];
      expect(await execute(app, `{ executeFdoc(v: ${document}) { result } }`)).toBe(
        `{"executeFdoc":[{"result":${expected}}]}`,
      );
      for (let times = 0; times < 4; times += 1) {
        expect(await execute(app, `mutation { executePdoc(v: ${document}, io: ${document}) { o io } }`)).toBe(
          `{"executePdoc":[{"o":${expected},"io":${expected}}]}`,
        );
      }
      expect(await execute(app, `mutation { executePdoc(v: ${document}, io: null) { io } }`)).toBe(
        '{"executePdoc":[{"io":null}]}',
      );
    });

    test('returns output parameters', async () => {
      expect(await execute(app, 'mutation { executeDivide(a: 7, b: 2) { q: quotient remainder __typename } }')).toBe(
        '{"executeDivide":[{"q":3,"remainder":1,"__typename":"Divide"}]}',
      );
    });

    test('returns rows that a procedure selects as objects', async () => {
      const rest =
        '"later":1,"at":"2020-01-02T03:04:05.1+00:00","span":"-01:02:03.5","day":"2020-01-02","bytes":"AP8=","doc":{"a": 1.10},"nothing":null,"bits":5,"huge":18446744073709551615';
      for (let times = 0; times < 4; times += 1) {
        expect(await execute(app, 'mutation { executeListItems(lowest: 1) { result } }')).toBe(
          `{"executeListItems":[{"result":{"id":1,"name":"Lamp","price":12.5000,"dear":0,"about":12.5,${rest}}},{"result":{"id":2,"name":"Chair","price":99999.9999,"dear":1,"about":99999.9999,${rest}}}]}`,
        );
      }
      expect(await execute(app, 'mutation { executeListItems(lowest: 999999) { result } }')).toBe(
        '{"executeListItems":[]}',
      );
      expect(await execute(app, 'mutation { executeTwoSets { result } executeNoRows { result } }')).toBe(
        '{"executeTwoSets":[{"result":{"a":1}}],"executeNoRows":[]}',
      );
    });

    test('may use a temporary table, which MySQL rejects by default next to other steps', async () => {
      const pending = execute(app, 'mutation { executePassing { result } executeNoRows { result } }');
      if (server === 'mariadb')
        expect(await pending).toBe('{"executePassing":[{"result":{"id":1}}],"executeNoRows":[]}');
      else {
        const message = expect.stringContaining('xa_detach_on_prepare');
        await expect(pending).rejects.toMatchObject({ code: 'ApplicationError', message });
      }
    });

    test('returns at most a page of rows', async () => {
      const many = await (await bootTables(server, `family_routines_many_${prepared}`, tables, entities))(
        (config: Config) => ({
          ...config,
          runtime: {
            ...config.runtime,
            pagination: { ...config.runtime.pagination, maxPageSize: 3, defaultPageSize: 3 },
          },
        }),
      );
      expect(await execute(many, 'mutation { executeMany { result } }')).toBe(
        '{"executeMany":[{"result":{"seq":1}},{"result":{"seq":2}},{"result":{"seq":3}}]}',
      );
      await many.close();
    });

    test('runs a modifying function as a mutation, rolled back with the others', async () => {
      expect(
        await execute(
          app,
          'mutation { executeNextItem(name: "Desk") { result } deleteItems(filter: { name: { eq: "Desk" } }) { affected } }',
        ),
      ).toMatch(/^\{"executeNextItem":\[\{"result":\d+\}\],"deleteItems":\{"affected":1\}\}$/);
      await expect(
        execute(
          app,
          'mutation { executeNextItem(name: "Sofa") { result } again: executeNextItem(name: "Sofa") { result } }',
        ),
      ).rejects.toMatchObject({ code: 'Conflict' });
      expect(await execute(app, '{ items(filter: { name: { eq: "Sofa" } }) { id } }')).toBe('{"items":[]}');
    });

    test.each([
      ['mutation { executeRefuse(words: "Out of stock.") { result } }', 'ApplicationError', 'Out of stock.'],
      ['mutation { executeByNumber { result } }', 'ApplicationError', 'Mine.'],
      ['{ executeNoisy { result } }', 'ApplicationError', 'Not on a Sunday.'],
      ['{ executeBroken { result } }', 'ApplicationError', /function, trigger, or policy/],
      ['mutation { executeDoubled(name: "Lamp") { result } }', 'Conflict', /unique|the same "name"/],
      ['mutation { executeStartsOne { result } executeNoRows { result } }', 'ApplicationError', /COMMIT/],
      ['mutation { executeDefines { result } executeNoRows { result } }', 'ApplicationError', /COMMIT/],
      [
        'mutation { executeDrops { result } executeNoRows { result } }',
        'ApplicationError',
        /DROP TABLE.*use DROP TEMPORARY TABLE/,
      ],
      ['mutation { executeDoubled(name: "New") { result } executeEndsIt { result } }', 'ApplicationError', /COMMIT/],
    ])('returns the error of "%s" as %s', async (document, code, message) => {
      await expect(execute(app, document)).rejects.toMatchObject({
        code,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect(await execute(app, '{ items { name } }')).toBe('{"items":[{"name":"Lamp"},{"name":"Chair"}]}');
    });

    test('discards session state left by a procedure', async () => {
      await execute(app, 'mutation { executeSets { result } }');
      expect(await execute(app, 'mutation { executeAsks { left_ mode_ } }')).toMatch(
        /"left_":null,"mode_":"[^"]*STRICT_TRANS_TABLES/,
      );
    });
  });
});
