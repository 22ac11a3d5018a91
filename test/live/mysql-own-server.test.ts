import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { classifyError as meaningOnMariadb } from '../../src/dialect/mariadb/driver/open-mariadb.ts';
import { classifyError as meaningOnMysql } from '../../src/dialect/mysql/driver/open-mysql.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startMysql } from '../support/mysql-server.ts';
import { describeOn } from '../support/servers.ts';
import type { DatabaseServer } from '../support/start-mysql-family.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { errorOf } from './errors-support.ts';

const serverVariants = {
  mariadb: { start: startMariadb, classify: meaningOnMariadb },
  mysql: { start: startMysql, classify: meaningOnMysql },
};

/** Lower-case table names; changes are logged as statements at first. */
const settings = ['lower-case-table-names=1', 'log-bin=binlog', 'server-id=1', 'binlog-format=STATEMENT'];

const MIB = 2 ** 20;

const tables = `
  create database Shop; use Shop;
  create table Customers (Id int auto_increment primary key, Name varchar(90), Words longtext, constraint One_Name unique (Name), constraint Some_Name check (Name <> 'nobody'));
  create table Orders (Id int primary key, CustomerId int, constraint Orders_Customer foreign key (CustomerId) references Customers (Id));
  create table Links (Customer int, Other int, primary key (Customer, Other), foreign key (Customer) references Customers (Id), foreign key (Other) references Customers (Id));
  create table Longs (Id int primary key, Words longtext default (repeat('x', ${3 * MIB})));
  create view Named as select Id, Name from Customers;
  insert into Customers (Name) values ('Ann'), ('Bob');
  insert into Orders values (1, 1), (2, 1);
  insert into Links values (1, 2);
  create user plain identified by 'plain'; grant all on Shop.* to plain;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = {
  Customer: {
    source: 'Customers',
    permissions,
    relationships: {
      orders: { hasMany: 'Order' },
      others: {
        hasMany: 'Customer',
        through: { object: 'LINKS', sourceOn: { Id: 'Customer' }, targetOn: { Other: 'Id' } },
      },
    },
  },
  Order: { source: 'orders', permissions, relationships: { customer: { belongsTo: 'Customer' } } },
  Essay: { source: 'LONGS', permissions },
  Named: { source: { object: 'NAMED', type: 'view', 'key-fields': ['Id'] }, permissions },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'with unusual settings', () => {
    const { start, classify: meaning } = serverVariants[name];
    let folder: string;
    /** Folder for temporary files of the server. */
    let sortFolder: string;
    let server: DatabaseServer;
    let session: Connection;
    let rest: ServedRest;
    /** The URL of a user with privileges only on the database. */
    let plainUrl: string;

    const bootShop = (): Promise<Application> =>
      bootFile({
        'data-source': { 'database-type': name, 'connection-string': plainUrl },
        runtime: { limits: { 'body-bytes': 20 * MIB } },
        entities,
      });

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      sortFolder = join(folder, 'sorts');
      await mkdir(sortFolder);
      await chmod(sortFolder, 0o777);
      const started = await start(join(folder, 'server'), { settings: [...settings, `tmpdir=${sortFolder}`] });
      if (started === undefined) throw new Error('The server is not installed.');
      server = started;
      session = await createConnection({ uri: server.connectionString, multipleStatements: true });
      await session.query('set session binlog_format = row; set global sql_auto_is_null = 1');
      await session.query(tables);
      const url = new URL(server.connectionString);
      [url.username, url.password, url.pathname] = ['plain', 'plain', '/Shop'];
      plainUrl = url.href;
      rest = await serveRest(await bootShop());
    });
    afterAll(async () => {
      expect(rest?.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await rest?.close();
      await session?.end();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const send = (method: string, path: string, body: object, on = rest) =>
      on.get(path, {}, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

    test('reports what to set if changes are logged as statements, and serves reads', async () => {
      const { status, body } = await send('POST', 'Customer', { Name: 'Cid' });
      expect([status, body.error]).toMatchObject([
        400,
        { code: 'ApplicationError', message: expect.stringContaining('binlog_format') },
      ]);
      expect((await rest.get('Customer', { $select: 'Name' })).body).toEqual({
        value: [{ Name: 'Ann' }, { Name: 'Bob' }],
      });
      // A session keeps its initial format, so the change is sent again in a new session.
      await session.query('set global binlog_format = row');
      expect(await send('POST', 'Customer', { Name: 'Cid' })).toMatchObject({ status: 201, body: { Name: 'Cid' } });
      await session.query("delete from Customers where Name = 'Cid'");
    });

    test('does not find the last generated ID by NULL', async () => {
      const document = `mutation {
        createCustomer(item: { Name: "Last" }) { Name }
        none: deleteCustomers(filter: { Id: { isNull: true } }) { affected }
        deleteCustomers(filter: { Name: { eq: "Last" } }) { affected }
      }`;
      const { body } = await rest.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: document }),
      });
      expect(body).toEqual({
        data: { createCustomer: { Name: 'Last' }, none: { affected: 0 }, deleteCustomers: { affected: 1 } },
      });
    });

    test('finds tables in any case if the server does, and rules name them', async () => {
      expect(
        (await rest.get('Customer', { $select: 'Name', $expand: 'orders($select=Id),others($select=Name)' })).body,
      ).toEqual({
        value: [
          { Name: 'Ann', orders: [{ Id: 1 }, { Id: 2 }], others: [{ Name: 'Bob' }] },
          { Name: 'Bob', orders: [], others: [] },
        ],
      });
      expect((await rest.get('Named/Id/2')).body).toEqual({ Id: 2, Name: 'Bob' });
      const errorOf = async (path: string, body: object) => (await send('POST', path, body)).body.error;
      expect(await errorOf('Order', { Id: 3, CustomerId: 9 })).toMatchObject({
        code: 'ConstraintViolated',
        details: { entity: 'Order', constraint: 'Orders_Customer', fields: ['CustomerId'] },
      });
      expect(await errorOf('Customer', { Name: 'Ann' })).toMatchObject({
        code: 'Conflict',
        details: { entity: 'Customer', constraint: 'One_Name', fields: ['Name'] },
      });
      expect(await errorOf('Customer', { Name: 'nobody' })).toMatchObject({
        code: 'ConstraintViolated',
        details: { entity: 'Customer', constraint: 'Some_Name', fields: ['Name'] },
      });
      expect((await send('POST', 'Order', { Id: 3, CustomerId: 2 })).status).toBe(201);
    });

    test('settings of the server neither lose nor reject changes, nor alter digits', async () => {
      await session.query(
        'set global completion_type = 1; set global sql_safe_updates = 1; set global div_precision_increment = 0',
      );
      const set = await serveRest(await bootShop());
      try {
        const graphql = async (query: string) => {
          const headers = { 'content-type': 'application/json' };
          const { body } = await set.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
          return body.data;
        };
        // Once in a transaction, then separately on the same session.
        expect(
          await graphql('mutation { createCustomer(item: { Name: "Deb", orders: [{ Id: 4 }] }) { orders { Id } } }'),
        ).toEqual({ createCustomer: { orders: [{ Id: 4 }] } });
        expect(await graphql('mutation { createOrders(items: [{ Id: 11 }, { Id: 12 }]) { affected } }')).toEqual({
          createOrders: { affected: 2 },
        });
        const [rows] = await session.query('select Id from Orders where Id > 3 order by Id');
        expect(rows).toEqual([{ Id: 4 }, { Id: 11 }, { Id: 12 }]);
        expect(
          await graphql('mutation { updateOrders(all: true, filter: {}, item: { CustomerId: 1 }) { affected } }'),
        ).toEqual({
          updateOrders: { affected: 6 },
        });
        expect(
          await graphql(
            '{ orders_connection(filter: { Id: { in: [1, 2, 4] } }) { groupBy(fields: []) { aggregations { avg(field: Id) } } } }',
          ),
        ).toEqual({ orders_connection: { groupBy: [{ aggregations: { avg: 2.3333333333333335 } }] } });
      } finally {
        await set.close();
        await session.query(
          'set global completion_type = 0; set global sql_safe_updates = 0; set global div_precision_increment = 4',
        );
      }
    });

    test('does not prepare statements if the server has reached its limit of prepared statements', async () => {
      await session.query('set global max_prepared_stmt_count = 0');
      const unprepared = await serveRest(await bootShop());
      try {
        for (let time = 1; time <= 7; time += 1) {
          const read = await unprepared.get('Order/2', { $select: 'Id' });
          const changed = await send('PATCH', 'Order/2', { CustomerId: time % 2 === 0 ? 1 : 2 }, unprepared);
          expect([time, read.status, changed.body]).toEqual([time, 200, { Id: 2, CustomerId: time % 2 === 0 ? 1 : 2 }]);
        }
      } finally {
        await unprepared.close();
        await session.query('set global max_prepared_stmt_count = 16382');
      }
    });

    test('reports that the server cannot write temporary files, but not their path', async () => {
      await session.query(
        `insert into Customers (Name) values ('0'); ${"insert into Customers (Name) select concat(repeat('x', 50), uuid()) from Customers; ".repeat(14)}`,
      );
      const sorting = await serveRest(await bootShop());
      try {
        const options = { $select: 'Name', $orderby: 'Name desc', $skip: 40_000, $first: 1000 };
        expect((await sorting.get('Named', options)).body.value).toHaveLength(1000);
        await chmod(sortFolder, 0o000);
        const { status, body } = await sorting.get('Named', options);
        expect([status, body.error]).toMatchObject([
          503,
          { code: 'Unavailable', message: expect.not.stringContaining('sorts') },
        ]);
      } finally {
        await chmod(sortFolder, 0o777);
        await sorting.close();
        await session.query('delete from Customers where Id > 4');
      }
    });

    test('reports that there are too many sessions of the server or of an account', async () => {
      const open: Connection[] = [];
      const fill = async (): Promise<unknown> => {
        for (;;) open.push(await createConnection(plainUrl));
      };
      const end = () => Promise.all(open.splice(0).map((connection) => connection.end()));
      await session.query('set global max_connections = 12');
      const full = await errorOf(fill());
      await end();
      await session.query('set global max_connections = 100; alter user plain with max_user_connections 8');
      const many = await errorOf(fill());
      await end();
      await session.query('alter user plain with max_user_connections 0');
      expect([full, many]).toMatchObject([{ errno: 1040 }, { errno: 1226 }]);
      for (const error of [full, many]) expect(meaning(error)).toMatchObject({ apiError: { code: 'Unavailable' } });
    });

    test('reports a request longer than a packet, and changes nothing', async () => {
      await session.query(`insert into Longs values (1, repeat('x', ${3 * MIB}))`);
      await session.query(`set global max_allowed_packet = ${2 * MIB}`);
      const small = await serveRest(await bootShop());
      try {
        const errorOf = async (method: string, path: string, body: object) => {
          const answer = await send(method, path, body, small);
          return [answer.status, answer.body.error?.code];
        };
        expect(await errorOf('POST', 'Essay', { Id: 2 })).toEqual([400, 'LimitExceeded']);
        // The server closes the session on such a request.
        const long = { Words: 'y'.repeat(3 * MIB) };
        expect(await errorOf('POST', 'Essay', { Id: 3, ...long })).toEqual([400, 'LimitExceeded']);
        expect((await small.get('Essay/1')).body.error.code).toBe('LimitExceeded');
        expect((await small.get('Essay', { $select: 'Id' })).body).toEqual({ value: [{ Id: 1 }] });
        const short = { Id: 4, Words: 'z'.repeat(1.9 * MIB) };
        expect((await send('POST', 'Essay', short, small)).body).toEqual(short);
        expect(await errorOf('PATCH', 'Essay/4', long)).toEqual([400, 'LimitExceeded']);
        expect((await small.get('Essay/4')).body).toEqual(short);
        expect(small.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      } finally {
        await small.close();
      }
    });
  });
});
