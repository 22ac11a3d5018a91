import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { serveRest } from '../http/support/serve-rest.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

const tables = `
  create table counted (id int auto_increment primary key, name varchar(20) not null);
  create table counted_parts (id int auto_increment primary key, counted_id int not null, name varchar(20), foreign key (counted_id) references counted (id));
  create table stepped (id int auto_increment primary key, name varchar(20));
  create table wide_steps (id int auto_increment primary key);
  create trigger widen before insert on wide_steps for each row set @@session.auto_increment_increment = 10;
  create table coded (id char(36) primary key default (uuid()), name varchar(20));
  create table coded_parts (id int auto_increment primary key, coded_id char(36) not null, name varchar(20), foreign key (coded_id) references coded (id));
  create table hidden_codes (id binary(16) default (unhex(replace(uuid(), '-', ''))), tenant varchar(9) default 'it''s', made date default (cast('2020-02-29' as date)), name varchar(20), primary key (tenant, id, made));
  create table floors (id int default (floor(rand() * 1000) + 0.4) primary key, name varchar(20));
  create table days (id date default (now()) primary key, name varchar(20));
  create table moments (id datetime default (now(6)) primary key, name varchar(20));
  create table ticks (id timestamp(3) default current_timestamp(3) primary key, name varchar(20));
  create table shares (id decimal(10,2) default (rand() * 100) primary key, name varchar(20));
  create table singles (id float default (rand() * 100) primary key, name varchar(20));
  create table padded (id binary(20) default (unhex(replace(uuid(), '-', ''))) primary key, name varchar(20));
  create table bytes (id varbinary(9) default 'ab', short binary(3) default 'ab', name varchar(20), primary key (id, short));
  create table blanks (id char(9) default (concat('a', '  ')), wide varchar(3) default (concat('b', repeat(' ', 5 + floor(rand())))), name varchar(20), primary key (id, wide));
  create table shifted (id int auto_increment primary key, name varchar(20));
  create trigger shift before insert on shifted for each row set new.id = 100 + ifnull((select max(s.id) from (select 1 as id) as s), 0) + char_length(new.name);
  create table renamed (code varchar(20) primary key, name varchar(20));
  insert into renamed values ('a', 'first');
  create trigger rename_them before insert on renamed for each row set new.code = upper(new.code), new.name = 'told';
  create table logged (id int auto_increment primary key, name varchar(20));
  create table log_of_them (id int auto_increment primary key, line varchar(20));
  create trigger log_them after insert on logged for each row insert into log_of_them (line) values (new.name), (new.name);
  create view counted_names as select id as number, name from counted;
  create table giants (id bigint unsigned auto_increment primary key, name varchar(20)) auto_increment = 9223372036854775809;
  create table giant_parts (id int auto_increment primary key, giant_id bigint unsigned not null, foreign key (giant_id) references giants (id));
  create view names_of_names as select number as no, name from counted_names where number > 0;
  create table numbered_apart (no int default 7 primary key, seq int auto_increment unique, name varchar(20));
  create view apart as select no, name from numbered_apart;
  create table sevens (n int default 7 primary key, name varchar(20));
  create view seven_names as select n, name from sevens;`;

/** Tables whose columns convert their default values. */
const converted = ['floors', 'days', 'moments', 'ticks', 'shares', 'singles', 'padded', 'bytes', 'blanks'];

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const settings = { permissions, 'identity-insert': true };
const ofView = (object: string, key: string) => ({
  permissions,
  source: { object, type: 'view', 'key-fields': [key] },
  operations: ['create', 'read', 'update', 'delete'],
});
const entities = {
  Counted: {
    ...settings,
    source: 'counted',
    relationships: { parts: { hasMany: 'CountedPart', on: { id: 'counted_id' } } },
  },
  CountedPart: { permissions, source: 'counted_parts' },
  Stepped: { permissions, source: 'stepped' },
  WideStep: { permissions, source: 'wide_steps' },
  Coded: { permissions, source: 'coded', relationships: { parts: { hasMany: 'CodedPart', on: { id: 'coded_id' } } } },
  CodedPart: { permissions, source: 'coded_parts' },
  HiddenCode: { permissions, source: 'hidden_codes' },
  ...Object.fromEntries(converted.map((source) => [`Of${source}`, { permissions, source }])),
  Shifted: { ...settings, source: 'shifted' },
  Renamed: { permissions, source: 'renamed' },
  Logged: { permissions, source: 'logged' },
  Giant: {
    permissions,
    source: 'giants',
    relationships: { parts: { hasMany: 'GiantPart', on: { id: 'giant_id' } } },
  },
  GiantPart: { permissions, source: 'giant_parts' },
  NameOfName: ofView('names_of_names', 'no'),
  Apart: ofView('apart', 'no'),
  CountedName: ofView('counted_names', 'number'),
  SevenName: ofView('seven_names', 'n'),
};

