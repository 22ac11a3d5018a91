import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError } from '../../src/base/errors.ts';
import { classifyError } from '../../src/dialect/mariadb/driver/open-mariadb.ts';
import { CURSOR_ROW_DELETED } from '../../src/dialect/mysql-family/sql/cursors.ts';
import { FAILING_EXPRESSION } from '../../src/dialect/mysql-family/sql/failure/fail-if-truncated.ts';
import { Violation } from '../../src/store/violation.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';

const readApiError = (error: unknown): ApiError | undefined => classifyError(error).apiError;

const tables = `
  create table things (
    tenant int, id int, \`E, mail\` varchar(9), size smallint not null default 2, parent int, flag enum('a'), day datetime, form json, owed int not null default 0,
    constraint primary key (tenant, id),
    constraint things_mail unique (\`E, mail\`, tenant),
    constraint things_size check (size > 0), constraint things_owed check (owed < 9),
    constraint things_parent foreign key (tenant, parent) references things (tenant, id)
  );
  insert into things (tenant, id, \`E, mail\`, size) values (1, 1, 'a', 1);
  create table numbered (id tinyint auto_increment primary key);
  create table needy (id int primary key, need int not null);
  create table said (words varchar(99) primary key);
  create view big_things as select * from things where size > 100 with check option;
  create procedure refuse_it() signal sqlstate '23000' set message_text = 'Not on a Sunday.';
  create procedure refuse_by_number() signal sqlstate '45000' set mysql_errno = 4000, message_text = 'Not on a Sunday.'`;

