import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let bank: ServedTables;

const ddl = `
  create table accounts (id int primary key, owner text not null, balance int not null check (balance >= 0), unique (owner));
  create table moves (id int generated always as identity primary key, account_id int references accounts deferrable initially deferred, amount int);
  create table seats (id int primary key, n int not null, unique (n) deferrable initially deferred);
  create function no_odd() returns trigger language plpgsql as $$
    begin if new.amount = 13 then raise exception 'Thirteen brings bad luck'; end if; return null; end $$;
  create constraint trigger no_odd after insert on moves deferrable initially deferred for each row execute function no_odd();
  create table counters (id int primary key, n int not null);`;

const rows = `truncate accounts, moves, seats, counters;
  insert into accounts values (1, 'ann', 100), (2, 'ben', 50); insert into seats values (1, 1), (2, 2); insert into counters values (1, 0);`;

beforeAll(async () => {
  const everything = { role: 'anonymous', actions: ['*'] };
  bank = await serveTables(
    'mutations_transactions',
    ddl,
    {
      Account: {
        source: 'accounts',
        permissions: [
          everything,
          {
            role: 'small',
            actions: ['read', 'create', { action: 'update', policy: { database: '@item.balance lt 1000' } }],
          },
        ],
        relationships: { moves: { hasMany: 'Move' } },
      },
      Move: {
        source: 'moves',
        permissions: [everything, { role: 'small', actions: ['*'] }],
        relationships: { account: { belongsTo: 'Account' } },
      },
      Seat: { source: 'seats', permissions: [everything] },
      Counter: {
        source: 'counters',
        permissions: [
          everything,
          { role: 'small', actions: [{ action: 'update', policy: { database: '@item.n lt 10' } }, 'read'] },
        ],
      },
    },
    { source: { pool: { max: 4 } } },
  );
});
beforeEach(() => bank.sql(rows).then(() => undefined));
afterAll(() => bank.close());

const balances = async (): Promise<unknown> =>
  (await bank.sql('select balance from accounts order by id')).map(({ balance }) => balance);

