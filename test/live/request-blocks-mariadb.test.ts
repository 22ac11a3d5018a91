import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Observers } from '../../src/base/observers.ts';
import { Admission } from '../../src/execute/admission/admission.ts';
import { queryOf } from '../../src/execute/create-execution.ts';
import { type Outcomes, runChanges } from '../../src/execute/run-changes.ts';
import type { Driver } from '../../src/store/driver.ts';
import type { ChangeRequest } from '../../src/store/script.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { openOfflineShop } from '../support/offline-shop.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

/**
 * Two steps and their transaction as one request: the first key becomes a server variable, the second check a number.
 */
const BLOCK = `
  begin not atomic
    declare step int default 0;
    declare parent bigint;
    declare exit handler for sqlexception
    begin
      get diagnostics condition 1 @said = message_text;
      rollback;
      set @said = concat(step, '|', @said);
      resignal set message_text = @said;
    end;
    start transaction;
    insert into parents (name) values (?);
    set parent = last_insert_id();
    set step = 1;
    insert into children (parent, name) values (parent, ?);
    if exists (select 1 from children where name = 'forbidden') then
      signal sqlstate '45000' set mysql_errno = 50001, message_text = 'joinery';
    end if;
    commit;
    select '1' as first, '1' as second, cast(parent as char) as k;
  end`;

const forbidden = { code: 'Forbidden', message: 'You may not.' } as const;

interface Raised {
  readonly errno?: number;
  readonly sqlMessage?: string;
}

const request: ChangeRequest = {
  kind: 'change',
  text: BLOCK,
  name: 'block',
  slots: [0, 1].map((value) => ({
    source: { kind: 'constant', value },
    use: { kind: 'pattern', start: '', end: '', max: 1 },
  })),
  steps: ['parent', 'children'].map((root, index) => ({
    kind: 'insert',
    root,
    write: index,
    when: { kind: 'always' },
    atLeast: 1,
    cannotFailAtCommit: false,
    failsOnConflict: false,
    captures: index === 0 ? ['id'] : [],
    onCheckFailed: forbidden,
  })),
  managesTransaction: true,
  read: ([set]) => {
    const [first = null, second = null, key = null] = set?.rows[0] ?? [];
    return [
      { affected: Number(first), passesCheck: null, captured: [[key]], values: [] },
      { affected: Number(second), passesCheck: null, captured: undefined, values: [] },
    ];
  },
  failureOf: (error) => {
    const { errno = 0, sqlMessage = '' } = error as Raised;
    if (errno === 50001) return { step: 1, apiError: forbidden };
    const [, step] = /^(\d)\|/.exec(sqlMessage) ?? [];
    return step === undefined ? undefined : { step: Number(step) };
  },
};

describeOn('mariadb', 'several steps of a mutation in one request', () => {
  let driver: Driver;
  let query: ReturnType<typeof queryOf>;

  beforeAll(async () => {
    const connectionString = await createDatabase('mariadb', 'request_blocks', []);
    driver = await kindOf('mariadb').open(readShopConfig('mariadb', connectionString).dataSource);
    query = queryOf(driver);
    await query('create table parents (id bigint primary key auto_increment, name varchar(20) unique)', []);
    await query('create table children (parent bigint, name varchar(9) not null)', []);
  });
  afterAll(() => driver.close());
  beforeEach(async () => {
    await query('delete from parents', []);
    await query('delete from children', []);
  });

  const { model } = openOfflineShop('mariadb');
  const admission = new Admission({ max: 1, maxWaiting: 0, acquireTimeoutMs: 1000 });
  const run = (
    parent: string,
    child: string | null,
    {
      changeRequest: change = request,
      ...claim
    }: { readonly changeRequest?: ChangeRequest; readonly deadline?: number } = {},
  ): Promise<Outcomes> =>
    runChanges(
      [{ request: change, values: [parent, child] }],
      { entities: [], ...claim },
      {
        driver,
        model,
        observers: new Observers(),
        admissions: { reads: admission, changes: admission, live: admission },
        pipeline: undefined,
        store: { isolation: 'read committed' },
        maxBytes: 1000,
      },
    );
  const rows = async () =>
    (await query('select p.name as parent, c.name as child from parents p join children c on c.parent = p.id', [])).map(
      ({ parent, child }) => [parent, child],
    );

  test('returns the result of each step', async () => {
    const outcomes = await run('a', 'b');
    expect(outcomes.map((outcome) => outcome?.affected)).toEqual([1, 1]);
    expect(outcomes[0]?.captured).toEqual([[expect.stringMatching(/^\d+$/)]]);
    expect(await rows()).toEqual([['a', 'b']]);
  });

  test('maps a check raised as a number to the error of its step, and changes nothing', async () => {
    await expect(run('a', 'forbidden')).rejects.toMatchObject({ ...forbidden, details: { path: ['children'] } });
    expect(await query('select count(*) as n from parents', [])).toEqual([{ n: '0' }]);
  });

  test('reports a violation at its step, and changes nothing', async () => {
    await expect(run('a', null)).rejects.toMatchObject({ details: { path: ['children'] } });
    await run('a', 'b');
    await expect(run('a', 'c')).rejects.toMatchObject({ details: { path: ['parent'] } });
    expect(await rows()).toEqual([['a', 'b']]);
  });

  test('leaves the session usable', async () => {
    await expect(run('a', 'forbidden')).rejects.toThrow(forbidden.message);
    await run('a', 'b');
    expect(await rows()).toEqual([['a', 'b']]);
  });

  test.each([
    [
      'before the commit as undone',
      'select count(*) into @n from seq_1_to_900000 a join seq_1_to_900000 b; commit',
      'DatabaseTimeout',
      '0',
    ],
    [
      'after the commit as an unknown outcome',
      'commit; select count(*) into @n from seq_1_to_900000 a join seq_1_to_900000 b',
      'OutcomeUnknown',
      '1',
    ],
  ])('reports a cancellation %s', async (_, rest, code, count) => {
    const text = `begin not atomic start transaction; insert into parents (name) values (?); ${rest}; select ?; end`;
    const deadline = performance.now() + 500;
    await expect(run('slow', 'x', { changeRequest: { ...request, text, name: rest }, deadline })).rejects.toMatchObject(
      {
        code,
      },
    );
    expect(await query('select count(*) as n from parents', [])).toEqual([{ n: count }]);
    await run('a', 'b');
    expect(await rows()).toEqual([['a', 'b']]);
  });
});
