import { Client } from 'pg';
import { createPool, sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal } from '../../src/base/errors.ts';
import { readDatabaseError } from '../../src/dialect/postgres/errors.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
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

  const refusalOf = async (text: string): Promise<Refusal | undefined> =>
    readDatabaseError(await errorOf(client.query(text)));

  test.each([
    [
      "insert into things values (1, 1, 'b', 2)",
      'Conflict',
      { constraint: 'things_pk', table: 'things', columns: ['tenant', 'id'] },
    ],
    [
      "insert into things values (1, 2, 'a', 2)",
      'Conflict',
      { constraint: 'things_mail', table: 'things', columns: ['E, mail', 'tenant'] },
    ],
    [
      "insert into things values (1, 2, 'b', 2, null, 'X')",
      'Conflict',
      { constraint: 'things_lower', table: 'things' },
    ],
    ["insert into things values (1, 2, 'b', null)", 'ConstraintViolated', { table: 'things', columns: ['size'] }],
    ["insert into things values (1, 2, 'b', 0)", 'ConstraintViolated', { constraint: 'things_size', table: 'things' }],
    [
      "insert into things values (1, 2, 'b', 2, 9)",
      'ConstraintViolated',
      { constraint: 'things_parent', table: 'things', columns: ['tenant', 'parent'] },
    ],
    ['insert into things values (1, 2, null, 1)', 'ConstraintViolated', { constraint: 'things_apart' }],
    ["insert into things values (1, 2, 'b', 2, null, 'long')", 'ConstraintViolated', undefined],
    ['insert into things values (1, 2, null, 70000)', 'ConstraintViolated', undefined],
    ['insert into big_things values (1, 2, null, 2)', 'ConstraintViolated', undefined],
    ["select 'x'::int", 'BadRequest', undefined],
    ["select '2024-02-30'::date", 'BadRequest', undefined],
    ["select 'x'::timestamptz", 'BadRequest', undefined],
    ["select '{'::jsonb", 'BadRequest', undefined],
    ['select 1 / 0', 'BadRequest', undefined],
    ["select 'a' ~ '('", 'BadRequest', undefined],
    ['select * from missing', 'Unavailable', undefined],
    ['select missing from things', 'Unavailable', undefined],
    ['select * from missing.things', 'Unavailable', undefined],
    ["select repeat('[', 1000000)::jsonb", 'LimitExceeded', undefined],
    ['select * from pg_authid', 'Forbidden', undefined],
    ['begin read only; insert into things values (1, 2)', 'Unavailable', undefined],
    ['rollback; set statement_timeout = 20; select pg_sleep(10)', 'DatabaseTimeout', undefined],
  ])('%s: %s', async (text, code, details) => {
    const refusal = await refusalOf(text);
    await client.query('rollback; reset statement_timeout');
    expect(refusal).toMatchObject({ code });
    expect(refusal?.details ?? {}).toMatchObject(details ?? {});
    if (details === undefined) expect(refusal?.details?.columns).toBeUndefined();
  });

  test('what was raised on purpose keeps its message, whatever its code', async () => {
    const expected = { code: 'ApplicationError', message: 'Not on a Sunday.', status: 400 };
    expect(await refusalOf('select refuse_it()')).toMatchObject(expected);
    expect(await refusalOf("do $$ begin raise 'Not on a Sunday.'; end $$")).toMatchObject(expected);
  });

  test('no other message tells anything of the database', async () => {
    const refusal = await refusalOf("insert into things values (1, 1, 'secret', 2)");
    expect(refusal?.message).not.toMatch(/things|secret|tenant/);
    expect(JSON.stringify(refusal?.details)).not.toMatch(/secret/);
    expect(refusal?.cause).toMatchObject({ code: '23505' });
  });

  test('a statement that was prepared before its table changed', async () => {
    await client.query('create table changing (a int)');
    const query = { name: 'changing', text: 'select * from changing' };
    await client.query(query);
    await client.query('alter table changing add column b int');
    expect(readDatabaseError(await errorOf(client.query(query)))).toMatchObject({ code: 'Unavailable' });
  });

  test('a deadlock and a serialization failure', async () => {
    const other = new Client(url);
    await other.connect();
    const both = (text: string) => Promise.all([client.query(text), other.query(text)]);
    await client.query('create table counters (n int); insert into counters values (1)');
    await both('begin isolation level repeatable read; select * from counters');
    await other.query('update counters set n = 2; commit');
    expect(await refusalOf('update counters set n = 3')).toMatchObject({ code: 'Unavailable' });
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

  test('a session that ends, a server or a database that is not there', async () => {
    const ending = new Client(url);
    ending.on('error', () => undefined);
    await ending.connect();
    const away = { code: 'Unavailable', status: 503 };
    const ended = await errorOf(ending.query('select pg_terminate_backend(pg_backend_pid())'));
    expect(readDatabaseError(ended)).toMatchObject(away);
    expect(readDatabaseError(await errorOf(ending.query('select 1')))).toMatchObject(away);
    const nowhere = await errorOf(new Client('postgres://x@127.0.0.1:1/x').connect());
    expect(readDatabaseError(nowhere)).toMatchObject(away);
    const missing = new URL(url);
    missing.pathname = '/missing';
    expect(readDatabaseError(await errorOf(new Client(missing.href).connect()))).toMatchObject(away);
  });

  test('through slonik', async () => {
    const pool = await createPool(url, { typeParsers: [], connectionRetryLimit: 0 });
    const codeOf = async (query: Parameters<typeof pool.query>[0]): Promise<string | undefined> =>
      readDatabaseError(await errorOf(pool.query(query)))?.code;
    expect(await codeOf(sql.unsafe`select 'x'::int`)).toBe('BadRequest');
    expect(await codeOf(sql.unsafe`insert into things values (1, 1, 'b', 2)`)).toBe('Conflict');
    expect(await codeOf(sql.unsafe`select pg_terminate_backend(pg_backend_pid())`)).toBe('Unavailable');
    expect(await codeOf(sql.unsafe`select * from missing`)).toBe('Unavailable');
    await pool.end();
  });

  test('everything else is a fault of ours', async () => {
    expect(await refusalOf('selekt 1')).toBeUndefined();
    for (const fault of [new TypeError('x is not a function'), undefined, 'text', { code: 'ERR_ASSERTION' }]) {
      expect(readDatabaseError(fault)).toBeUndefined();
    }
  });
});
