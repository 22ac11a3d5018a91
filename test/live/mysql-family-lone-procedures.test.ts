import { setTimeout } from 'node:timers/promises';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mysql-family-support.ts';

const tables = `
  create table sales (id int auto_increment primary key, customer varchar(20) not null, amount decimal(8,2) not null unique);
  create table pairs (id int primary key, n int not null);
  create procedure rewards_report(in lowest decimal(8,2), out winners int) reads sql data
  begin
    create temporary table totals (customer varchar(20) primary key, total decimal(10,2));
    insert into totals select customer, sum(amount) from sales group by customer;
    set winners = (select count(*) from totals where total >= lowest);
    drop temporary table totals;
  end;
  create procedure totals() reads sql data
  begin
    create temporary table totals (customer varchar(20), total decimal(10,2));
    insert into totals select customer, sum(amount) from sales group by customer;
    select * from totals order by customer;
    drop temporary table totals;
  end;
  create procedure dropped_totals() reads sql data
  begin
    create temporary table totals (customer varchar(20), total decimal(10,2));
    insert into totals select customer, sum(amount) from sales group by customer;
    select * from totals order by customer;
    drop table totals;
  end;
  create procedure left_totals() reads sql data
  begin
    create temporary table left_behind (total decimal(10,2));
    insert into left_behind select sum(amount) from sales;
    set @left = 1, session sql_mode = '';
    select * from left_behind;
  end;
  create procedure left_settings(out left_ int, out mode_ varchar(200)) set left_ = @left, mode_ = @@session.sql_mode;
  create procedure writes_while_reading() reads sql data insert into sales (customer, amount) values ('Read', 1000);
  create procedure sells(amount decimal(8,2)) begin insert into sales (customer, amount) values ('Sold', amount); end;
  create procedure sells_twice() begin
    insert into sales (customer, amount) values ('Once', 50);
    insert into sales (customer, amount) values ('Twice', 50);
  end;
  create procedure commits() begin
    insert into sales (customer, amount) values ('Before', 60);
    commit;
    insert into sales (customer, amount) values ('After', 61);
  end;
  create procedure rolls_back() begin insert into sales (customer, amount) values ('Back', 62); rollback; end;
  create procedure own_transaction() begin
    declare exit handler for sqlexception begin rollback; resignal; end;
    set transaction isolation level serializable;
    start transaction;
    insert into sales (customer, amount) values ('Own', 63);
    commit;
  end;
  create procedure leaves_open() begin start transaction; insert into sales (customer, amount) values ('Open', 64); end;
  create procedure fails_after_commit() begin
    insert into sales (customer, amount) values ('Stays', 65);
    commit;
    insert into sales (customer, amount) values ('Goes', 66);
    signal sqlstate '45000' set message_text = 'Out of stock';
  end;
  create procedure violates_after_commit() begin
    insert into sales (customer, amount) values ('Stays', 67);
    commit;
    insert into sales (customer, amount) values ('Goes', 67);
  end;
  create procedure fails() begin
    insert into sales (customer, amount) values ('Goes', 68);
    signal sqlstate '45000' set message_text = 'Out of stock.';
  end;
  create procedure waits_after_commit() begin
    insert into sales (customer, amount) values ('Stays', 69);
    commit;
    insert into sales (customer, amount) values ('Goes', 70);
    update pairs set n = 7 where id = 1;
  end;
  create procedure waits() begin
    insert into sales (customer, amount) values ('Goes', 71);
    update pairs set n = 7 where id = 1;
  end;
  create procedure add_to_pair(first_id int, second_id int) begin
    update pairs set n = n + 1 where id = first_id;
    do sleep(0.2);
    update pairs set n = n + 1 where id = second_id;
  end;
  create procedure commit_and_add(first_id int, second_id int) begin
    insert into pairs values (100 + first_id, 0);
    commit;
    update pairs set n = n + 1 where id = first_id;
    do sleep(0.2);
    update pairs set n = n + 1 where id = second_id;
  end;
`;

const permissions = [{ role: 'anonymous', actions: ['execute'] }];
const run = (object: string, more: object = {}) => ({
  source: { object, type: 'stored-procedure' },
  permissions,
  ...more,
});
const asQuery = { graphql: { operation: 'query' } };

