import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { plainType } from '../../src/model/plain-type.ts';
import type { Slot } from '../../src/plan/shape/slot.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const texts = [
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "\\\\'",
  "''",
  "'; drop table hostile; -- ",
  "\\'; drop table hostile; #",
  '/*!50000 drop table hostile */',
  '?',
  '%_',
  '\0',
  "\0'",
  '\n\r\t\u001a',
  'é',
  // Characters that end with the byte of a quote or a backslash in other character sets.
  "\u00bf'\u00bf\\\u8a60\u5c5c",
  '𝒳🎁',
  '\ud800',
  "\udc00'",
  '\u2028',
  '',
  ' ',
  '-- ',
  "x'27'",
  'NULL',
  `${'x'.repeat(70_000)}'`,
];
const numbers = [0, 0.1, -1.5, 5e-324, 1.797_693_134_862_315_7e308, 1e21, 123_456_789_012_345_680_000, 1e-7];
const bytes = [Buffer.alloc(0), Buffer.from([0, 39, 92, 255]), Buffer.from("'; drop table hostile; -- ")];

const slotOf = (scalar: 'String' | 'Float'): Slot => ({
  source: { kind: 'constant', value: null },
  use: { kind: 'assign', field: 'f', type: plainType(scalar) },
});
const slots = [slotOf('String'), slotOf('Float'), slotOf('String')];

/** Settings that change the meaning of quotes and backslashes. */
const settings = [
  'do 0',
  "set session sql_mode = 'NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES'",
  "set session sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_TRANS_TABLES'",
  'set session character_set_client = gbk',
];

describeOn('mysql', 'several statements at once on MySQL', () => {
  let driver: Driver;
  let other: Connection;

  beforeAll(async () => {
    const connectionString = await createDatabase('mysql', 'several_statements', []);
    const { dataSource } = readShopConfig('mysql', connectionString);
    driver = await kindOf('mysql').open({ ...dataSource, pool: { ...dataSource.pool, max: 2, changes: 1 } });
    other = await createConnection({ uri: connectionString, charset: 'utf8mb4', multipleStatements: true });
    await other.query(
      'create table hostile (id int auto_increment primary key, t longtext collate utf8mb4_0900_bin, n double, b longblob)',
    );
    await other.query('create table locked (n int); insert into locked values (0)');
  });
  afterAll(() => Promise.all([driver.close(), other.end()]));
  beforeEach(() => other.query('delete from hostile'));

  const run = (statement: BoundStatement['statement'], values: readonly unknown[] = []) =>
    driver.changes.use((session) => session.run({ settings: {}, statement, values }));
  const rows = async (text: string) => (await other.query<RowDataPacket[]>(text))[0];

  /** Waits for the session that runs a statement containing this text. */
  async function waitUntilRunning(part: string): Promise<number> {
    for (;;) {
      // `information_schema.processlist` fails while any session runs a statement with characters beyond U+FFFF.
      const row = (await rows('show full processlist')).find(({ Info }) => Info?.includes(part));
      if (row !== undefined) return row.Id;
    }
  }

  test.each(settings)('escapes every value, and stores the same bytes as a prepared statement: %s', async (setting) => {
    await driver.changes.use(async (session) => {
      await session.run({ settings: {}, statement: { text: setting, slots: [] }, values: [] });
      const text =
        "start transaction; insert into hostile (t, n, b) values (if(last_insert_id(0), null, ?), ?, ?); select 'a ?' as `b ?` from hostile; commit";
      const statement = { text, slots, isUnprepared: true, managesTransaction: true } as const;
      for (const values of [
        ...texts.map((text) => [text, null, null]),
        ...numbers.map((number) => [null, number, null]),
        ...bytes.map((buffer) => [null, null, buffer]),
      ]) {
        const result = await session.run({ settings: {}, statement, values });
        expect(result).toHaveLength(4);
        await other.execute('insert into hostile (t, n, b) values (?, ?, ?)', values);
        const [one, two] = await rows('select hex(t) as t, hex(b) as b, n from hostile order by id');
        expect(one).toEqual(two);
        await other.query('delete from hostile');
      }
      await session.reset();
    });
  });

  test('if one fails, the others are rolled back, and the session remains usable', async () => {
    const text =
      'start transaction; insert into hostile (n) values (?); insert into hostile (nothing) values (1); commit';
    await expect(
      run({ text, slots: [undefined as never], isUnprepared: true, managesTransaction: true }, [1]),
    ).rejects.toMatchObject({ errno: 1054 });
    expect(await rows('select * from hostile')).toEqual([]);
    await run({ text: 'insert into hostile (n) values (2)', slots: [] });
    expect(await rows('select n from hostile')).toEqual([{ n: 2 }]);
  });

  test.each([
    ['first', 'update locked set n = 1 /* waits */; insert into hostile (n) values (1)'],
    ['second', 'insert into hostile (n) values (1); update locked set n = 1 /* waits */'],
  ])('if the %s one is canceled, all are rolled back, and the rollback is reported', async (_, changes) => {
    const text = `start transaction; ${changes}; commit`;
    await other.query('start transaction; select * from locked for update');
    const outcome = run({ text, slots: [], isUnprepared: true, managesTransaction: true }).catch(driver.classify);
    await other.query(`kill query ${await waitUntilRunning('waits')}`);
    const meaning = await outcome;
    await other.query('commit');
    expect(meaning).toMatchObject({ apiError: { code: 'DatabaseTimeout' }, isSessionLost: false });
    expect(await rows('select * from hostile')).toEqual([]);
    await run({ text: 'insert into hostile (n) values (2)', slots: [] });
    expect(await rows('select n from hostile')).toEqual([{ n: 2 }]);
  });

  test('read sessions reject several statements in one string', async () => {
    await expect(
      new Promise((resolve, reject) => {
        const statement = { text: 'select 1; select 2', slots: [] };
        driver.reads
          .use((session) =>
            session.run([{ settings: {}, statement, values: [] }], (outcome) =>
              'error' in outcome ? reject(outcome.error) : resolve(outcome.result),
            ),
          )
          .catch(reject);
      }),
    ).rejects.toMatchObject({ errno: 1064 });
  });
});