describeOn('mariadb', 'errors of MariaDB', () => {
  let url: string;
  let connection: Connection;

  beforeAll(async () => {
    url = await createDatabase('mariadb', 'errors', []);
    connection = await createConnection({ uri: url, multipleStatements: true });
    await connection.query(tables);
  });
  afterAll(() => connection.end());

  const apiErrorOf = async (text: string): Promise<ApiError | undefined> =>
    readApiError(await errorOf(connection.query(text)));
  const insert = (assignments: string): string => `insert into things set tenant = 1, id = 2, ${assignments}`;

  test.each([
    ['insert into things set tenant = 1, id = 1, size = 2', 'Conflict', { constraint: 'PRIMARY' }],
    [insert("`E, mail` = 'a'"), 'Conflict', { constraint: 'things_mail' }],
    [
      `insert into said values ('${CURSOR_ROW_DELETED}'), ('${CURSOR_ROW_DELETED}')`,
      'Conflict',
      { constraint: 'PRIMARY' },
    ],
    [insert('size = null'), 'ConstraintViolated', { columns: ['size'] }],
    ['insert into needy set id = 1', 'ConstraintViolated', { columns: ['need'] }],
    [insert('size = 0'), 'ConstraintViolated', { constraint: 'things_size', table: 'things' }],
    [insert('owed = 10'), 'ConstraintViolated', { constraint: 'things_owed', table: 'things' }],
    [insert("form = '{'"), 'ConstraintViolated', { constraint: 'form', table: 'things', columns: ['form'] }],
    [
      insert('parent = 9'),
      'ConstraintViolated',
      { constraint: 'things_parent', table: 'things', columns: ['tenant', 'parent'] },
    ],
    [
      `begin; ${insert('parent = 1, size = 3; delete from things where id = 1')}`,
      'ConstraintViolated',
      { constraint: 'things_parent', table: 'things', columns: ['tenant', 'parent'] },
    ],
    ['insert into numbered values (127), (default)', 'ConstraintViolated', { columns: ['id'] }],
    [insert("`E, mail` = 'much too long'"), 'ConstraintViolated', { columns: ['E, mail'] }],
    [insert('size = 70000'), 'ConstraintViolated', { columns: ['size'] }],
    ['insert into big_things set tenant = 1, id = 2, size = 2', 'ConstraintViolated', { table: 'big_things' }],
    ['select 9223372036854775807 + 1', 'ConstraintViolated', { isOfExpression: true }],
    [`select ifnull(null, ${FAILING_EXPRESSION})`, 'LimitExceeded', undefined],
    ['select exp(710)', 'ConstraintViolated', { isOfExpression: true }],
    [
      `select 9223372036854775807 + length(' ''${FAILING_EXPRESSION}''')`,
      'ConstraintViolated',
      { isOfExpression: true },
    ],
    [insert("flag = 'b'"), 'BadRequest', { columns: ['flag'] }],
    [insert("day = '2024-02-30'"), 'BadRequest', { table: 'things', columns: ['day'] }],
    [insert("size = 'x'"), 'BadRequest', { table: 'things', columns: ['size'] }],
    ["select 'a' regexp '('", 'BadRequest', {}],
    ['select * from missing', 'Unavailable', undefined],
    ['select missing from things', 'Unavailable', undefined],
    ['start transaction read only; delete from things', 'ApplicationError', undefined],
    ['set statement max_statement_time = 0.02 for select sleep(10)', 'DatabaseTimeout', undefined],
  ])('maps the error of "%s" to %s', async (text, code, details) => {
    const apiError = await apiErrorOf(text);
    await connection.query('rollback');
    expect(apiError).toMatchObject({ code });
    expect(apiError instanceof Violation ? apiError.violated : undefined).toEqual(details);
  });

  test('keeps the message of SIGNAL for every SQLSTATE and error number', async () => {
    const expected = { code: 'ApplicationError', message: 'Not on a Sunday.', status: 400 };
    expect(await apiErrorOf('call refuse_it()')).toMatchObject(expected);
    expect(await apiErrorOf('call refuse_by_number()')).toMatchObject(expected);
  });

  test('messages of constraint violations contain no database names or values', async () => {
    const apiError = await apiErrorOf("insert into things set tenant = 1, id = 1, size = 2, `E, mail` = 'secret'");
    expect(apiError?.message).not.toMatch(/things|secret|tenant/);
    expect(apiError?.cause).toMatchObject({ errno: 1062 });
  });

  test('returns Unavailable for a deadlock', async () => {
    const other = await createConnection({ uri: url, multipleStatements: true });
    await connection.query('create table locks (id int primary key); insert into locks values (1), (2)');
    const lock = (session: Connection, id: number) => session.query(`select * from locks where id = ${id} for update`);
    await Promise.all([connection.query('begin'), other.query('begin')]);
    await Promise.all([lock(connection, 1), lock(other, 2)]);
    const results = await Promise.allSettled([lock(connection, 2), lock(other, 1)]);
    await Promise.all([connection.query('rollback'), other.query('rollback')]);
    await other.end();
    const failed = results.find((result) => result.status === 'rejected');
    expect(readApiError(failed?.reason)).toMatchObject({ code: 'Unavailable' });
  });

  test('returns Unavailable for a locked row, and for too many sessions of an account', async () => {
    const other = await createConnection({ uri: url, multipleStatements: true });
    await other.query(
      'create or replace table held (id int primary key); insert into held values (1); begin; delete from held',
    );
    const waited = await apiErrorOf('set statement innodb_lock_wait_timeout = 0 for delete from held');
    expect(waited).toMatchObject({ code: 'Unavailable' });
    await other.query("create or replace user few identified by 'few' with max_user_connections 1");
    await other.end();
    const parts = new URL(url);
    [parts.username, parts.password, parts.pathname] = ['few', 'few', '/'];
    const first = await createConnection(parts.href);
    expect(readApiError(await errorOf(createConnection(parts.href)))).toMatchObject({ code: 'Unavailable' });
    await first.end();
  });

  test('returns Unavailable for a session that ends, a missing server or database, and a rejected login', async () => {
    const unavailable = { code: 'Unavailable', status: 503 };
    const ending = await createConnection(url);
    ending.on('error', () => undefined);
    expect(readApiError(await errorOf(ending.query('kill connection_id()')))).toMatchObject(unavailable);
    expect(readApiError(await errorOf(ending.query('select 1')))).toMatchObject(unavailable);
    expect(readApiError(await errorOf(ending.query('select 1')))).toMatchObject(unavailable);
    const connectionError = (change: (parts: URL) => void): Promise<unknown> => {
      const parts = new URL(url);
      change(parts);
      return errorOf(createConnection(parts.href));
    };
    for (const change of [
      (parts: URL) => (parts.port = '1'),
      (parts: URL) => (parts.pathname = '/missing'),
      (parts: URL) => (parts.password = 'wrong'),
    ]) {
      expect(readApiError(await connectionError(change))).toMatchObject(unavailable);
    }
  });

  test('treats all other errors as internal', async () => {
    expect(await apiErrorOf('selekt 1')).toBeUndefined();
    for (const fault of [new TypeError('x is not a function'), undefined, 'text', { errno: 1062 }]) {
      expect(readApiError(fault)).toBeUndefined();
    }
  });
});
