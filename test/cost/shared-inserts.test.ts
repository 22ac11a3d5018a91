import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerResult } from '../../src/app/application.ts';
import { ask, codeOf, dataText } from '../support/ask.ts';
import { bootTapped, RUNS, type Tapped, upTo } from './boot-tapped.ts';

const SQL = `
  create table owners (id int primary key);
  insert into owners select generate_series(1, 100);
  create table things (
    id int primary key, owner_id int references owners, done_in bigint not null default txid_current()
  );
  create table notes (id int primary key, done_in bigint not null default txid_current());
  create table watched (id int primary key, done_in bigint not null default txid_current());
  create function watch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger watching before insert on watched for each row execute function watch();
  create table late (
    id int primary key, owner_id int references owners deferrable initially deferred,
    done_in bigint not null default txid_current()
  );
  create table judged (id int primary key, done_in bigint not null default txid_current());
`;

const THING = parse('mutation ($id: Int!, $owner: Int) { createThing(item: { id: $id, owner_id: $owner }) { id } }');
const NOTE = parse('mutation ($id: Int!) { createNote(item: { id: $id }) { id } }');
const LATE = parse('mutation ($id: Int!, $owner: Int) { createLate(item: { id: $id, owner_id: $owner }) { id } }');
const WATCHED = parse('mutation ($id: Int!) { createWatched(item: { id: $id }) { id } }');
const JUDGED = parse('mutation ($id: Int!) { createJudged(item: { id: $id }) { id } }');
const TWO = parse(
  'mutation ($id: Int!, $other: Int!) { createThings(items: [{ id: $id }, { id: $other }]) { affected } }',
);

/** The variables of one of these. */
interface Item {
  readonly id: number;
  readonly owner?: number;
}