describe('the mutations of one operation', () => {
  it('run in order, and each sees the writes of the earlier ones', async () => {
    expect(
      await bank.data(
        `mutation {
          __typename
          a: updateAccount(id: 1, item: { balance: 70 }) { balance }
          b: createMove(item: { account_id: 1, amount: -30 }) { account { balance moves { amount } } }
          c: updateAccount(id: 1, item: { owner: "anna" }) { owner balance moves { amount } }
          d: deleteMoves(filter: { amount: { lt: 0 } }) { affected items { amount account { owner } } }
          e: updateAccount(id: 1, item: {}) { moves { amount } }
        }`,
      ),
    ).toEqual({
      __typename: 'Mutation',
      a: { balance: 70 },
      b: { account: { balance: 70, moves: [{ amount: -30 }] } },
      c: { owner: 'anna', balance: 70, moves: [{ amount: -30 }] },
      d: { affected: 1, items: [{ amount: -30, account: { owner: 'anna' } }] },
      e: { moves: [] },
    });
  });

  it.each([
    ['a constraint', 'updateAccount(id: 2, item: { balance: -1 }) { id }', 'ConstraintViolated'],
    ['a conflict', 'createAccount(item: { id: 3, owner: "ben", balance: 0 }) { id }', 'Conflict'],
    ['a missing row', 'updateAccount(id: 77, item: { balance: 1 }) { id }', 'ItemNotFound'],
    ['an ETag', 'deleteAccount(id: 2, ifMatch: "x") { id }', 'PreconditionFailed'],
    [
      'an existing key',
      'replaceAccount(id: 2, item: { owner: "x", balance: 1 }, ifNoneMatch: "*") { id }',
      'PreconditionFailed',
    ],
  ])('are rolled back if the second fails by %s', async (_, second, code) => {
    const { status, body } = await bank.send(
      `mutation { first: updateAccount(id: 1, item: { balance: 7 }) { balance } second: ${second} third: updateAccount(id: 1, item: { balance: 9 }) { balance } }`,
    );
    expect([status, body.data]).toEqual([200, null]);
    expect(body.errors).toHaveLength(1);
    expect(body.errors?.[0]).toMatchObject({ path: ['second'], extensions: { code } });
    expect(await balances()).toEqual([100, 50]);
  });

  it('are rolled back if a policy fails after a write', async () => {
    const { code, path } = await bank.error(
      'mutation { a: createAccount(item: { id: 3, owner: "cas", balance: 1 }) { id } b: updateAccount(id: 1, item: { balance: 5000 }) { id } }',
      { role: 'small' },
    );
    expect([code, path]).toEqual(['Forbidden', ['b']]);
    expect(await balances()).toEqual([100, 50]);
  });

  it('are all rejected if one is forbidden', async () => {
    const { status, code } = await bank.error(
      'mutation { a: updateAccount(id: 1, item: { balance: 5 }) { id } b: deleteAccount(id: 2) { id } }',
      { role: 'small' },
    );
    expect([status, code]).toEqual([400, 'Forbidden']);
    expect(await balances()).toEqual([100, 50]);
  });

  it('may repeat a mutation under two aliases', async () => {
    expect(
      await bank.data(
        'mutation { a: createMove(item: { amount: 1 }) { amount } b: createMove(item: { amount: 1 }) { amount } }',
      ),
    ).toEqual({ a: { amount: 1 }, b: { amount: 1 } });
    expect(await bank.sql('select count(*)::int as n from moves')).toEqual([{ n: 2 }]);
  });

  it('run once if they are merged under one response key', async () => {
    expect(
      await bank.data(
        'mutation { createMove(item: { amount: 1 }) { amount } ...again } fragment again on Mutation { createMove(item: { amount: 1 }) { account { id } } }',
      ),
    ).toEqual({ createMove: { amount: 1, account: null } });
    expect(await bank.sql('select count(*)::int as n from moves')).toEqual([{ n: 1 }]);
  });

  it('do not run if they are skipped', async () => {
    const send = `mutation ($yes: Boolean!, $no: Boolean!) {
      a: createMove(item: { amount: 1 }) @skip(if: $yes) { id }
      b: createMove(item: { amount: 2 }) @include(if: $no) { id }
      ... @include(if: $no) { c: createMove(item: { amount: 3 }) { id } }
      d: createMove(item: { amount: 4 }) @include(if: $yes) { amount account @skip(if: $yes) { id } } }`;
    expect(await bank.data(send, { variables: { yes: true, no: false } })).toEqual({ d: { amount: 4 } });
    expect(await bank.sql('select amount from moves')).toEqual([{ amount: 4 }]);
    expect(await bank.data('mutation { a: createMove(item: { amount: 1 }) @skip(if: true) { id } }')).toEqual({});
    expect(await bank.sql('select count(*)::int as n from moves')).toEqual([{ n: 1 }]);
  });
});

describe('a deferred check', () => {
  it('fails the whole operation', async () => {
    for (const write of [
      'createMove(item: { account_id: 99, amount: 1 }) { id }',
      'a: createMove(item: { amount: 2 }) { id } b: createMove(item: { account_id: 99, amount: 1 }) { account { id } }',
    ]) {
      const { status, code, text } = await bank.error(`mutation { ${write} }`);
      expect([status, code]).toEqual([200, 'ConstraintViolated']);
      expect(text).not.toContain('commit');
    }
    expect(await bank.sql('select * from moves')).toEqual([]);
  });

  it('returns the message of a raised exception', async () => {
    for (const write of [
      'createMove(item: { amount: 13 }) { id }',
      'a: createMove(item: { amount: 13 }) { id } b: createMove(item: { amount: 1 }) { id }',
    ]) {
      const { status, code, message } = await bank.error(`mutation { ${write} }`);
      expect([status, code, message]).toEqual([200, 'ApplicationError', 'Thirteen brings bad luck']);
    }
    expect(await bank.sql('select * from moves')).toEqual([]);
  });

  it.skipIf(!server.has('deferredConstraints'))('may be violated between two mutations', async () => {
    expect(
      await bank.data(
        'mutation { a: updateSeat(id: 1, item: { n: 2 }) { n } b: updateSeat(id: 2, item: { n: 1 }) { n } }',
      ),
    ).toEqual({ a: { n: 2 }, b: { n: 1 } });
    expect(
      await bank.data(
        'mutation { a: createMove(item: { account_id: 9, amount: 1 }) { amount account { id } } b: createAccount(item: { id: 9, owner: "z", balance: 0 }) { moves { amount } } }',
      ),
    ).toEqual({ a: { amount: 1, account: null }, b: { moves: [{ amount: 1 }] } });
    const { code } = await bank.error('mutation { updateSeat(id: 1, item: { n: 1 }) { n } }');
    expect(code).toBe('Conflict');
  });
});

