import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { bootShop } from '../support/boot-shop.ts';
import { createDatabase } from '../support/create-database.ts';
import { server } from '../support/server.ts';
import { openSession, type Session } from '../support/sql/open-session.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

const DATABASE = 'mutations_late';

/** The first statements of a session take long on some engines. */
const LIMIT_MS = inject('server') === 'sqlserver' ? 5000 : 500;

let session: Session;
let served: ServedRest;

beforeAll(async () => {
  const url = await createDatabase(inject('server'), DATABASE, 'shop');
  session = openSession(inject('server'), url);
  await session.rows(`
    create function dawdle() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(${(LIMIT_MS + 100) / 1000});
      return new;
    end $$;
    create trigger dawdle before insert on categories for each row when (new.description = 'slow') execute function dawdle()`);
  const app = await bootShop({
    url,
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, limits: { ...config.runtime.limits, requestTimeoutMs: LIMIT_MS } },
    }),
  });
  served = await serveRest(app);
});
afterAll(async () => {
  await served.close();
  await session.close();
});

it.skipIf(!server.has('cancelRunningStatement'))('a mutation that exceeds its timeout is rolled back', async () => {
  const query = `mutation {
    a: createCategory(item: { name: "Late 1", description: "slow" }) { id }
    b: createCategory(item: { name: "Late 2" }) { id }
  }`;
  const { status, body } = await served.fetch('/graphql', {
    method: 'POST',
    role: 'staff',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect({ status, errors: body.errors }).toMatchObject({
    status: 504,
    errors: [{ extensions: { code: 'DatabaseTimeout' } }],
  });
  // Wait for the end of the statement.
  await setTimeout(500);
  const rows = await session.rows(`select name from categories where name like 'Late%'`);
  expect(rows).toEqual([]);
});

it('a mutation within its timeout is committed', async () => {
  const created = await served.fetch('/api/Category', {
    method: 'POST',
    role: 'staff',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"In time"}',
  });
  expect(created.status).toBe(201);
  const rows = await session.rows(`select name from categories where name = 'In time'`);
  expect(rows).toHaveLength(1);
});
