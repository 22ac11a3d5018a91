import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

/** Names unique to this test: a waiting session is found by its statement. */
const tables = `
  create table waited_wares (id int primary key, stock int not null, note varchar(20));
  create table waited_bids (id int auto_increment primary key, ware_id int not null, foreign key (ware_id) references waited_wares (id));
  create table impatient_wares (id int auto_increment primary key, note varchar(20));
  create trigger impatience before insert on impatient_wares for each row set @@session.innodb_lock_wait_timeout = 1;`;

const permissions = [
  { role: 'anonymous', actions: ['*'] },
  { role: 'seller', actions: ['read', { action: 'update', policy: { database: '@item.stock gt 0' } }] },
];
const entities = {
  Ware: { source: 'waited_wares', permissions, relationships: { bids: { hasMany: 'Bid', on: { id: 'ware_id' } } } },
  Bid: {
    source: 'waited_bids',
    permissions: [
      { role: 'anonymous', actions: ['read'] },
      { role: 'seller', actions: ['read'] },
    ],
  },
  Impatient: { source: 'impatient_wares', permissions: [{ role: 'anonymous', actions: ['*'] }] },
};

const seller = { role: 'seller', claims: {} };

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'transactions', () => {
    let app: Application;
    /** The session that holds a lock. */
    let holder: Connection;

    beforeAll(async () => {
      app = await (await bootTables(server, 'family_transactions', tables, entities))();
      holder = await connectTo(server, 'family_transactions');
    });
    afterAll(() => Promise.all([app?.close(), holder?.end()]));
    beforeEach(async () => {
      await holder.query(
        'rollback; delete from waited_bids; delete from waited_wares; insert into waited_wares values (1, 7, null), (2, 7, null), (3, 7, null)',
      );
    });

    const rows = async (text: string) => (await holder.query<RowDataPacket[]>(text))[0];
    const waitUntilWaiting = () =>
      expect
        .poll(
          async () => {
            const [row] = await rows(
              "select count(*) as n from information_schema.innodb_trx where trx_state = 'LOCK WAIT' and trx_query like '%waited_wares%'",
            );
            return row?.n;
          },
          // InnoDB refreshes its transaction table only after 0.1 s without queries.
          { timeout: 60_000, interval: 150 },
        )
        .toBe(1);

    /** Returns the response of an operation that waits for a lock while these changes are made. */
    async function once(changes: string, document: string, identity?: typeof seller): Promise<unknown> {
      await holder.query(`begin; ${changes}`);
      const answered = execute(app, document, '{}', identity).then(JSON.parse);
      answered.catch(() => undefined);
      await waitUntilWaiting();
      await holder.query('commit');
      return answered;
    }

    test('run at the isolation level of the service, not of the server', async () => {
      const [level] = await rows(
        "show global variables where variable_name in ('tx_isolation', 'transaction_isolation')",
      );
      expect(level?.Value).toBe('REPEATABLE-READ');
    });

    test('see changes committed while they waited for a lock, also in later reads', async () => {
      const changes = 'update waited_wares set stock = 5 where id = 2; insert into waited_bids (ware_id) values (2)';
      const item = (id: number) => `updateWare(id: ${id}, item: { note: "x" }) { stock bids { ware_id } }`;
      expect(await once(changes, `mutation { a: ${item(1)} b: ${item(2)} }`)).toEqual({
        a: { stock: 7, bids: [] },
        b: { stock: 5, bids: [{ ware_id: 2 }] },
      });
    });

    test('check policies against rows committed while they waited for a lock', async () => {
      const item = (id: number) => `updateWare(id: ${id}, item: { note: "x" }) { id }`;
      const answered = once(
        'update waited_wares set stock = 0 where id = 2',
        `mutation { a: ${item(1)} b: ${item(2)} }`,
        seller,
      );
      await expect(answered).rejects.toMatchObject({ code: 'Forbidden', details: { path: ['b'] } });
      expect(await rows('select distinct note from waited_wares')).toEqual([{ note: null }]);
    });

    test.each([
      ['deleted', 'deleteWares(filter: { stock: { eq: 7 } }) { affected items { id } }'],
      ['changed', 'updateWares(filter: { stock: { eq: 7 } }, item: { note: "x" }) { affected items { id } }'],
    ])('skip rows that no longer match after waiting, so they are not %s', async (_, field) => {
      expect(await once('update waited_wares set stock = 8 where id = 2', `mutation { of: ${field} }`)).toEqual({
        of: { affected: 2, items: [{ id: 1 }, { id: 3 }] },
      });
      expect(await rows('select stock, note from waited_wares where id = 2')).toEqual([{ stock: 8, note: null }]);
    });

    test('affect rows that already have the new values', async () => {
      for (let times = 0; times < 2; times += 1) {
        expect(
          await execute(
            app,
            'mutation { of: updateWares(filter: { id: { gt: 1 } }, item: { stock: 7 }) { affected } }',
          ),
        ).toBe('{"of":{"affected":2}}');
        expect(await execute(app, 'mutation { of: updateWare(id: 1, item: { stock: 7 }) { stock } }')).toBe(
          '{"of":{"stock":7}}',
        );
      }
    });

    test('are run again after being the victim of a deadlock', async () => {
      // The server ends the transaction with fewer changes.
      const many = Array.from({ length: 60 }, (_, index) => `(${index + 100}, 1, null)`);
      await holder.query(
        `begin; insert into waited_wares values ${many}; update waited_wares set stock = 5 where id = 2`,
      );
      const item = (id: number) => `updateWare(id: ${id}, item: { note: "x" }) { stock }`;
      const answered = execute(app, `mutation { a: ${item(1)} b: ${item(2)} }`);
      await waitUntilWaiting();
      await holder.query('update waited_wares set stock = 6 where id = 1');
      await holder.query('commit');
      expect(await answered).toBe('{"a":{"stock":6},"b":{"stock":5}}');
    });

    test('report a lock timeout, and change nothing', async () => {
      await holder.query('begin; update waited_wares set stock = 5 where id = 2');
      const document =
        'mutation { createImpatient(item: { note: "x" }) { id } updateWare(id: 2, item: { note: "x" }) { id } }';
      await expect(execute(app, document)).rejects.toMatchObject({
        code: 'Unavailable',
        message: 'The database is busy. Try again later. Nothing was changed. You can send the request again.',
      });
      await holder.query('rollback');
      expect(await rows('select id from impatient_wares')).toEqual([]);
    });
  });
});