const entities = {
  Sale: { source: 'sales', permissions: [{ role: 'anonymous', actions: ['*'] }] },
  RewardsReport: run('rewards_report'),
  RewardsToRead: run('rewards_report', asQuery),
  Totals: run('totals'),
  TotalsToRead: run('totals', { ...asQuery, rest: { methods: ['get'] } }),
  DroppedTotals: run('dropped_totals'),
  DroppedToRead: run('dropped_totals', asQuery),
  LeftTotals: run('left_totals'),
  LeftToRead: run('left_totals', asQuery),
  LeftSettings: run('left_settings'),
  WritesToRead: run('writes_while_reading', asQuery),
  WritesByGet: run('writes_while_reading', { rest: { methods: ['get'] } }),
  Sells: run('sells'),
  SellsTwice: run('sells_twice'),
  Commits: run('commits'),
  RollsBack: run('rolls_back'),
  OwnTransaction: run('own_transaction'),
  LeavesOpen: run('leaves_open'),
  FailsAfterCommit: run('fails_after_commit'),
  ViolatesAfterCommit: run('violates_after_commit'),
  Fails: run('fails'),
  WaitsAfterCommit: run('waits_after_commit'),
  Waits: run('waits'),
  AddToPair: run('add_to_pair'),
  CommitAndAdd: run('commit_and_add'),
};

const STAYS = 'may have committed changes before';

