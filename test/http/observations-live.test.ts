import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../src/base/errors.ts';
import type { Observation, ReceivedRequest } from '../../src/base/observation.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;
const observed: Observation[] = [];

beforeAll(async () => {
  const application = await bootShop({ database: 'observations' });
  const keep = (observation: Observation): unknown => observed.push(observation);
  application.observers.add({
    requestStarted: keep,
    stage: keep,
    planned: keep,
    executed: keep,
    rejected: keep,
    responseSent: keep,
  });
  rest = await serveRest(application);
});
beforeEach(() => {
  observed.length = 0;
});
afterAll(() => rest.close());

/** Returns the observations of a request once its response has been sent. */
async function observe(exchange: Promise<unknown>): Promise<readonly Observation[]> {
  await exchange;
  await expect.poll(() => observed.at(-1)?.kind).toBe('responseSent');
  return observed.splice(0);
}

const duration = expect.any(Number);

it('a request reports its start, its stages, and its response under one request', async () => {
  const observations = await observe(rest.get('Category/1', { $select: 'name' }));
  expect(
    observations.map((observation) => (observation.kind === 'stage' ? observation.stage : observation.kind)),
  ).toEqual(['requestStarted', 'document', 'planned', 'plan', 'executed', 'database', 'respond', 'responseSent']);
  expect(
    new Set(observations.flatMap((observation) => ('request' in observation ? [observation.request] : []))).size,
  ).toBe(1);
  expect(observations.find(({ kind }) => kind === 'planned')).toMatchObject({
    identity: { role: 'anonymous' },
    entities: ['Category'],
    duration,
  });
  expect(observations.find(({ kind }) => kind === 'executed')).toMatchObject({
    identity: { role: 'anonymous', claims: {} },
    entities: ['Category'],
    statements: 1,
    changes: [],
    duration,
  });
  const answered = observations.find((observation) => observation.kind === 'responseSent');
  expect(answered).toMatchObject({ route: '/api/*', status: 200, duration });
  const { method, url, identity }: Partial<ReceivedRequest> = answered?.request ?? {};
  expect({ method, url, identity }).toEqual({
    method: 'GET',
    url: '/api/Category/1?$select=name',
    identity: { role: 'anonymous', claims: {} },
  });
});

it('a cached plan is not reported as planned', async () => {
  const path = 'Category/2?$select=name,parent_id';
  expect((await observe(rest.fetch(`/api/${path}`))).map(({ kind }) => kind)).toContain('planned');
  expect((await observe(rest.fetch(`/api/${path}`))).map(({ kind }) => kind)).not.toContain('planned');
});

it('a write reports the role, the entities, and the number of rows', async () => {
  const document = `mutation {
    createCategories(items: [{ name: "One" }, { name: "Two" }]) { affected }
    updateProduct(id: 1, item: { name: "Other" }) { id }
  }`;
  const headers = { 'content-type': 'application/json' };
  const observations = await observe(
    rest.fetch('/graphql', { method: 'POST', role: 'staff', headers, body: JSON.stringify({ query: document }) }),
  );
  expect(observations.find(({ kind }) => kind === 'executed')).toMatchObject({
    identity: { role: 'staff' },
    changes: [
      { entity: 'Category', rows: 2, created: true },
      { entity: 'Product', rows: 1, created: false },
    ],
  });
  expect(observations.at(-1)).toMatchObject({ route: '/graphql', status: 200 });
});

it('a statement that the database rejects is reported as executed with its error, and as refused', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Lost', parent_id: 32_000 });
  const observations = await observe(rest.fetch('/api/Category', { method: 'POST', role: 'staff', headers, body }));
  const executed = observations.find(({ kind }) => kind === 'executed');
  expect(executed).toMatchObject({ changes: [], error: expect.any(ApiError) });
  expect(observations.find(({ kind }) => kind === 'rejected')).toMatchObject({
    apiError: { code: 'ConstraintViolated' },
  });
  expect(observations.at(-1)).toMatchObject({ status: 400 });
});

it('a forbidden request is refused and never reaches the database', async () => {
  const observations = await observe(rest.fetch('/api/Category/1', { method: 'DELETE' }));
  expect(observations.map(({ kind }) => kind)).toEqual(['requestStarted', 'rejected', 'responseSent']);
  expect(observations[1]).toMatchObject({ apiError: { code: 'Forbidden' } });
});

it('an unknown path has no route', async () => {
  const observations = await observe(rest.fetch('/nowhere'));
  expect(observations).toMatchObject([
    { kind: 'requestStarted' },
    { kind: 'rejected', apiError: { code: 'EntityNotFound' } },
    { kind: 'responseSent', route: undefined, status: 404 },
  ]);
});
