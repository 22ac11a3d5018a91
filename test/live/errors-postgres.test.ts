import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '../../src/base/errors.ts';
import { readDatabaseError } from '../../src/dialect/postgres/driver/errors.ts';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import type { BoundStatement } from '../../src/store/driver.ts';
import { runOne } from '../../src/store/run-one.ts';
import { Violation } from '../../src/store/violation.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { errorOf } from './errors-support.ts';

const tables = `
  create table things (
    tenant int, id int, "E, mail" text, size smallint not null, parent int, code varchar(3),
    constraint things_pk primary key (tenant, id),
    constraint things_mail unique ("E, mail", tenant),
    constraint things_size check (size > 0),
    constraint things_parent foreign key (tenant, parent) references things (tenant, id),
    constraint things_apart exclude using gist (int4range(size, size, '[]') with &&)
  );
  create unique index things_lower on things (lower(code));
  insert into things values (1, 1, 'a', 1, null, 'x');
  create view big_things as select * from things where size > 100 with check option;
  create table numbered (id int generated always as identity);
  create domain limited_number as int constraint limit_check check (value > 0);
  create table limited (n limited_number);
  create view counted as select count(*) from things;
  create table logged (t text);
  create table short_log (t varchar(3));
  create function log_it() returns trigger language plpgsql as
    $$ begin insert into short_log values (new.t); return new; end $$;
  create trigger logging after insert on logged for each row execute function log_it();
  create table broken (t int);
  create function fail_at_it() returns trigger language plpgsql as $$ begin perform x from nowhere; return new; end $$;
  create trigger failing after insert on broken for each row execute function fail_at_it();
  create table many (t int);
  create function find_two() returns trigger language plpgsql as
    $$ begin new.t = (select n from (values (1), (2)) v (n)); return new; end $$;
  create trigger finding before insert on many for each row execute function find_two();
  create function refuse_it() returns int language plpgsql as
    $$ begin raise exception 'Not on a %.', 'Sunday' using errcode = 'unique_violation'; end $$;`;

