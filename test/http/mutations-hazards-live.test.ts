import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWork } from '../support/count-work.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const all = { role: 'anonymous', actions: ['*'] };
const run = { role: 'anonymous', actions: ['execute'] };
const routine = (object: string) => ({ source: { type: 'stored-procedure', object }, permissions: [run] });
const many = (name: string) => ({ type: { singular: name, plural: `${name}s` } });

let served: ServedTables;

beforeAll(async () => {
  served = await serveTables(
    'mutations_hazards',
    `create extension if not exists btree_gist;
     create table docs (id int primary key, title text);
     create table flags (id int generated always as identity primary key, a bool);
     create table owned (id int primary key, owner_id int);
     create table spans (id int, valid daterange, v text, primary key (id, valid without overlaps));
     create table audited (id int primary key, who text default current_setting('app.who', true));
     create function remember() returns trigger language plpgsql as
       $$ begin perform set_config('app.who', new.id::text, false); return null; end $$;
     create trigger remember after insert on audited for each row execute function remember();
     create function become(r text) returns void language plpgsql as $$ begin perform set_config('role', r, false); end $$;
     create function acting() returns text language sql stable as $$ select current_setting('role') $$;
     create function put_in_cart(item text) returns setof text language plpgsql as
       $$ begin create temp table if not exists cart (i text); insert into cart values (item); return query select i from cart; end $$;`,
    {
      Doc: { source: 'docs', permissions: [all] },
      Flag: { source: 'flags', permissions: [all] },
      Span: { source: 'spans', permissions: [all] },
      Audited: { source: 'audited', graphql: many('Audited'), permissions: [all] },
      Owned: {
        source: 'owned',
        graphql: many('Owned'),
        permissions: [
          all,
          { role: 'one', actions: ['read', { action: 'create', policy: { database: '@item.owner_id eq 1' } }] },
        ],
      },
      Become: routine('become'),
      Acting: { ...routine('acting'), graphql: { operation: 'query' } },
      PutInCart: routine('put_in_cart'),
    },
    { runtime: { limits: { 'response-bytes': 2000 } }, source: { pool: { max: 4 } } },
  );
});
afterAll(() => served.close());

describe('what one request leaves in a session is not met by the next', () => {
  it('a role', async () => {
    const [row] = await served.sql('select current_user as name');
    await served.data(`mutation { executeBecome(r: "${row?.name}") { __typename } }`);
    expect(await served.data('{ executeActing { result } }')).toEqual({ executeActing: [{ result: 'none' }] });
  });

  it('a temporary table', async () => {
    await served.data('mutation { executePutInCart(item: "mine") { result } }');
    expect(await served.data('mutation { executePutInCart(item: "yours") { result } }')).toEqual({
      executePutInCart: [{ result: 'yours' }],
    });
  });
});

it('a list that leaves out nothing is a filter that keeps every row', async () => {
  const { code } = await served.error(
    'mutation ($n: [Int!]) { deleteDocs(filter: { id: { nin: $n } }) { affected } }',
    {
      variables: { n: [] },
    },
  );
  expect(code).toBe('BadRequest');
});

it('what is done is told to be done, though its answer is too large', async () => {
  const { text } = await served.send(
    `mutation { createDoc(item: { id: 900, title: "${'x'.repeat(3000)}" }) { title } }`,
  );
  const rows = await served.sql('select id from docs where id = 900');
  expect([text, rows.length]).toEqual([expect.stringContaining('The changes are made'), 1]);
});

it('PUT meets DELETE of the same key', async () => {
  const statuses = new Set<string>();
  const ask = async (method: string): Promise<void> => {
    const sent = method === 'PUT' && { headers: { 'content-type': 'application/json' }, body: '{"title":"a"}' };
    for (let turn = 0; turn < 100; turn += 1) {
      const { status } = await fetch(`${served.origin}/api/Doc/7`, { method, ...sent });
      statuses.add(`${method} ${status}`);
    }
  };
  await Promise.all(['PUT', 'PUT', 'PUT', 'DELETE', 'DELETE', 'DELETE'].map(ask));
  expect([...statuses].filter((status) => !/^(PUT 20[01]|DELETE (204|404))$/.test(status))).toEqual([]);
});

it('truths shape no plan', async () => {
  const work = countWork(served.application);
  for (const a of [true, false]) {
    await served.data('mutation ($i: CreateFlagInput!) { createFlag(item: $i) { id } }', { variables: { i: { a } } });
  }
  expect(work.plans).toBe(1);
});

it('PUT of a row whose key is a period', async () => {
  const put = () =>
    fetch(`${served.origin}/api/Span/1/${encodeURIComponent('[2024-01-01,2024-02-01)')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"v":"a"}',
    });
  expect([(await put()).status, (await put()).status]).toEqual([201, 200]);
});
