import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const all = { role: 'anonymous', actions: ['*'] };
const run = { role: 'anonymous', actions: ['execute'] };
const routine = (object: string) => ({ source: { type: 'stored-procedure', object }, permissions: [run] });
const many = (name: string) => ({ type: { singular: name, plural: `${name}s` } });

let served: ServedTables;

beforeAll(async () => {
  served = await serveTables(
    'session_leftovers',
    `create function become(r text) returns void language plpgsql as $$ begin perform set_config('role', r, false); end $$;
     create table stamped (id int primary key, at timestamptz default '2024-05-06 07:08:09Z');
     create table travelled (id int primary key);
     create function travel() returns trigger language plpgsql as
       $$ begin perform set_config('timezone', 'America/New_York', false); return null; end $$;
     create trigger travel after insert on travelled for each row execute function travel();
     create function fly() returns int language plpgsql stable as $$ begin perform set_config('timezone', 'Asia/Tokyo', false); return 1; end $$;
     create function lock_and_fail(key bigint) returns int language plpgsql as
       $$ begin perform pg_advisory_lock(key); raise exception 'enough'; end $$;
     create function leaf() returns int language plpgsql as
       $$ declare found int; begin execute 'declare leaves cursor with hold for select 1'; return 1; end $$;
     create function acting() returns text language sql stable as $$ select current_setting('role') $$;
     create function put_in_cart(item text) returns setof text language plpgsql as
       $$ begin create temp table if not exists cart (i text); insert into cart values (item); return query select i from cart; end $$;`,
    {
      Stamped: { source: 'stamped', graphql: many('Stamped'), permissions: [all] },
      Travelled: { source: 'travelled', graphql: many('Travelled'), permissions: [all] },
      Fly: routine('fly'),
      FlyToRead: { ...routine('fly'), graphql: { operation: 'query' } },
      LockAndFail: routine('lock_and_fail'),
      Leaf: routine('leaf'),
      Become: routine('become'),
      Acting: { ...routine('acting'), graphql: { operation: 'query' } },
      PutInCart: routine('put_in_cart'),
    },
    { source: { pool: { max: 4 } } },
  );
});
afterAll(() => served.close());

describe('session state of a request', () => {
  it('does not leak a role', async () => {
    const [row] = await served.sql('select current_user as name');
    await served.data(`mutation { executeBecome(r: "${row?.name}") { __typename } }`);
    expect(await served.data('{ executeActing { result } }')).toEqual({ executeActing: [{ result: 'none' }] });
  });

  it.each([
    ['by a trigger', (id: number) => `mutation { createTravelled(item: { id: ${id} }) { id } }`],
    ['by a function that claims to be read-only', () => 'mutation { executeFly { __typename } }'],
    ['by such a function in a query', () => '{ executeFlyToRead { __typename } }'],
  ])('does not leak a time zone set %s', async (how, document) => {
    // Each of the at most two sessions is used at least once.
    for (let turn = 0; turn < 6; turn += 1) {
      const id = 100 * how.length + turn;
      await served.data(document(id));
      const { createStamped } = await served.data(`mutation { createStamped(item: { id: ${id} }) { at } }`);
      expect(createStamped).toEqual({ at: '2024-05-06T07:08:09+00:00' });
    }
  });

  it('does not leak a lock after an error', async () => {
    expect((await served.error('mutation { executeLockAndFail(key: 4711) { __typename } }')).code).toBe(
      'ApplicationError',
    );
    expect(await served.sql("select objid from pg_locks where locktype = 'advisory' and objid = 4711")).toEqual([]);
  });

  it('does not leak a cursor that outlives its transaction', async () => {
    for (let turn = 0; turn < 4; turn += 1) await served.data('mutation { executeLeaf { __typename } }');
  });

  it('does not leak a temporary table', async () => {
    await served.data('mutation { executePutInCart(item: "mine") { result } }');
    expect(await served.data('mutation { executePutInCart(item: "yours") { result } }')).toEqual({
      executePutInCart: [{ result: 'yours' }],
    });
  });
});