describe.each([
  ['mariadb', true],
  ['mysql', true],
  ['mysql', false],
] as const)('on %s, with prepared statements: %s', (server, prepared) => {
  describeOn(server, 'a procedure that runs alone in its request', () => {
    const database = `family_lone_procedures_${prepared}`;
    let app: Application;
    /** One session for changes; statements time out after a second. */
    let narrow: Application;
    let client: Connection;
    let holder: Connection;

    beforeAll(async () => {
      const start = await bootTables(server, database, tables, entities);
      app = await start((config) => ({ ...config, dataSource: { ...config.dataSource, prepared } }));
      narrow = await start((config) => {
        const { dataSource } = config;
        const pool = { ...dataSource.pool, max: 2, changes: 1 };
        return { ...config, dataSource: { ...dataSource, prepared, pool, statementTimeoutMs: 1000 } };
      });
      client = await connectTo(server, database);
      holder = await connectTo(server, database);
    });
    afterAll(() => Promise.all([app?.close(), narrow?.close(), client?.end(), holder?.end()]));
    beforeEach(async () => {
      await client.query(`delete from sales; delete from pairs; insert into pairs values (1, 0), (2, 0);
        insert into sales (customer, amount) values ('Ann', 10), ('Ann', 20), ('Bob', 5)`);
    });

    const soldTo = async (): Promise<readonly string[]> => {
      const [rows] = await client.query<RowDataPacket[]>(
        "select customer from sales where customer not in ('Ann', 'Bob') order by id",
      );
      return rows.map(({ customer }) => customer);
    };
    /** Runs work while a row is locked that procedures wait for. */
    const whileLocked = async (work: () => Promise<void>): Promise<void> => {
      await holder.query('start transaction; select n from pairs where id = 1 for update');
      await work().finally(() => holder.query('rollback'));
    };
    const run = (field: string, on = app): Promise<string> => execute(on, `mutation { result: execute${field} }`);
    const totals = '[{"result":{"customer":"Ann","total":30.00}},{"result":{"customer":"Bob","total":5.00}}]';

    test.each([
      ['mutation { rows: executeTotals { result } }', totals],
      ['mutation { rows: executeDroppedTotals { result } }', totals],
      ['mutation { rows: executeRewardsReport(lowest: 10) { winners } }', '[{"winners":1}]'],
      ['{ rows: executeTotalsToRead { result } }', totals],
      ['{ rows: executeDroppedToRead { result } }', totals],
      ['{ rows: executeRewardsToRead(lowest: 1) { winners } }', '[{"winners":2}]'],
    ])('uses a temporary table repeatedly: %s', async (document, rows) => {
      for (let times = 0; times < 5; times += 1) expect(await execute(narrow, document)).toBe(`{"rows":${rows}}`);
    });

    test.each(['mutation { executeLeftTotals { result } }', '{ executeLeftToRead { result } }'])(
      'leaves no temporary table, variable, or setting to the next request: %s',
      async (document) => {
        for (let times = 0; times < 3; times += 1) expect(await execute(narrow, document)).toContain('"total":35.00');
        expect(await run('LeftSettings { left_ mode_ }', narrow)).toMatch(
          /"left_":null,"mode_":"[^"]*STRICT_TRANS_TABLES/,
        );
      },
    );

    test('runs as a report by GET, and caches may revalidate the response', async () => {
      const http = createServer(app, pino({ level: 'silent' }));
      const [first, again] = [await http.inject('/api/TotalsToRead'), await http.inject('/api/TotalsToRead')];
      expect([first.statusCode, first.body]).toEqual([200, `{"value":${totals}}`]);
      expect(again.headers.etag).toBe(first.headers.etag);
      expect(first.headers.etag).toMatch(/^W\//);
    });

    test('runs as two reports in one query', async () => {
      expect(
        await execute(app, '{ a: executeTotalsToRead { result } b: executeRewardsToRead(lowest: 1) { winners } }'),
      ).toBe(`{"a":${totals},"b":[{"winners":2}]}`);
    });

    test('cannot change anything if it runs in a query or by GET', async () => {
      expect(await execute(app, '{ executeWritesToRead { result } }')).toBe('{"executeWritesToRead":[]}');
      expect(await run('WritesByGet { result }')).toBe('{"result":[]}');
      expect(await soldTo()).toEqual([]);
    });

    test.each([
      ['Sells(amount: 40)', ['Sold']],
      ['Commits', ['Before', 'After']],
      ['RollsBack', []],
      ['OwnTransaction', ['Own']],
      ['LeavesOpen', ['Open']],
    ])('commits before the response: %s', async (call, sold) => {
      expect(await run(`${call} { result }`, narrow)).toBe('{"result":[]}');
      expect(await soldTo()).toEqual(sold);
    });

    test('has a transaction that later requests do not see', async () => {
      await run('LeavesOpen { result }', narrow);
      await expect(run('Fails { result }', narrow)).rejects.toThrow('Out of stock.');
      expect(await soldTo()).toEqual(['Open']);
    });

    test.each([
      ['Fails', 'ApplicationError', /^Out of stock\.$/],
      ['SellsTwice', 'Conflict', /^(?!.*may have)/],
      ['Waits', 'DatabaseTimeout', /Nothing was changed/],
    ])('is rolled back if it fails: %s', async (call, code, message) => {
      await whileLocked(() =>
        expect(run(`${call} { result }`, narrow)).rejects.toMatchObject({
          code,
          message: expect.stringMatching(message),
          details: { path: ['result'] },
        }),
      );
      expect(await soldTo()).toEqual([]);
    });

    test.each([
      ['FailsAfterCommit', 'ApplicationError', String.raw`Out of stock\.`],
      ['ViolatesAfterCommit', 'Conflict', 'the same'],
      ['WaitsAfterCommit', 'OutcomeUnknown', 'timed out'],
    ])('reports that changes may remain if it fails after a COMMIT: %s', async (call, code, message) => {
      await whileLocked(() =>
        expect(run(`${call} { result }`, narrow)).rejects.toMatchObject({
          code,
          message: expect.stringMatching(new RegExp(`${message}.* ${STAYS}`)),
          details: { path: ['result'] },
        }),
      );
      expect(await soldTo()).toEqual(['Stays']);
    });

    test.each([
      ['WaitsAfterCommit', ['Stays']],
      ['Waits', []],
    ])('has an unknown outcome if its session is lost: %s', async (call, sold) => {
      await whileLocked(async () => {
        const running = run(`${call} { result }`).catch((error: unknown) => error);
        await client.query(`kill ${await waitingSession(client, database)}`);
        expect(await running).toMatchObject({ code: 'OutcomeUnknown' });
      });
      expect(await soldTo()).toEqual(sold);
    });

    test('is canceled and rolled back if the client disconnects', async () => {
      await whileLocked(async () => {
        const leaving = new AbortController();
        const answer: Application['answer'] = (request) => narrow.answer({ ...request, signal: leaving.signal });
        const running = run('Waits { result }', { ...narrow, schema: narrow.schema, answer });
        await waitingSession(client, database);
        leaving.abort();
        await expect(running).rejects.toMatchObject({ code: 'DatabaseTimeout' });
      });
      expect(await run('Sells(amount: 41) { result }', narrow)).toBe('{"result":[]}');
      expect(await soldTo()).toEqual(['Sold']);
    });

    test('runs again after a deadlock, but not after a COMMIT', async () => {
      const both = (name: string) =>
        Promise.allSettled([
          run(`${name}(first_id: 1, second_id: 2) { result }`),
          run(`${name}(first_id: 2, second_id: 1) { result }`),
        ]);
      expect((await both('AddToPair')).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      const numbers = async () =>
        (await client.query<RowDataPacket[]>('select n from pairs where id < 100 order by id'))[0].map(({ n }) => n);
      expect(await numbers()).toEqual([2, 2]);
      const outcomes = await both('CommitAndAdd');
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'OutcomeUnknown', message: expect.stringContaining(STAYS) },
      });
      expect(await numbers()).toEqual([3, 3]);
    });

    test('cannot commit if it runs with other steps', async () => {
      for (const call of ['Commits', 'DroppedTotals']) {
        await expect(
          execute(app, `mutation { executeSells(amount: 42) { result } execute${call} { result } }`),
        ).rejects.toMatchObject({
          code: 'ApplicationError',
          message: expect.stringContaining('only step of its request'),
        });
      }
      expect(await soldTo()).toEqual([]);
    });
  });
});

/** Waits until a procedure waits for the locked row; returns its session ID. */
async function waitingSession(client: Connection, database: string): Promise<number> {
  for (;;) {
    const [[found]] = await client.query<RowDataPacket[]>(
      "select id from information_schema.processlist where db = ? and info like 'update pairs%'",
      [database],
    );
    if (found !== undefined) return Number(found.id);
    await setTimeout(10);
  }
}
