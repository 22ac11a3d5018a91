import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerResult } from '../../src/app/application.ts';
import { ask, codeOf, dataText } from '../support/ask.ts';
import { bootTapped, RUNS, type Tapped, upTo } from './boot-tapped.ts';

const SQL = `
  create table owners (id int primary key);
  insert into owners select generate_series(1, 100);
  create table things (
    id int primary key,
    owner_id int references owners,
    later_id int references owners deferrable initially deferred,
    done_in bigint not null default txid_current()
  );
  create table watched (id int primary key, done_in bigint not null default txid_current());
  create function watch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger watching before insert on watched for each row execute function watch();
  create table judged (id int primary key, done_in bigint not null default txid_current());
`;

const THING = parse(
  'mutation ($id: Int!, $owner: Int, $later: Int) { createThing(item: { id: $id, owner_id: $owner, later_id: $later }) { id } }',
);
const WATCHED = parse('mutation ($id: Int!) { createWatched(item: { id: $id }) { id } }');
const JUDGED = parse('mutation ($id: Int!) { createJudged(item: { id: $id }) { id } }');
const TWO = parse(
  'mutation ($id: Int!, $other: Int!) { createThings(items: [{ id: $id }, { id: $other }]) { affected } }',
);

interface Thing {
  readonly id: number;
  readonly owner?: number;
  readonly later?: number;
}

describe('plain inserts', () => {
  let tapped: Tapped;
  let last = 0;

  const askAll = (document: typeof THING, items: readonly Thing[]): Promise<AnswerResult[]> =>
    Promise.all(items.map((item) => ask(tapped.app, document, { variables: { ...item } })));
  /** Rows that nobody has made yet. */
  const fresh = (count: number): Thing[] => upTo(count).map(() => ({ id: ++last }));
  const learn = async (document: typeof THING): Promise<void> => {
    for (const variables of fresh(RUNS)) await ask(tapped.app, document, { variables: { ...variables } });
  };
  /** Those of these that are there, by the transactions that made them. */
  const found = (items: readonly Thing[], table = 'things'): Promise<readonly { id: number; done_in: string }[]> =>
    tapped.asAdmin(async (admin) => {
      const ids = items.map(({ id }) => id);
      const { rows } = await admin.query(`select id, done_in from ${table} where id = any ($1) order by id`, [ids]);
      return rows;
    });

  beforeAll(async () => {
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    const judging = { action: 'create', policy: { database: '@item.id gt 0' } };
    tapped = await bootTapped('shared_inserts', SQL, {
      Thing: { source: 'things', permissions },
      Watched: { source: 'watched', permissions },
      Judged: { source: 'judged', permissions: [{ role: 'anonymous', actions: [judging, 'read'] }] },
    });
  });
  afterAll(() => tapped.close());
  // A failure makes them go out alone for a while.
  beforeEach(async () => {
    await learn(THING);
    tapped.tap.messages.length = 0;
  });

  it('go out together, and each gets its own answer', async () => {
    const items = fresh(64);
    const results = await askAll(THING, items);
    expect(results.map((result) => JSON.parse(dataText(result)).createThing)).toEqual(items.map(({ id }) => ({ id })));
    expect(tapped.count('sync')).toBeLessThanOrEqual(16);
    // Theirs, and what bounds their time in each batch.
    expect(tapped.count('execute')).toBe(64 + tapped.count('sync'));
    expect(await found(items)).toHaveLength(64);
  });

  it('are made once although some among them fail, at once or at the end of the transaction', async () => {
    const [first = { id: 0 }, ...others] = fresh(40);
    const items = others.map((item, index) => {
      if (index === 7) return { ...item, owner: 1000 };
      return index === 20 ? { ...item, later: 1000 } : item;
    });
    const twice = [first, ...items, first];
    const results = await askAll(THING, twice);
    const failed = results.flatMap((result, index) => (codeOf(result) === 'answered' ? [] : [[index, codeOf(result)]]));
    const refusal = results.flatMap((result) => (result.kind === 'failed' ? [result.refusal] : []));
    expect(failed.filter(([, code]) => code === 'ConstraintViolated').map(([index]) => index)).toEqual([8, 21]);
    expect(failed.filter(([, code]) => code === 'Conflict')).toHaveLength(1);
    expect(refusal.map(({ details }) => details?.path)).toEqual(failed.map(() => ['createThing']));
    expect(await found(twice)).toHaveLength(38);
  });

  it('do not wait for one that waits', async () => {
    const [blocked = { id: 0 }, ...others] = fresh(30);
    const waiting = await tapped.asAdmin(async (admin) => {
      await admin.query('begin; delete from owners where id = 100');
      const result = ask(tapped.app, THING, { variables: { ...blocked, owner: 100 } });
      const results = await askAll(THING, others);
      expect(results.map(codeOf)).toEqual(others.map(() => 'answered'));
      await admin.query('rollback');
      return { result };
    });
    expect(codeOf(await waiting.result)).toBe('answered');
    expect(await found([blocked, ...others])).toHaveLength(30);
  });

  it('are there where they were answered, whatever session ends', async () => {
    const items = fresh(400);
    const results = askAll(THING, items);
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

  it('have transactions of their own where a trigger could tell', async () => {
    await learn(WATCHED);
    tapped.tap.messages.length = 0;
    const items = fresh(20);
    await askAll(WATCHED, items);
    expect(new Set((await found(items, 'watched')).map(({ done_in }) => done_in)).size).toBe(20);
  });

  it('are the only changes that go out with those of others', async () => {
    await learn(JUDGED);
    const items = fresh(20);
    expect((await askAll(JUDGED, items)).map(codeOf)).toEqual(items.map(() => 'answered'));
    expect(new Set((await found(items, 'judged')).map(({ done_in }) => done_in)).size).toBe(20);
    const pairs = fresh(20).map(({ id }) => ({ id, other: -id }));
    tapped.tap.messages.length = 0;
    expect((await askAll(TWO, pairs)).map(codeOf)).toEqual(pairs.map(() => 'answered'));
    const all = await found([...pairs, ...pairs.map(({ other }) => ({ id: other }))]);
    expect(Object.values(Object.groupBy(all, ({ done_in }) => done_in)).map((rows) => rows?.length)).toEqual(
      pairs.map(() => 2),
    );
  });
});
