import { afterAll, beforeAll, expect, it } from 'vitest';
import { countWork } from '../support/count-work.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const all = { role: 'anonymous', actions: ['*'] };

let served: ServedTables;

beforeAll(async () => {
  served = await serveTables(
    'mutations_hazards',
    `create table docs (id int primary key, title varchar(4000));
     create table flags (id int generated always as identity primary key, a bool);`,
    { Doc: { source: 'docs', permissions: [all] }, Flag: { source: 'flags', permissions: [all] } },
    { runtime: { limits: { 'response-bytes': 2000 } } },
  );
});
afterAll(() => served.close());

it('deletes with an empty "nin" list are rejected, because the filter matches every row', async () => {
  const { code } = await served.error(
    'mutation ($n: [Int!]) { deleteDocs(filter: { id: { nin: $n } }) { affected } }',
    {
      variables: { n: [] },
    },
  );
  expect(code).toBe('BadRequest');
});

it('a committed write is reported as committed if its response is too large', async () => {
  const { text } = await served.send(
    `mutation { createDoc(item: { id: 900, title: "${'x'.repeat(3000)}" }) { title } }`,
  );
  const rows = await served.sql('select id from docs where id = 900');
  expect([text, rows.length]).toEqual([expect.stringContaining('The changes were committed'), 1]);
});

it('concurrent PUT and DELETE of the same key return only documented statuses', async () => {
  const statuses = new Set<string>();
  const request = async (method: string): Promise<void> => {
    const sent = method === 'PUT' && { headers: { 'content-type': 'application/json' }, body: '{"title":"a"}' };
    for (let turn = 0; turn < 100; turn += 1) {
      const { status } = await fetch(`${served.origin}/api/Doc/7`, { method, ...sent });
      statuses.add(`${method} ${status}`);
    }
  };
  await Promise.all(['PUT', 'PUT', 'PUT', 'DELETE', 'DELETE', 'DELETE'].map(request));
  expect([...statuses].filter((status) => !/^(PUT 20[01]|DELETE (204|404))$/.test(status))).toEqual([]);
});

it('boolean literals do not affect the plan', async () => {
  const work = countWork(served.application);
  for (const a of [true, false]) {
    await served.data('mutation ($i: CreateFlagInput!) { createFlag(item: $i) { id } }', { variables: { i: { a } } });
  }
  expect(work.plans).toBe(1);
});
