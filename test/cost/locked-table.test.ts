import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, runDocument } from '../support/run-document.ts';
import { bootTapped, RUNS, type Tapped, upTo } from './boot-tapped.ts';

const SQL = `
  create table things (id int primary key, name text);
  insert into things select n, 'thing ' || n from generate_series(1, 200) n;
  create table others (id int primary key);
  insert into others select generate_series(1, 200);
  analyze;
`;

const THING = parse('query ($id: Int!) { thing_by_pk(id: $id) { id name } }');
const RENAME = parse('mutation ($id: Int!) { updateThing(id: $id, item: { name: "new" }) { id } }');
const OTHER = parse('query ($id: Int!) { other_by_pk(id: $id) { id } }');
const ADD = parse('mutation ($id: Int!) { createOther(item: { id: $id }) { id } }');

describe('a locked table', () => {
  let tapped: Tapped;

  beforeAll(async () => {
    const permissions = [{ role: 'anonymous', actions: ['*'] }];
    tapped = await bootTapped('locked_table', SQL, {
      Thing: { source: 'things', permissions },
      Other: { source: 'others', permissions },
    });
    for (const document of [THING, OTHER]) {
      for (const id of upTo(RUNS)) await runDocument(tapped.app, document, { variables: { id } });
    }
  });
  afterAll(() => tapped.close());

  const codesOf = async (document: typeof THING, ids: readonly number[]) =>
    new Set((await Promise.all(ids.map((id) => runDocument(tapped.app, document, { variables: { id } })))).map(codeOf));

  it('does not delay reads of other tables in the same turn', async () => {
    const { locked, others } = await tapped.asAdmin(async (admin) => {
      await admin.query('begin; lock table things');
      // Interleaves both kinds, so that each batch contains both.
      const all = upTo(120).map((id) => ({ id, document: id % 5 === 0 ? THING : OTHER }));
      const reads = all.map(({ id, document }) => ({
        document,
        result: runDocument(tapped.app, document, { variables: { id } }),
      }));
      const resultsOf = (document: typeof THING) =>
        Promise.all(reads.flatMap((read) => (read.document === document ? [read.result] : [])));
      return { locked: resultsOf(THING), others: (await resultsOf(OTHER)).map(codeOf) };
    });
    expect(others).toEqual(Array(96).fill('answered'));
    expect((await locked).map(codeOf)).toEqual(Array(24).fill('answered'));
  });

  it('leaves sessions to requests for other tables', async () => {
    const { locked, strangers } = await tapped.asAdmin(async (admin) => {
      await admin.query('begin; lock table things');
      const waiting = [codesOf(THING, upTo(60)), codesOf(RENAME, upTo(60))];
      // By then the requests occupy all sessions that they can get.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const codes = [];
      for (const round of upTo(3)) {
        codes.push(await codesOf(OTHER, upTo(30)));
        codes.push(
          await codesOf(
            ADD,
            upTo(10).map((n) => 1000 * round + n),
          ),
        );
      }
      return { locked: waiting, strangers: codes };
    });
    expect(strangers).toEqual(Array(6).fill(new Set(['answered'])));
    expect(await Promise.all(locked)).toEqual([new Set(['answered']), new Set(['answered'])]);
  });
});