describe('plain inserts', () => {
  let tapped: Tapped;
  let last = 0;

  const create = (document: typeof THING, item: Item) => ask(tapped.app, document, { variables: { ...item } });
  const createAll = (document: typeof THING, items: readonly Item[]): Promise<AnswerResult[]> =>
    Promise.all(items.map((item) => create(document, item)));
  /** Rows that nobody has made yet. */
  const fresh = (count: number, more: { readonly owner?: number } = {}): Item[] =>
    upTo(count).map(() => ({ id: ++last, ...more }));
  /** What is left out is left out of the statement too, so an item with an owner is a step of its own. */
  const learn = async (document: typeof THING, more: { readonly owner?: number } = {}): Promise<void> => {
    for (const item of fresh(RUNS, more)) await create(document, item);
  };
  /** Those of these that are there, with the transactions that made them. */
  const found = (items: readonly Item[], table = 'things'): Promise<readonly { id: number; done_in: string }[]> =>
    tapped.asAdmin(async (admin) => {
      const ids = items.map(({ id }) => id);
      const { rows } = await admin.query(`select id, done_in from ${table} where id = any ($1) order by id`, [ids]);
      return rows;
    });
  const transactionsOf = async (items: readonly Item[], table: string): Promise<number> =>
    new Set((await found(items, table)).map(({ done_in }) => done_in)).size;

  beforeAll(async () => {
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    const judging = { action: 'create', policy: { database: '@item.id gt 0' } };
    tapped = await bootTapped('shared_inserts', SQL, {
      Thing: { source: 'things', permissions },
      Note: { source: 'notes', permissions },
      Late: { source: 'late', permissions },
      Watched: { source: 'watched', permissions },
      Judged: { source: 'judged', permissions: [{ role: 'anonymous', actions: [judging, 'read'] }] },
    });
  });
  afterAll(() => tapped.close());
  // A failure makes them go out alone for a while.
  beforeEach(async () => {
    await learn(THING, { owner: 1 });
    await learn(NOTE);
    tapped.tap.messages.length = 0;
  });

  it('go out together, and each gets its own answer', async () => {
    const items = fresh(64, { owner: 2 });
    const results = await createAll(THING, items);
    expect(results.map((result) => JSON.parse(dataText(result)).createThing)).toEqual(items.map(({ id }) => ({ id })));
    expect(tapped.count('sync')).toBeLessThanOrEqual(16);
    // Theirs, and what bounds their time in each batch.
    expect(tapped.count('execute')).toBe(64 + tapped.count('sync'));
    expect(await found(items)).toHaveLength(64);
  });

  it('are made once although some among them fail', async () => {
    const [first = { id: 0 }, ...others] = fresh(40, { owner: 3 });
    const items = [first, ...others.map((item, index) => (index === 7 ? { ...item, owner: 1000 } : item)), first];
    const results = await createAll(THING, items);
    // A batch that is taken back, and everybody by himself.
    expect(tapped.count('execute')).toBeGreaterThan(items.length + tapped.count('sync') / 2);
    const codes = results.map(codeOf);
    expect(codes[8]).toBe('ConstraintViolated');
    expect([codes[0], codes[40]].toSorted()).toEqual(['Conflict', 'answered']);
    expect(codes.filter((code) => code !== 'answered')).toHaveLength(2);
    const refusals = results.flatMap((result) => (result.kind === 'failed' ? [result.refusal] : []));
    expect(refusals.map(({ details }) => details?.path)).toEqual([['createThing'], ['createThing']]);
    expect(await found(items)).toHaveLength(39);
  });

  it('do not wait for one of them that waits', async () => {
    const [blocked = { id: 0 }, ...others] = fresh(16, { owner: 4 });
    const result = await tapped.asAdmin(async (admin) => {
      await admin.query('begin; delete from owners where id = 100');
      const waiting = create(THING, { ...blocked, owner: 100 });
      const results = await createAll(THING, others);
      expect(results.map(codeOf)).toEqual(others.map(() => 'answered'));
      expect(await found([blocked])).toEqual([]);
      await admin.query('rollback');
      return { waiting };
    });
    expect(codeOf(await result.waiting)).toBe('answered');
    expect(await found([blocked, ...others])).toHaveLength(16);
  });

  it('are told apart by which of them fails by itself', async () => {
    const [good, bad, ...others] = [...fresh(1), ...fresh(1, { owner: 1000 }), ...fresh(8), ...fresh(8, { owner: 5 })];
    await Promise.all([create(NOTE, good ?? { id: 0 }), create(THING, bad ?? { id: 0 })]);
    tapped.tap.messages.length = 0;
    await createAll(NOTE, others.slice(0, 8));
    expect(tapped.count('sync')).toBeLessThan(8);
    tapped.tap.messages.length = 0;
    await createAll(THING, others.slice(8));
    expect(tapped.count('sync')).toBe(8);
  });

  it('are not made any more when their time is over', async () => {
    const items = fresh(13, { owner: 6 });
    await tapped.asAdmin(async (admin) => {
      await admin.query('begin; delete from owners where id = 99');
      // More than there are sessions: none is free before their time is over.
      const blocked = createAll(THING, fresh(12, { owner: 99 }));
      await new Promise((resolve) => setTimeout(resolve, 400));
      const results = items.map(({ id, owner }) =>
        tapped.app.answer({
          document: THING,
          operationName: undefined,
          variables: { id, owner },
          identity: { role: 'anonymous', claims: {} },
          deadline: performance.now() + 50,
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      await admin.query('rollback');
      expect((await Promise.all(results)).map(codeOf)).toEqual(items.map(() => 'DatabaseTimeout'));
      await blocked;
    });
    expect(await found(items)).toEqual([]);
  });

  it('are there where they were answered, whatever session ends', async () => {
    const items = fresh(400, { owner: 7 });
    const results = createAll(THING, items);
    await tapped.asAdmin((admin) =>
      admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    );
    const codes = (await results).map(codeOf);
    expect(new Set(codes).difference(new Set(['answered', 'Unavailable']))).toEqual(new Set());
    const made = new Set((await found(items)).map(({ id }) => id));
    expect(items.filter(({ id }, index) => codes[index] === 'answered' && !made.has(id))).toEqual([]);
  });

  it.each([
    ['a trigger could tell', WATCHED, 'watched', {}],
    ['a check waits for the end', LATE, 'late', { owner: 8 }],
    ['a policy may take them back', JUDGED, 'judged', {}],
  ])('have transactions of their own where %s', async (_, document, table, more) => {
    await learn(document, more);
    const items = fresh(20, more);
    expect((await createAll(document, items)).map(codeOf)).toEqual(items.map(() => 'answered'));
    expect(await transactionsOf(items, table)).toBe(20);
  });

  it('of several rows have a transaction for each request', async () => {
    const pairs = fresh(20).map(({ id }) => ({ id, other: -id }));
    expect((await createAll(TWO, pairs)).map(codeOf)).toEqual(pairs.map(() => 'answered'));
    const all = await found([...pairs, ...pairs.map(({ other }) => ({ id: other }))]);
    expect(Object.values(Object.groupBy(all, ({ done_in }) => done_in)).map((rows) => rows?.length)).toEqual(
      pairs.map(() => 2),
    );
  });
});
