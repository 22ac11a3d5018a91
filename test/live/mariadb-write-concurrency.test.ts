import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, send } from './mariadb-support.ts';

const CLIENTS = 16;

const tables = `
  create table counters (name varchar(20) primary key, count int not null default 0);
  create table accounts (id int primary key, balance int not null check (balance >= 0));`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const entities = {
  Counter: { source: 'counters', permissions },
  Account: { source: 'accounts', permissions },
};

const clients = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: CLIENTS }, (_, n) => make(n));
const times = <T>(value: T, count: number): readonly T[] => Array.from({ length: count }, () => value);

describeOn('mariadb', 'changes at the same time on MariaDB', () => {
  let app: Application;
  let session: Connection;
  beforeAll(async () => {
    const start = await bootTables('mariadb_concurrency', tables, entities);
    app = await start((config) => ({
      ...config,
      dataSource: { ...config.dataSource, pool: { ...config.dataSource.pool, max: 3 * CLIENTS, changes: 2 * CLIENTS } },
    }));
    session = await connectTo('mariadb_concurrency');
  });
  afterAll(() => Promise.all([app.close(), session.end()]));
  beforeEach(() =>
    session.query('delete from counters; delete from accounts; insert into accounts values (1, 100), (2, 50)'),
  );

  /** The value of the first field, or the code of what went wrong. */
  async function mutate(fields: string): Promise<unknown> {
    const result = await send(app, `mutation { ${fields} }`);
    if (result.kind === 'answered') return Object.values(JSON.parse(result.data) as object)[0];
    const [refusal] = result.kind === 'failed' ? [result.refusal] : result.refusals;
    return refusal?.code;
  }
  const select = async (text: string): Promise<unknown> => (await session.query(text))[0];
  const codesOf = (answers: readonly unknown[]): readonly string[] =>
    answers.map((answer) => (typeof answer === 'string' ? answer : 'done')).sort();

  test('one of those who replace the same missing row creates it, the others replace it', async () => {
    const answers = await Promise.all(
      clients((n) => mutate(`replaceCounter(name: "same", item: { count: ${n} }) { count }`)),
    );
    expect(answers).toEqual(clients((n) => ({ count: n })));
    expect(await select('select name from counters')).toEqual([{ name: 'same' }]);
  });

  test('one of those who only create it does so, the others are told', async () => {
    const answers = await Promise.all(
      clients((n) => mutate(`replaceCounter(name: "same", item: { count: ${n} }, ifNoneMatch: "*") { count }`)),
    );
    expect(codesOf(answers)).toEqual([...times('PreconditionFailed', CLIENTS - 1), 'done']);
    expect(await select('select count from counters')).toEqual(answers.filter((answer) => typeof answer === 'object'));
  });

  test('one of those who create the same key creates it, the others conflict', async () => {
    const answers = await Promise.all(
      clients((n) => mutate(`createCounter(item: { name: "same", count: ${n} }) { count }`)),
    );
    expect(codesOf(answers)).toEqual([...times('Conflict', CLIENTS - 1), 'done']);
  });

  test.each([
    [
      'update',
      (tag: string, n: number) => `updateCounter(name: "same", item: { count: ${n} }, ifMatch: "${tag}") { count }`,
    ],
    [
      'replace',
      (tag: string, n: number) => `replaceCounter(name: "same", item: { count: ${n} }, ifMatch: "${tag}") { count }`,
    ],
    ['delete', (tag: string) => `deleteCounter(name: "same", ifMatch: "${tag}") { count }`],
  ])('one of those who %s with the same tag does so, the others are told', async (_, change) => {
    const { _etag } = (await mutate('createCounter(item: { name: "same", count: -1 }) { _etag }')) as { _etag: string };
    const answers = await Promise.all(clients((n) => mutate(change(_etag, n))));
    expect(codesOf(answers)).toEqual([...times('PreconditionFailed', CLIENTS - 1), 'done']);
  });

  test('one of those who delete the same row is given it', async () => {
    await mutate('createCounter(item: { name: "same" }) { name }');
    const answers = await Promise.all(clients(() => mutate('deleteCounter(name: "same") { name }')));
    expect(answers.filter((answer) => answer !== null)).toEqual([{ name: 'same' }]);
  });

  test('no update of many is lost: each meets the rows as the others left them', async () => {
    await session.query("insert into counters values ('a', 0), ('b', 0), ('c', 0)");
    const answers = await Promise.all(
      clients((n) =>
        mutate(
          `updateCounters(filter: { count: { eq: ${n % 2} } }, item: { count: ${1 - (n % 2)} }) { affected items { count } }`,
        ),
      ),
    );
    expect(codesOf(answers)).toEqual(times('done', CLIENTS));
    for (const answer of answers) {
      const { affected, items } = answer as { affected: number; items: readonly unknown[] };
      expect([0, 3]).toContain(affected);
      expect(items).toHaveLength(affected);
    }
    expect(await select('select distinct count from counters')).toHaveLength(1);
  });

  test('no update is lost of those who read, add one, and try again where somebody was faster', async () => {
    await mutate('createCounter(item: { name: "shared" }) { name }');
    const addOne = async (): Promise<void> => {
      const read = await send(app, '{ counter_by_pk(name: "shared") { count _etag } }');
      if (read.kind !== 'answered') throw new Error(read.kind);
      const { count, _etag } = JSON.parse(read.data).counter_by_pk as { count: number; _etag: string };
      const answer = await mutate(
        `updateCounter(name: "shared", item: { count: ${count + 1} }, ifMatch: "${_etag}") { count }`,
      );
      if (answer === 'PreconditionFailed') return addOne();
      expect(answer).toEqual({ count: count + 1 });
    };
    await Promise.all(
      clients(async () => {
        for (let left = 4; left > 0; left -= 1) await addOne();
      }),
    );
    expect(await select('select count from counters')).toEqual([{ count: 4 * CLIENTS }]);
  });

  describe('several in one operation', () => {
    test.each([
      ['a constraint', 'updateAccount(id: 2, item: { balance: -1 }) { id }', 'ConstraintViolated'],
      ['a conflict', 'createAccount(item: { id: 1, balance: 0 }) { id }', 'Conflict'],
      ['a missing row', 'updateAccount(id: 77, item: { balance: 1 }) { id }', 'ItemNotFound'],
      ['a tag', 'deleteAccount(id: 2, ifMatch: "x") { id }', 'PreconditionFailed'],
    ])('are undone where the second fails by %s', async (_, second, code) => {
      const third = 'c: updateAccount(id: 2, item: { balance: 9 }) { balance }';
      expect(await mutate(`a: updateAccount(id: 1, item: { balance: 7 }) { balance } b: ${second} ${third}`)).toBe(
        code,
      );
      expect(await select('select balance from accounts order by id')).toEqual([{ balance: 100 }, { balance: 50 }]);
    });

    test('who take locks in different orders get through, or are told to try again', async () => {
      const answers = await Promise.all(
        clients((n) => {
          const [first, second] = n % 2 === 0 ? [1, 2] : [2, 1];
          const set = (id: number) => `updateAccount(id: ${id}, item: { balance: ${n} }) { balance }`;
          return mutate(`a: ${set(first)} b: ${set(second)}`);
        }),
      );
      expect(new Set([...codesOf(answers), 'Unavailable'])).toEqual(new Set(['done', 'Unavailable']));
      expect(await select('select distinct balance from accounts')).toHaveLength(1);
    });
  });
});
