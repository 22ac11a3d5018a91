import mysql, { type Pool } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MariadbSession } from '../../src/dialect/mariadb/driver/mariadb-session.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';

describeOn('mariadb', 'a session of MariaDB', () => {
  let pool: Pool;

  beforeAll(async () => {
    pool = mysql.createPool(await createDatabase('mariadb', 'mariadb_session', []));
    await pool.query('create table changes (id int primary key)');
  });
  afterAll(() => pool.end());

  test('commits each statement by itself, though the server may have it otherwise', async () => {
    const connection = await pool.getConnection();
    await connection.query('set session autocommit = 0');
    const session = new MariadbSession(connection, { prepared: true, statementTimeout: 30_000 });
    await session.setUp();
    await session.run({ settings: {}, statement: { text: 'insert into changes values (1)', slots: [] }, values: [] });
    const [rows] = await pool.query('select id from changes');
    expect(rows).toEqual([{ id: 1 }]);
    connection.release();
  });
});
