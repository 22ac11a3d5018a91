import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditSettings, Config, EntityAudit } from '../../src/config/config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

let shop: ServedShop;
let file: string;
let seen = 0;

const entityAudits: Readonly<Record<string, Partial<EntityAudit>>> = {
  Employee: { actions: [] },
  Category: { actions: ['update'], includeValues: true },
  Product: { includeValues: true },
};

const withAudit =
  (settings: Partial<AuditSettings>) =>
  (config: Config): Config => ({
    ...config,
    runtime: {
      ...config.runtime,
      audit: {
        target: { kind: 'file', path: file },
        queueBytes: 1_000_000,
        sync: 'never',
        onFailure: 'refuse',
        subjectClaim: 'sub',
        ...settings,
      },
    },
    entities: config.entities.map((entity) => ({
      ...entity,
      audit: { ...entity.audit, ...entityAudits[entity.name] },
    })),
  });

beforeAll(async () => {
  file = join(await makeTemporaryFolder(), 'log', 'audit.jsonl');
  shop = await serveShop({ database: 'audit_live', change: withAudit({}) });
});
afterAll(() => shop.close());

type Line = Readonly<Record<string, unknown>>;

/** Returns the new lines without time and id. Checks these members. */
function takeLines(): readonly Line[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(seen);
  seen += lines.length;
  return lines.map((text) => {
    const { time, id, ...line } = JSON.parse(text);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(id).toMatch(/^[\w-]{12}-\d+$/);
    return line;
  });
}

const graphql = (query: string, role = 'staff', variables: object = {}) =>
  shop.post(JSON.stringify({ query, variables }), { 'x-api-role': role, 'x-request-id': 'r' });