describe('sessions', () => {
  it('are reused without open transactions after every kind of error', async () => {
    const wrong = [
      'mutation { updateAccount(id: 2, item: { balance: -1 }) { id } }',
      'mutation { a: createMove(item: { amount: 1 }) { id } b: createAccount(item: { id: 3, owner: "ben", balance: 0 }) { id } }',
      'mutation { createMove(item: { account_id: 99, amount: 1 }) { id } }',
      'mutation { a: createMove(item: { amount: 1 }) { id } b: createMove(item: { account_id: 99, amount: 1 }) { id } }',
      'mutation { updateAccount(id: 88, item: { balance: 1 }) { id } }',
      'mutation { a: createMove(item: { amount: 1 }) { id } b: updateAccount(id: 88, item: { balance: 1 }) { id } }',
      'mutation { createMove(item: { amount: 13 }) { id } }',
    ];
    const storm = () =>
      Promise.all(Array.from({ length: 4 }, () => wrong.map((document) => bank.error(document))).flat());
    await storm();
    const before = await bank.session.others();
    expect(before.length).toBeGreaterThan(1);
    for (let round = 0; round < 5; round += 1) await storm();
    expect((await bank.session.others()).filter((pid) => !before.includes(pid))).toEqual([]);
    // InnoDB refreshes its transaction list only if no session, including those of other tests, has read it for 100 ms.
    await expect.poll(() => bank.session.idleTransactions(), { timeout: 60_000, interval: 150 }).toBe(0);
    expect(await balances()).toEqual([100, 50]);
    expect(await bank.sql('select count(*)::int as n from moves')).toEqual([{ n: 0 }]);
    const good = Array.from({ length: 12 }, () =>
      bank.data('mutation { createMove(item: { account_id: 1, amount: 1 }) { account { owner } } }'),
    );
    for (const answer of await Promise.all(good)) expect(answer).toEqual({ createMove: { account: { owner: 'ann' } } });
  });

  it('are reused after a policy violation', async () => {
    const send = () => bank.error('mutation { updateCounter(id: 1, item: { n: 99 }) { n } }', { role: 'small' });
    await Promise.all(Array.from({ length: 8 }, send));
    const before = await bank.session.others();
    for (const { code } of await Promise.all(Array.from({ length: 40 }, send))) expect(code).toBe('Forbidden');
    expect((await bank.session.others()).filter((pid) => !before.includes(pid))).toEqual([]);
    expect(await bank.sql('select n from counters')).toEqual([{ n: 0 }]);
  });
});

describe('several concurrent callers', () => {
  it('create a row by its key only once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        bank.data(`mutation { replaceCounter(id: 5, item: { n: ${index} }) { n } }`),
      ),
    );
    expect(answers.map(({ replaceCounter }) => (replaceCounter as { n: number }).n)).toEqual(
      Array.from({ length: 16 }, (_, index) => index),
    );
    expect(await bank.sql('select count(*)::int as n from counters where id = 5')).toEqual([{ n: 1 }]);
  });

  it('update a row with the same tag only once', async () => {
    const { counter_by_pk } = await bank.data('{ counter_by_pk(id: 1) { _etag } }');
    const { _etag } = counter_by_pk as { _etag: string };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        bank.send(`mutation { updateCounter(id: 1, item: { n: ${index + 1} }, ifMatch: "${_etag}") { n } }`),
      ),
    );
    const codes = answers.map(({ body }) => body.errors?.[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual([...Array.from({ length: 15 }, () => 'PreconditionFailed'), 'done']);
  });

  it('with conflicting lock orders succeed or report that the client may retry', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => {
        const [first, second] = index % 2 === 0 ? [1, 2] : [2, 1];
        return bank.send(
          `mutation { a: updateAccount(id: ${first}, item: { balance: ${index} }) { balance } b: updateAccount(id: ${second}, item: { balance: ${index} }) { balance } }`,
        );
      }),
    );
    for (const { status, body, text } of answers) {
      if (body.errors === undefined) expect(body.data).toEqual({ a: expect.anything(), b: expect.anything() });
      else expect([status, body.errors[0]?.extensions.code], text).toEqual([503, 'Unavailable']);
    }
    const [one, two] = (await balances()) as number[];
    expect(one).toBe(two);
    expect(bank.logged.filter(({ level }) => (level as number) >= 50)).toEqual([]);
  });
});
