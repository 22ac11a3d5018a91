import { parse } from 'graphql';
import { expect, it, onTestFinished } from 'vitest';
import { ask, codeOf } from '../support/ask.ts';
import { bootTapped, RUNS, upTo } from './boot-tapped.ts';

const CREATE = parse('mutation ($id: Int!) { createThing(item: { id: $id }) { id } }');

/** Creates things in a service with this pool, whose inserts of them are known to be brief. */
async function startCreating(pool: Readonly<Record<string, number>>) {
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const things = { Thing: { source: 'things', permissions } };
  const tapped = await bootTapped('shared_places', 'create table things (id int primary key)', things, pool);
  onTestFinished(() => tapped.close());
  const create = async (id: number) => codeOf(await ask(tapped.app, CREATE, { variables: { id } }));
  const learned = [];
  for (const id of upTo(RUNS)) learned.push(await create(id));
  return { create, learned };
}

it('who finds a session free need not wait, where nobody may', async () => {
  const { create, learned } = await startCreating({ max: 4, 'max-waiting': 0 });
  expect(new Set([...learned, await create(RUNS + 1)])).toEqual(new Set(['answered']));
});

it('who was let in is not refused because another one of the batch failed', async () => {
  const { create } = await startCreating({ max: 1, 'max-waiting': 4 });
  const ids = upTo(7).map((id) => RUNS + id);
  const [first, ...others] = await Promise.all([1, ...ids].map(create));
  expect([first, ...others]).toEqual(['Conflict', ...ids.map(() => 'answered')]);
});