const rest = (method: string, path: string, body?: object, role = 'staff') =>
  fetch(`${shop.origin}/api/${path}`, {
    method,
    headers: { 'x-api-role': role, 'x-request-id': 'r', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const staff = { request: 'r', role: 'staff' };

describe('a read', () => {
  it('has a line per root field, and a line per other entity', async () => {
    await graphql('{ a: order_by_pk(id: 1) { id } b: orders(first: 1) { customer { name accountManager { id } } } }');
    expect(takeLines()).toEqual([
      { ...staff, entity: 'Order', action: 'read', keys: [{ id: 1 }], outcome: 'ok' },
      { ...staff, entity: 'Order', action: 'read', outcome: 'ok' },
      { ...staff, entity: 'Customer', action: 'read', outcome: 'ok' },
    ]);
  });

  it('names entities in filters', async () => {
    await graphql('{ addresses(first: 1, filter: { customer: { id: { eq: 1 } } }) { id } }');
    expect(takeLines().map(({ entity }) => entity)).toEqual(['Address', 'Customer']);
  });

  it('of REST has the key of its path', async () => {
    await rest('GET', 'Order/2');
    await rest('GET', 'Order?$first=1');
    expect(takeLines()).toEqual([
      { ...staff, entity: 'Order', action: 'read', keys: [{ id: expect.anything() }], outcome: 'ok' },
      { ...staff, entity: 'Order', action: 'read', outcome: 'ok' },
    ]);
  });

  it('of the schema has no line', async () => {
    await graphql('{ __schema { queryType { name } } __typename }');
    await fetch(`${shop.origin}/health`);
    await graphql('{ order_by_pk(id: 1) { id } }');
    expect(takeLines()).toHaveLength(1);
  });

  it('includes values if the entity does', async () => {
    await graphql('query ($name: String) { products(first: 1, filter: { name: { eq: $name } }) { id } }', 'staff', {
      name: 'Oak',
    });
    expect(takeLines()).toMatchObject([{ entity: 'Product', values: { first: 1, filter: { name: { eq: 'Oak' } } } }]);
  });
});

describe('a change', () => {
  it('has a line before it, and a line with its outcome', async () => {
    const created = await graphql(
      'mutation { createCustomer(item: { name: "A", email: "a@b.c", country: "DE" }) { id } }',
    );
    const { data } = (await created.json()) as { data: { createCustomer: { id: number } } };
    const { id } = data.createCustomer;
    const change = { ...staff, entity: 'Customer', action: 'create' };
    expect(takeLines()).toEqual([
      { ...change, outcome: 'pending' },
      { ...change, keys: [{ id }], rows: 1, outcome: 'ok' },
    ]);
    await rest('PATCH', `Customer/${id}`, { name: 'B' });
    const update = { ...staff, entity: 'Customer', action: 'update', keys: [{ id: expect.anything() }] };
    expect(takeLines()).toEqual([
      { ...update, outcome: 'pending' },
      { ...update, rows: 1, outcome: 'ok' },
    ]);
    await graphql(`mutation { deleteCustomers(filter: { id: { eq: ${id} } }) { affected } }`);
    const deletion = { ...staff, entity: 'Customer', action: 'delete' };
    expect(takeLines()).toEqual([
      { ...deletion, outcome: 'pending' },
      { ...deletion, rows: 1, outcome: 'ok' },
    ]);
  });

  it('of REST has the generated key', async () => {
    const response = await rest('POST', 'Customer', { name: 'C', email: 'c@b.c', country: 'DE' });
    const { id } = (await response.json()) as { id: number };
    expect(takeLines()).toMatchObject([{ outcome: 'pending' }, { keys: [{ id: String(id) }], rows: 1, outcome: 'ok' }]);
  });

  it('of related rows has lines for each entity', async () => {
    await graphql(`mutation { createCustomer(item: { name: "D", email: "d@b.c", country: "DE", addresses: [
      { line1: "1", city: "2", country: "DE" }, { line1: "1", city: "2", country: "DE" }
    ] }) { id } }`);
    expect(takeLines().map(({ entity, action, rows, outcome }) => [entity, action, rows, outcome])).toEqual([
      ['Customer', 'create', undefined, 'pending'],
      ['Address', 'create', undefined, 'pending'],
      ['Customer', 'create', 1, 'ok'],
      ['Address', 'create', 2, 'ok'],
    ]);
  });

  it('that fails has the code of its error', async () => {
    await graphql('mutation { updateCustomer(id: 1, item: { email: "d@b.c" }) { id } }');
    await graphql('mutation { deleteOrder(id: -1) { id } }');
    expect(takeLines()).toMatchObject([
      { action: 'update', keys: [{ id: 1 }], outcome: 'pending' },
      { action: 'update', keys: [{ id: 1 }], outcome: 'failed', code: 'Conflict' },
      { action: 'delete', keys: [{ id: -1 }], outcome: 'pending' },
      { action: 'delete', keys: [{ id: -1 }], rows: 0, outcome: 'ok' },
    ]);
  });

  it('is audited only for the configured actions', async () => {
    await graphql('{ employees(first: 1) { id } categories(first: 1) { id } }');
    await graphql('mutation { updateCategory(id: 1, item: { name: "New" }) { id } }');
    expect(takeLines()).toMatchObject([
      { entity: 'Category', values: { id: 1, item: { name: 'New' } }, outcome: 'pending' },
      { entity: 'Category', rows: 1, outcome: 'ok' },
    ]);
  });
});

it('a malformed value, such as a cursor, has no line', async () => {
  await graphql('{ orders_connection(after: "x") { items { id } } }');
  await graphql('query ($id: Int!) { order_by_pk(id: $id) { id } }', 'staff', { id: 'x' });
  await rest('GET', 'Order?$after=x');
  await graphql('{ orders(first: 100000) { id } }');
  expect(takeLines()).toEqual([
    { ...staff, entity: 'Order', action: 'read', outcome: 'failed', code: 'LimitExceeded' },
  ]);
});

describe('a denied request', () => {
  it('has a line', async () => {
    await graphql('mutation { deleteOrder(id: 1) { id } }', 'anonymous');
    await rest('DELETE', 'Order/1', undefined, 'anonymous');
    await rest('GET', 'Order/1', undefined, 'nobody');
    expect(takeLines()).toEqual([
      { request: 'r', role: 'anonymous', entity: 'Order', action: 'delete', keys: [{ id: 1 }], ...denied() },
      { request: 'r', role: 'anonymous', entity: 'Order', action: 'delete', ...denied() },
      { request: 'r', entity: 'Order', action: 'read', ...denied() },
    ]);
  });
});

const denied = () => ({ outcome: 'denied', code: expect.stringMatching(/^(Forbidden|Unauthenticated)$/) });