interface Row {
  readonly id: number;
  readonly name: string;
}

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'keys generated by the database', () => {
    let app: Application;
    let session: Connection;
    let start: Awaited<ReturnType<typeof bootTables>>;

    beforeAll(async () => {
      start = await bootTables(server, 'family_made_keys', tables, entities);
      app = await start();
      session = await connectTo(server, 'family_made_keys');
    });
    afterAll(() => Promise.all([app?.close(), session?.end()]));

    const mutate = async (field: string): Promise<unknown> =>
      JSON.parse(await execute(app, `mutation { of: ${field} }`)).of;
    const rows = async (text: string) => (await session.query<RowDataPacket[]>(text))[0];

    test('may be 0, alone and among others', async () => {
      expect(await mutate('createCounted(item: { id: 0, name: "zero" }) { id name }')).toEqual({ id: 0, name: 'zero' });
      expect(await mutate('deleteCounted(id: 0) { name }')).toEqual({ name: 'zero' });
      const { items } = (await mutate(
        'createCounteds(items: [{ name: "a" }, { id: 0, name: "b" }, { name: "c" }, { id: 50, name: "d" }, { name: "e" }]) { items { id name } }',
      )) as { items: readonly Row[] };
      expect(items.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect([items[1]?.id, items[3]?.id]).toEqual([0, 50]);
      expect(await mutate('createCounted(item: { id: null, name: "next" }) { name }')).toEqual({ name: 'next' });
    });

    test('are used for nested rows, whether generated or not', async () => {
      const parts = 'parts: [{ name: "x" }, { name: "y" }]';
      expect(
        await mutate(
          `createCounteds(items: [{ name: "p", ${parts} }, { id: 900, name: "q", ${parts} }]) { items { name parts { name } } }`,
        ),
      ).toEqual({ items: ['p', 'q'].map((name) => ({ name, parts: [{ name: 'x' }, { name: 'y' }] })) });
    });

    test('of several rows respect the auto-increment step of the session', async () => {
      // All changes share one session, whose setting a trigger changes for the rest of its request.
      const application = await start(({ dataSource, ...config }) => ({
        ...config,
        dataSource: { ...dataSource, pool: { ...dataSource.pool, max: 4, changes: 1 } },
      }));
      const create = 'createSteppeds(items: [{ name: "a" }, { name: "b" }, { name: "c" }]) { items { id name } }';
      await execute(application, `mutation { ${create} }`);
      const { items } = JSON.parse(
        await execute(application, `mutation { createWideStep(item: {}) { id } of: ${create} }`),
      ).of as {
        items: readonly Row[];
      };
      await application.close();
      const [first] = items;
      expect(items).toEqual(['a', 'b', 'c'].map((name, index) => ({ id: (first?.id ?? 0) + 10 * index, name })));
    });

    test('are returned for any default', async () => {
      const created = (await mutate(
        'createCoded(item: { name: "one", parts: [{ name: "x" }] }) { id name parts { coded_id } }',
      )) as {
        id: string;
      };
      expect(created).toEqual({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'one',
        parts: [{ coded_id: created.id }],
      });
      const { items } = (await mutate(
        'createCodeds(items: [{ name: "a" }, { id: "b-given", name: "b" }, { name: "c", parts: [{ name: "y" }] }]) { affected items { id name parts { name } } }',
      )) as { items: readonly { readonly id: string; readonly name: string }[] };
      expect(items.map(({ id: _, ...item }) => item)).toEqual([
        { name: 'a', parts: [] },
        { name: 'b', parts: [] },
        { name: 'c', parts: [{ name: 'y' }] },
      ]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(3);
      expect(items[1]?.id).toBe('b-given');
      expect(await mutate('createHiddenCode(item: { name: "h" }) { id tenant made name }')).toEqual({
        id: expect.stringMatching(/^[\w+/]{22}==$/),
        tenant: "it's",
        made: '2020-02-29',
        name: 'h',
      });
    });

    test.each(converted)('are returned as the column stores a default: %s', async (table) => {
      expect(await mutate(`createOf${table}(item: { name: "made" }) { name }`)).toEqual({ name: 'made' });
    });

    test('are returned if a trigger changes a number', async () => {
      expect(await mutate('createShifted(item: { name: "abc" }) { id name }')).toEqual({ id: 104, name: 'abc' });
      expect(await mutate('createShifted(item: { id: 5, name: "abcde" }) { id name }')).toEqual({
        id: 106,
        name: 'abcde',
      });
    });

    const reportsKey = server === 'mariadb';

    test('are returned if a trigger computes them, or the new row is null', async () => {
      const create = 'createRenamed(item: { code: "a", name: "given" }) { code name }';
      expect(await mutate(create)).toEqual(reportsKey ? { code: 'A', name: 'told' } : null);
      const several = 'createShifteds(items: [{ name: "abcdefg" }, { name: "abcdefgh" }]) { affected items { id } }';
      expect(await mutate(several)).toEqual({ affected: 2, items: reportsKey ? [{ id: 108 }, { id: 109 }] : null });
      expect(await mutate('createRenameds(items: [{ code: "b" }, { code: "c" }]) { affected }')).toEqual({
        affected: 2,
      });
      expect(await rows('select code from renamed order by code')).toEqual(
        ['A', 'B', 'C', 'a'].map((code) => ({ code })),
      );
    });

    test('are those of the table, although a trigger inserts elsewhere', async () => {
      await mutate('createLoggeds(items: [{ name: "a" }]) { affected }');
      for (const name of ['b', 'c'])
        expect(await mutate(`createLogged(item: { name: "${name}" }) { name }`)).toEqual({ name });
      expect(await mutate('createLoggeds(items: [{ name: "d" }, { name: "e" }]) { items { name } }')).toEqual({
        items: [{ name: 'd' }, { name: 'e' }],
      });
    });

    test('are never those of another row if the login cannot see the trigger', async () => {
      await session.query(
        "drop user if exists unseeing; create user unseeing identified by 'unseeing'; grant select, insert, update, delete on family_made_keys.* to unseeing",
      );
      const connectionString = serverUrl(server).replace(/\/\/[^@]*@/, '//unseeing:unseeing@');
      const application = await start(({ dataSource, ...config }) => ({
        ...config,
        dataSource: {
          ...dataSource,
          connectionString: `${connectionString}/family_made_keys`,
          pool: { ...dataSource.pool, max: 4, changes: 1 },
        },
      }));
      const create = (field: string) => execute(application, `mutation { of: ${field} }`);
      const before = JSON.parse(await create('createCounted(item: { name: "before" }) { id name }')).of;
      expect(before).toEqual({ id: expect.any(Number), name: 'before' });
      await session.query(
        `insert into shifted (name) values ('other other'); update shifted set id = ${before.id} where name = 'other other'`,
      );
      const shifted = create('createShifted(item: { name: "abcdefghi" }) { id name }');
      if (reportsKey) expect(JSON.parse(await shifted).of).toEqual({ id: 110, name: 'abcdefghi' });
      else
        await expect(shifted).rejects.toMatchObject({
          code: 'ApplicationError',
          message: expect.stringContaining('TRIGGER'),
        });
      expect(await rows('select id from shifted where id = 110')).toHaveLength(reportsKey ? 1 : 0);
      // The session remains usable.
      expect(JSON.parse(await create('createCounted(item: { name: "after" }) { name }')).of).toEqual({ name: 'after' });
      await application.close();
    });

    test('of the table of a view are returned, although no catalog lists them', async () => {
      const { number, name } = (await mutate('createCountedName(item: { name: "one" }) { number name }')) as {
        readonly number: number;
        readonly name: string;
      };
      expect(name).toBe('one');
      expect(await rows(`select name from counted where id = ${number}`)).toEqual([{ name: 'one' }]);
      const several = await mutate(
        'createCountedNames(items: [{ name: "two" }, { number: 7000, name: "three" }, { name: "four" }]) { items { name } }',
      );
      expect(several).toEqual({ items: ['two', 'three', 'four'].map((name) => ({ name: name })) });
    });

    test('of the table below nested views are returned', async () => {
      expect(await mutate('createNameOfName(item: { name: "below" }) { name }')).toEqual({ name: 'below' });
    });

    test('of a view are not confused with another numbered column of its table', async () => {
      await session.query("insert into numbered_apart (no, seq, name) values (1, 100, 'other'), (101, 10, 'wrong')");
      const create = mutate('createApart(item: { name: "apart" }) { no name }');
      expect(await create).toEqual(reportsKey ? { no: 7, name: 'apart' } : null);
      expect(await rows("select no from numbered_apart where name = 'apart'")).toHaveLength(1);
    });

    test('beyond signed integers are returned', async () => {
      const name = { name: 'big' };
      expect(await mutate('createGiant(item: { name: "big" }) { name }')).toEqual(name);
      expect(
        await mutate('createGiants(items: [{ name: "big", parts: [{}] }, { name: "big" }]) { items { name } }'),
      ).toEqual({ items: [name, name] });
      expect(await rows('select cast(giant_id as char) as id from giant_parts')).toEqual([
        { id: '9223372036854775810' },
      ]);
    });

    test('of the table of a view are not confused with defaults', async () => {
      // The session has numbered a row before, whose number the server would still report.
      await mutate('createCounted(item: { name: "before" }) { name }');
      const create = mutate('createSevenName(item: { name: "seven" }) { n name }');
      expect(await create).toEqual(reportsKey ? { n: 7, name: 'seven' } : null);
      expect(await rows('select n from sevens')).toHaveLength(1);
    });

    test('that are unknown leave the REST body empty', async () => {
      await session.query('delete from sevens');
      const rest = await serveRest(await start());
      const headers = { 'content-type': 'application/json' };
      const answer = await rest.fetch('/api/SevenName', { method: 'POST', headers, body: '{ "name": "rest" }' });
      await rest.close();
      expect([answer.status, answer.text === '']).toEqual([201, !reportsKey]);
      expect(await rows("select n from sevens where name = 'rest'")).toEqual([{ n: 7 }]);
    });

    test('of several rows are correct during concurrent inserts', async () => {
      const busy = await (await bootTables(server, 'family_made_keys_busy', tables, entities))();
      const other = await connectTo(server, 'family_made_keys_busy');
      await other.query("insert into counted (name) values ('0'), ('0'), ('0'), ('0')");
      const bulk = async (): Promise<void> => {
        for (let times = 0; times < 6; times += 1)
          await other.query('insert into counted (name) select name from counted limit 400');
      };
      const client = async (number: number): Promise<void> => {
        for (let times = 0; times < 10; times += 1) {
          const names = Array.from({ length: 5 }, (_, index) => `${number} ${times} ${index}`);
          const items = names.map((name) => `{ name: "${name}" }`);
          expect(await execute(busy, `mutation { of: createCounteds(items: [${items}]) { items { name } } }`)).toBe(
            JSON.stringify({ of: { items: names.map((name) => ({ name })) } }),
          );
        }
      };
      await Promise.all([bulk(), ...Array.from({ length: 8 }, (_, number) => client(number))]).finally(() =>
        Promise.all([busy.close(), other.end()]),
      );
    });
  });
});