describeOn('postgres', 'errors of PostgreSQL', () => {
  let url: string;
  let client: Client;

  beforeAll(async () => {
    url = await createDatabase('postgres', 'errors', []);
    client = new Client(url);
    await client.connect();
    await client.query(tables);
  });
  afterAll(() => client.end());

  const apiErrorOf = async (text: string): Promise<ApiError | undefined> =>
    readDatabaseError(await errorOf(client.query(text)));

  test.each([
    [
      "insert into things values (1, 1, 'b', 2)",
      'notUnique',
      { constraint: 'things_pk', schema: 'public', table: 'things', columns: ['tenant', 'id'] },
    ],
    [
      "insert into things values (1, 2, 'a', 2)",
      'notUnique',
      { constraint: 'things_mail', schema: 'public', table: 'things', columns: ['E, mail', 'tenant'] },
    ],
    [
      "insert into things values (1, 2, 'b', 2, null, 'X')",
      'notUnique',
      { constraint: 'things_lower', schema: 'public', table: 'things' },
    ],
    [
      "insert into things values (1, 2, 'b', null)",
      'missingValue',
      { schema: 'public', table: 'things', columns: ['size'] },
    ],
    [
      "insert into things values (1, 2, 'b', 0)",
      'failedCheck',
      { constraint: 'things_size', schema: 'public', table: 'things' },
    ],
    [
      "insert into things values (1, 2, 'b', 2, 9)",
      'missingReference',
      { constraint: 'things_parent', schema: 'public', table: 'things', columns: ['tenant', 'parent'] },
    ],
    [
      "insert into things values (1, 2, 'b', 2, 1); delete from things where id = 1",
      'stillReferenced',
      { constraint: 'things_parent', schema: 'public', table: 'things' },
    ],
    [
      'insert into things values (1, 2, null, 1)',
      'excluded',
      { constraint: 'things_apart', schema: 'public', table: 'things' },
    ],
    ["insert into things values (1, 2, 'b', 2, null, 'long')", 'tooLong', {}],
    ['insert into things values (1, 2, null, 70000)', 'outOfRange', {}],
    ['insert into big_things values (1, 2, null, 2)', 'outsideView', {}],
    ['insert into numbered values (1)', 'generatedValue', {}],
    ['insert into limited values (0)', 'failedCheck', { constraint: 'limit_check', schema: 'public' }],
    ["select 'x'::int", 'malformed', {}],
    ["select '2024-02-30'::date", 'malformed', {}],
    ["select 'x'::timestamptz", 'malformed', {}],
    ["select '{'::jsonb", 'malformed', { inDatabaseCode: true }],
    ['select 1 / 0', 'dividedByZero', {}],
    ["select 'a' ~ '('", 'malformed', {}],
  ])('maps the error of "%s" to the violation %s', async (text, kind, observations) => {
    const apiError = await apiErrorOf(text);
    expect(apiError).toBeInstanceOf(Violation);
    const violation = apiError as Violation;
    expect([violation.kind, violation.violated]).toEqual([kind, observations]);
    // Details are translated to names of the API later.
    expect(violation.details).toBeUndefined();
  });

  test.each([
    ['select * from missing', 'Unavailable'],
    ['select missing from things', 'Unavailable'],
    ['select * from missing.things', 'Unavailable'],
    ['insert into counted values (1)', 'Unavailable'],
    ["select repeat('[', 1000000)::jsonb", 'LimitExceeded'],
    ["select repeat(repeat('x', 1000000), 1000) || repeat('x', 100000000)", 'LimitExceeded'],
    ['select * from pg_authid', 'Forbidden'],
    ['insert into broken values (1)', 'ApplicationError'],
    ['insert into many values (1)', 'ApplicationError'],
    ['begin read only; insert into things values (1, 2)', 'ApplicationError'],
    ['rollback; set statement_timeout = 20; select pg_sleep(10)', 'DatabaseTimeout'],
  ])('maps the error of "%s" to %s', async (text, code) => {
    const apiError = await apiErrorOf(text);
    await client.query('rollback; reset statement_timeout');
    expect(apiError).toMatchObject({ code });
    expect(apiError?.details).toBeUndefined();
  });

  test('reports which parameter could not be parsed (PostgreSQL 16 and later)', async ({ skip }) => {
    const { rows } = await client.query("select current_setting('server_version_num')::int >= 160000 as is_new");
    if (rows[0]?.is_new !== true) skip('the server is older than PostgreSQL 16');
    const readAs = async (type: string, value: string): Promise<unknown> =>
      readDatabaseError(await errorOf(client.query(`select $1::int, $2::${type}`, ['1', value])));
    expect(await readAs('inet', 'x')).toMatchObject({ kind: 'malformed', violated: { parameter: 2 } });
    expect(await readAs('limited_number', '-1')).toMatchObject({ kind: 'failedCheck', violated: { parameter: 2 } });
    expect(await readAs('regclass', 'nowhere')).toMatchObject({ kind: 'malformed', violated: { parameter: 2 } });
  });

  test('keeps the message of RAISE EXCEPTION for every SQLSTATE', async () => {
    const expected = { code: 'ApplicationError', message: 'Not on a Sunday.', status: 400 };
    expect(await apiErrorOf('select refuse_it()')).toMatchObject(expected);
    expect(await apiErrorOf("do $$ begin raise 'Not on a Sunday.'; end $$")).toMatchObject(expected);
    expect(await apiErrorOf("do $$ begin assert false, 'Not on a Sunday.'; end $$")).toMatchObject(expected);
  });

  test('messages of constraint violations contain no database names or values', async () => {
    const apiError = await apiErrorOf("insert into things values (1, 1, 'secret', 2)");
    expect(apiError?.message).not.toMatch(/things|secret|tenant/);
    expect(apiError?.details).toBeUndefined();
    expect(apiError?.cause).toMatchObject({ code: '23505' });
  });

  test('returns Unavailable for a prepared statement whose table has changed', async () => {
    await client.query('create table changing (a int)');
    const query = { name: 'changing', text: 'select * from changing' };
    await client.query(query);
    await client.query('alter table changing add column b int');
    expect(readDatabaseError(await errorOf(client.query(query)))).toMatchObject({ code: 'Unavailable' });
  });

  test('returns Unavailable for a deadlock and for a serialization failure', async () => {
    const other = new Client(url);
    await other.connect();
    const both = (text: string) => Promise.all([client.query(text), other.query(text)]);
    await client.query('create table counters (n int); insert into counters values (1)');
    await both('begin isolation level repeatable read; select * from counters');
    await other.query('update counters set n = 2; commit');
    expect(await apiErrorOf('update counters set n = 3')).toMatchObject({ code: 'Unavailable' });
    await both('rollback');

    await both("begin; set local deadlock_timeout = '50ms'").catch(() => both('rollback; begin'));
    await Promise.all([
      client.query('select pg_advisory_xact_lock(1)'),
      other.query('select pg_advisory_xact_lock(2)'),
    ]);
    const results = await Promise.allSettled([
      client.query('select pg_advisory_xact_lock(2)'),
      other.query('select pg_advisory_xact_lock(1)'),
    ]);
    await both('rollback');
    await other.end();
    const failed = results.find((result) => result.status === 'rejected');
    expect(readDatabaseError(failed?.reason)).toMatchObject({ code: 'Unavailable' });
  });

  describe.each(['reads', 'changes', 'service'] as const)('through sessions for %s', (kind) => {
    const apiErrorThrough = async (text: string, connectionString = url): Promise<ApiError | undefined> => {
      const { dataSource } = readShopConfig('postgres', connectionString);
      const driver = await openPostgres({ ...dataSource, connectionString });
      const statement: BoundStatement = { settings: {}, statement: { text, slots: [] }, values: [] };
      const running = driver[kind].use((session) =>
        'transaction' in session ? session.run(statement) : runOne(session, statement),
      );
      const error = await errorOf(running);
      await driver.close();
      return driver.classify(error).apiError;
    };
    const changedUrl = (change: (url: URL) => void): string => {
      const other = new URL(url);
      change(other);
      return other.href;
    };

    test.each([
      ["select 'x'::int", 'BadRequest'],
      ["insert into things values (1, 1, 'b', 2)", 'Conflict'],
      ['select pg_terminate_backend(pg_backend_pid())', 'Unavailable'],
      ['select * from missing', 'Unavailable'],
    ])('maps the error of "%s" to %s', async (text, code) => expect((await apiErrorThrough(text))?.code).toBe(code));

    test.each([
      ['a server', (other: URL) => Object.assign(other, { port: '1' })],
      ['a database', (other: URL) => Object.assign(other, { pathname: '/missing' })],
      ['a user', (other: URL) => Object.assign(other, { username: 'missing' })],
    ])('returns Unavailable if %s does not exist', async (_what, change) =>
      expect(await apiErrorThrough('select 1', changedUrl(change))).toMatchObject({ code: 'Unavailable', status: 503 }),
    );
  });

  test('treats all other errors as internal', async () => {
    expect(await apiErrorOf('selekt 1')).toBeUndefined();
    for (const fault of [new TypeError('x is not a function'), undefined, 'text', { code: 'ERR_ASSERTION' }]) {
      expect(readDatabaseError(fault)).toBeUndefined();
    }
  });
});
