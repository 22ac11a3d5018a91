import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerResult } from '../../src/app/application.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { bootTapped, RUNS, type Tapped, upTo } from './boot-tapped.ts';

/** Row 13 causes an error, row 99 is slow, and so is a scan of all rows. */
const SQL = `
  create table things as select n as id, 'thing ' || n as name from generate_series(1, 10000) n;
  alter table things add primary key (id);
  create view fragile as
    select id, name, 100 / (id - 13) as share, pg_sleep(case id when 99 then 1.5 else 0 end)::text as slept from things;
  create table others as select id from things;
  alter table others add primary key (id);
  analyze;
`;

const FRAGILE = parse('query ($id: Int!) { fragiles(filter: { id: { eq: $id } }) { id share slept } }');
const THING = parse('query ($id: Int!) { thing_by_pk(id: $id) { id name } }');
const OTHER = parse('query ($id: Int!) { other_by_pk(id: $id) { id } }');
const MANY = parse(
  'query ($id: Int!) { things(filter: { name: { contains: "9" }, id: { gte: $id } }, first: 1000) { id } }',
);

describe('fast reads', () => {
  let tapped: Tapped;

  beforeAll(async () => {
    const permissions = [{ role: 'anonymous', actions: ['read'] }];
    const entities = {
      Thing: { source: 'things', permissions },
      Other: { source: 'others', permissions },
      Fragile: { source: { object: 'fragile', type: 'view', 'key-fields': ['id'] }, permissions },
    };
    tapped = await bootTapped('shared_reads', SQL, entities, { max: 14, changes: 4 });
    const documents = [THING, OTHER, FRAGILE, MANY];
    // Opens all sessions and loads their table metadata, because the first statement of a session may be slow.
    for (const document of documents)
      await readAll(
        document,
        upTo(64).map((id) => id + 100),
      );
    for (const document of documents) {
      for (let id = 101; id <= 100 + RUNS; id += 1) await runDocument(tapped.app, document, { variables: { id } });
    }
    // Waits for the EXPLAIN statements, which would disturb the tests.
    const explained = () =>
      tapped.tap.messages.filter((message) => message.kind === 'parse' && message.text.startsWith('explain'));
    while (explained().length < documents.length) {
      // A statement with a slow first run needs more runs until it counts as fast.
      for (const document of documents) await runDocument(tapped.app, document, { variables: { id: 101 } });
    }
    await runDocument(tapped.app, MANY, { variables: { id: 1 } });
  });
  afterAll(() => tapped.close());
  beforeEach(() => {
    tapped.tap.messages.length = 0;
  });

  const readAll = (document: typeof THING, ids: readonly number[]) =>
    Promise.all(ids.map((id) => runDocument(tapped.app, document, { variables: { id } })));

  it('are sent in batches and get their own results', async () => {
    const ids = upTo(64);
    const results = await readAll(THING, ids);
    expect(results.map((result) => JSON.parse(dataText(result)).thing_by_pk)).toEqual(
      ids.map((id) => ({ id, name: `thing ${id}` })),
    );
    // If the machine stalls, some reads are retried separately.
    const again = tapped.count('execute') - 64;
    expect(again).toBeGreaterThanOrEqual(0);
    expect(tapped.count('sync')).toBe(64 + again);
    expect(tapped.count('arrival')).toBeLessThanOrEqual(16 + again);
  });

  it('are not batched if the planner expects them to be slow', async () => {
    await readAll(MANY, upTo(12));
    expect([tapped.count('execute'), tapped.count('arrival')]).toEqual([12, 12]);
  });

  it('succeed even if another read of the batch fails', async () => {
    const results = await readAll(FRAGILE, upTo(30));
    const failed = results.flatMap((result, index) => (codeOf(result) === 'answered' ? [] : [index + 1]));
    expect(failed).toEqual([13]);
    // Reads behind a slow one are retried.
    expect(tapped.count('sync')).toBe(tapped.count('execute'));
    expect(tapped.count('arrival')).toBeLessThan(tapped.count('execute') / 2);
    expect(
      results.flatMap((result) => (result.kind === 'answered' ? JSON.parse(result.data).fragiles[0].id : [])),
    ).toEqual(upTo(30).filter((id) => id !== 13));
  });

  it('succeed after all sessions were terminated', async () => {
    await tapped.asAdmin((admin) =>
      admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
      ),
    );
    const results = await readAll(THING, upTo(40));
    expect(new Set(results.map(codeOf))).toEqual(new Set(['answered']));
  });

  it('succeed if a session is terminated while they run', async () => {
    const results = readAll(FRAGILE, [1, 2, 99, 3, 4]);
    // Terminates the sleeping session once it sleeps.
    await tapped.asAdmin(async (admin) => {
      for (let ended = 0; ended === 0; ) {
        const { rows } = await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
        );
        ended = rows.length;
      }
    });
    expect((await results).map(codeOf)).toEqual(Array(5).fill('answered'));
  });

  it('do not wait for reads of a locked table', async () => {
    const locked: Promise<AnswerResult>[] = [];
    await tapped.asAdmin(async (admin) => {
      await admin.query('begin; lock table things');
      // Sends them one by one, so that they are not batched.
      for (const id of upTo(8)) {
        locked.push(runDocument(tapped.app, THING, { variables: { id } }));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const others = await readAll(OTHER, upTo(30));
      expect(new Set(others.map(codeOf))).toEqual(new Set(['answered']));
    });
    expect((await Promise.all(locked)).map(codeOf)).toEqual(Array(8).fill('answered'));
  });

  it('leave sessions to work outside their queue', async () => {
    let stopped = false;
    const ceaselessly = async (id: number): Promise<void> => {
      while (!stopped) await runDocument(tapped.app, MANY, { variables: { id } });
    };
    const load = upTo(20).map(ceaselessly);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // This never resolves under load unless sessions are released to waiting requests.
    await tapped.app.ping();
    stopped = true;
    await Promise.all(load);
  });

  it('are sent separately after a slow run', async () => {
    await readAll(FRAGILE, [1, 99, 2]);
    tapped.tap.messages.length = 0;
    await readAll(FRAGILE, upTo(10));
    expect([tapped.count('execute'), tapped.count('arrival')]).toEqual([10, 10]);
  });
});
