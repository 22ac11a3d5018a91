import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiError } from '../../src/base/errors.ts';
import { classifyError } from '../../src/dialect/mysql/driver/open-mysql.ts';
import { CURSOR_ROW_DELETED } from '../../src/dialect/mysql-family/sql/cursors.ts';
import { FAILING_EXPRESSION } from '../../src/dialect/mysql-family/sql/failure/fail-if-truncated.ts';
import { Violation } from '../../src/store/violation.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { errorOf } from './errors-support.ts';

const readApiError = (error: unknown): ApiError | undefined => classifyError(error).apiError;

const tables = `
  create table parents (tenant int, id int, primary key (tenant, id));
  create table things (
    tenant int, id int, \`E, mail\` varchar(9), size smallint not null default 2, parent int, flag enum('a'), day datetime, form json,
    owed int not null default 0, latin varchar(9) character set latin1 unique, twice int as (owed * 2), place point,
    constraint primary key (tenant, id),
    constraint things_mail unique (\`E, mail\`, tenant),
    constraint things_day unique ((year(day))),
    constraint things_size check (size > 0), constraint things_owed check (owed < 9),
    constraint things_parent foreign key (tenant, parent) references parents (tenant, id)
  );
  insert into parents values (1, 1);
  insert into things (tenant, id, parent, \`E, mail\`, size, day) values (1, 1, 1, 'a', 1, '2024-01-01');
  create table needy (id int primary key, need int not null);
  create view big_things as select * from things where size > 100 with check option;
  create procedure refuse_it() signal sqlstate '23000' set message_text = 'Not on a Sunday.';
  create procedure refuse_by_number() signal sqlstate '45000' set mysql_errno = 4000, message_text = 'Not on a Sunday.'`;

