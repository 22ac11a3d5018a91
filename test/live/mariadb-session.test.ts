import { Socket } from 'node:net';
import { createConnection } from 'mysql2';
import mysql, { type Pool } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mariadbSession } from '../../src/dialect/mariadb/driver/open-mariadb.ts';
import { Rights } from '../../src/dialect/mysql-family/driver/connect-options.ts';
import { Mysql2Session } from '../../src/dialect/mysql-family/driver/mysql2-session.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

describeOn('mariadb', 'a session of MariaDB', () => {
  let url: string;
  let pool: Pool;

  beforeAll(async () => {
    url = await createDatabase('mariadb', 'mariadb_session', []);
    pool = mysql.createPool(url);
    await pool.query('create table changes (id int primary key)');
  });
  afterAll(() => pool.end());

  test('commits each statement separately, even if the server disables autocommit', async () => {
    const connection = createConnection(url);
    await connection.promise().query('set session autocommit = 0');
    const source = { ...readShopConfig('mariadb', url).dataSource, connectionString: url };
    const session = new Mysql2Session(connection, new Socket(), {
      source,
      variant: mariadbSession,
      uses: undefined,
      rights: new Rights(),
      packet: { max: undefined },
      kill: async () => undefined,
    });
    await session.setUp();
    await session.run({ settings: {}, statement: { text: 'insert into changes values (1)', slots: [] }, values: [] });
    const [rows] = await pool.query('select id from changes');
    expect(rows).toEqual([{ id: 1 }]);
    connection.destroy();
  });
});