describeOn('mysql', 'errors of MySQL', () => {
  let url: string;
  let connection: Connection;

  beforeAll(async () => {
    url = await createDatabase('mysql', 'errors', []);
    connection = await createConnection({ uri: url, multipleStatements: true });
    await connection.query(tables);
  });
  afterAll(() => connection.end());

  const apiErrorOf = async (text: string): Promise<ApiError | undefined> =>
    readApiError(await errorOf(connection.query(text)));
  const insert = (assignments: string): string => `insert into things set tenant = 1, id = 2, ${assignments}`;
  const table = 'things';

  test.each([
    ['insert into things set tenant = 1, id = 1, size = 2', 'Conflict', { table, constraint: 'PRIMARY' }],
    [insert("`E, mail` = 'a'"), 'Conflict', { table, constraint: 'things_mail' }],
    [insert("day = '2024-12-31'"), 'Conflict', { table, constraint: 'things_day' }],
    [insert('size = null'), 'ConstraintViolated', { columns: ['size'] }],
    ['insert into needy set id = 1', 'ConstraintViolated', { columns: ['need'] }],
    [insert('twice = 1'), 'ConstraintViolated', { columns: ['twice'] }],
    [insert('size = 0'), 'ConstraintViolated', { constraint: 'things_size' }],
    [insert('owed = 10'), 'ConstraintViolated', { constraint: 'things_owed' }],
    [
      insert('parent = 9'),
      'ConstraintViolated',
      { constraint: 'things_parent', table: 'things', columns: ['tenant', 'parent'] },
    ],
    [
      'delete from parents',
      'ConstraintViolated',
      { constraint: 'things_parent', table: 'things', columns: ['tenant', 'parent'] },
    ],
    [insert("`E, mail` = 'much too long'"), 'ConstraintViolated', { columns: ['E, mail'] }],
    [insert('size = 70000'), 'ConstraintViolated', { columns: ['size'] }],
    ['insert into big_things set tenant = 1, id = 2, size = 2', 'ConstraintViolated', {}],
    ['select 9223372036854775807 + 1', 'ConstraintViolated', { isOfExpression: true }],
    [insert("form = '{'"), 'BadRequest', { columns: ['form'] }],
    [insert("flag = 'b'"), 'BadRequest', { columns: ['flag'] }],
    [insert("day = '2024-02-30'"), 'BadRequest', { columns: ['day'] }],
    [insert("size = 'x'"), 'BadRequest', { columns: ['size'] }],
    [insert("latin = 'Ж'"), 'BadRequest', { columns: ['latin'] }],
    ["select id from things where latin = 'Ж'", 'BadRequest', {}],
    [insert("place = 'x'"), 'BadRequest', {}],
    ["select regexp_like('a', '(')", 'BadRequest', {}],
    ["select json_extract('{}', '$[')", 'BadRequest', {}],
    [
      "select json_quote(convert(x'ff' using utf8mb4)), convert(_binary x'ff' using utf8mb4) = _utf8mb4 x'ff'",
      'BadRequest',
      {},
    ],
    [`select ifnull(null, ${FAILING_EXPRESSION})`, 'LimitExceeded', undefined],
    [
      "select j from (select json_object('k', repeat('x', 700000)) j, 1 n union all select json_object(), 2) t order by n desc",
      'LimitExceeded',
      undefined,
    ],
    ['select exp(710)', 'ConstraintViolated', { isOfExpression: true }],
    [
      `select 9223372036854775807 + length(' ''${FAILING_EXPRESSION}''')`,
      'ConstraintViolated',
      { isOfExpression: true },
    ],
    ['select * from missing', 'Unavailable', undefined],
    ['select missing from things', 'Unavailable', undefined],
    ['start transaction read only; delete from things', 'ApplicationError', undefined],
    ['select /*+ max_execution_time(20) */ id + sleep(10) from things', 'DatabaseTimeout', undefined],
  ])('maps the error of "%s" to %s', async (text, code, details) => {
    const apiError = await apiErrorOf(text);
    await connection.query('rollback');
    expect(apiError).toMatchObject({ code });
    expect(apiError instanceof Violation ? apiError.violated : undefined).toEqual(details);
  });

  test('returns BadRequest for a cursor whose row is missing', async () => {
    const readMissingRow = `select (select 1 from json_table('{}', '$' columns (\`${CURSOR_ROW_DELETED}\` int path '$.row' error on empty)) g)`;
    expect(await apiErrorOf(readMissingRow)).toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('cursor'),
    });
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

  test('returns Unavailable for a locked row, and for a deadlock', async () => {
    const other = await createConnection({ uri: url, multipleStatements: true });
    await connection.query('create table locks (id int primary key); insert into locks values (1), (2)');
    const lock = (session: Connection, id: number, how = '') =>
      session.query(`select * from locks where id = ${id} for update ${how}`);
    await Promise.all([connection.query('begin'), other.query('begin')]);
    await Promise.all([lock(connection, 1), lock(other, 2)]);
    expect(readApiError(await errorOf(lock(connection, 2, 'nowait')))).toMatchObject({ code: 'Unavailable' });
    const results = await Promise.allSettled([lock(connection, 2), lock(other, 1)]);
    await Promise.all([connection.query('rollback'), other.query('rollback')]);
    await other.end();
    const failed = results.find((result) => result.status === 'rejected');
    expect(classifyError(failed?.reason)).toMatchObject({ apiError: { code: 'Unavailable' }, isRolledBack: true });
  });

  test('returns Unavailable for a session that ends, a missing server or database, and a rejected login', async () => {
    const unavailable = { apiError: { code: 'Unavailable', status: 503 }, isSessionLost: true };
    const ending = await createConnection(url);
    ending.on('error', () => undefined);
    await errorOf(ending.query('kill connection_id()'));
    expect(classifyError(await errorOf(ending.query('select 1')))).toMatchObject(unavailable);
    expect(classifyError(await errorOf(ending.query('select 1')))).toMatchObject(unavailable);
    const idle = await createConnection(url);
    idle.on('error', () => undefined);
    await idle.query('set session wait_timeout = 1');
    await expect
      .poll(async () => classifyError(await errorOf(idle.query('select 1'))), { timeout: 30_000, interval: 1_500 })
      .toMatchObject(unavailable);
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
      expect(readApiError(await connectionError(change))).toMatchObject(unavailable.apiError);
    }
  });

  test('treats all other errors as internal', async () => {
    expect(await apiErrorOf('selekt 1')).toBeUndefined();
  });
});
