import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { filterOperators } from '../../src/scalars/operators.ts';
import type {
  ConsoleProblems,
  ConsoleRequest,
  ConsoleState,
  PackedModel,
} from '../../src/server/console/console-data.ts';
import { bootShop } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { fillKey, postJson, readModel, runExample } from './support/console-examples.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let rest: ServedRest;
beforeAll(async () => {
  rest = await serveRest(await bootShop({ database: 'console' }));
});
afterAll(() => rest.close());

const hasNoFunctions = ['mysql', 'mariadb'].includes(inject('server'));

const JSON_BODY = { 'content-type': 'application/json' };

describe('model.json', () => {
  it('describes the entities as a role sees them', async () => {
    const model = await readModel(rest, 'courier');
    expect(model).toMatchObject({
      role: 'courier',
      roles: expect.arrayContaining(['anonymous', 'authenticated', 'courier', 'staff', 'support']),
      choosesRole: true,
      paths: {
        graphql: '/graphql',
        graphiql: '/graphql',
        rest: '/api',
        swaggerUi: '/swagger',
        openApi: '/api/openapi.json',
        health: '/health',
      },
    });
    expect(model.entities.map(({ name }) => name)).toEqual(rest.application.model.entities.map(({ name }) => name));
    const order = model.entities.find(({ name }) => name === 'Order');
    expect(order).toMatchObject({
      source: { kind: 'table', name: expect.stringMatching(/(^|\.)orders$/) },
      key: ['id'],
      isReachable: true,
      rest: { path: '/api/Order', collection: ['PUT', 'PATCH'], item: ['PUT', 'PATCH'] },
      graphql: { changes: { update: 'updateOrder', updateMany: 'updateOrders', replace: 'replaceOrder' } },
      rights: {
        courier: {
          update: {
            fields: ['status', 'shipped_at'],
            policy: "@item.status eq 'PAID' or @item.status eq 'SHIPPED'",
          },
        },
        anonymous: { read: {} },
        authenticated: { read: {} },
        staff: { create: {}, read: {}, delete: { policy: "@item.status eq 'PENDING'" } },
      },
    });
    const { rights } = (await rest.fetch('/console/model.json', { role: 'courier' })).body as unknown as PackedModel;
    expect(new Set(rights.map((each) => JSON.stringify(each))).size).toBe(rights.length);
    expect(rights.length).toBeLessThan(model.entities.length);
    expect(order?.rights.courier).not.toHaveProperty('read');
    expect(order?.fields.every(({ isReadable }) => !isReadable)).toBe(true);
    expect(order?.fields.find(({ name }) => name === 'status')).toMatchObject({
      labels: expect.arrayContaining(['PENDING']),
      hasDefault: true,
    });
    for (const entity of model.entities) {
      const fields = rest.application.model.byName.get(entity.name)?.fields ?? [];
      expect(entity.fields.map(({ filter }) => model.filters[filter])).toEqual(
        fields.map(({ type }) => filterOperators(type)),
      );
    }
    expect(order?.relationships.find(({ name }) => name === 'billingAddress')).toEqual({
      name: 'billingAddress',
      target: 'Address',
      many: false,
      on: [['billing_address_id', 'id']],
    });
  });

  it('describes views, junctions, and procedures', async () => {
    const { entities } = await readModel(rest, 'staff');
    const named = (name: string) => entities.find((entity) => entity.name === name);
    expect(named('Sale')).toMatchObject({ source: { kind: 'view' }, key: ['month', 'country'] });
    expect(named('Product')?.relationships.find(({ name }) => name === 'suppliers')).toMatchObject({
      many: true,
      on: [
        ['id', 'product_id'],
        ['supplier_id', 'id'],
      ],
      through: expect.stringMatching(/(^|\.)product_suppliers$/),
    });
    expect(named('Restock')).toMatchObject({
      source: { kind: 'procedure' },
      examples: [{ title: 'Call the procedure', isChange: true }],
    });
  });

  it.skipIf(hasNoFunctions)('describes functions (the sample has none on MySQL and MariaDB)', async () => {
    const { entities } = await readModel(rest, 'staff');
    const named = (name: string) => entities.find((entity) => entity.name === name);
    expect(named('TopProducts')).toMatchObject({
      parameters: [
        { name: 'country', type: 'String', required: true },
        { name: 'since', type: 'Date', required: false },
        { name: 'places', type: 'Int', required: false, description: 'How many products at most.' },
      ],
      graphql: { execute: 'executeTopProducts' },
    });
  });

  it('has an ETag, and selects another role by its option', async () => {
    const { headers, body } = await rest.fetch('/console/model.json?role=staff', { role: 'anonymous' });
    expect([body.role, headers['cache-control']]).toEqual(['staff', 'private, no-cache']);
    const again = await rest.fetch('/console/model.json?role=staff', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
    const unknown = await rest.fetch('/console/model.json?role=stuff');
    expect([unknown.status, unknown.body.error.message]).toEqual([
      400,
      expect.stringContaining('Did you mean "staff"?'),
    ]);
  });
});

describe.each(['anonymous', 'authenticated', 'support', 'staff', 'courier'])('the examples of the role %s', (role) => {
  it('are answered without errors', async () => {
    const { entities } = await readModel(rest, role);
    const reads = entities.flatMap(({ examples }) => examples.filter(({ isChange }) => !isChange));
    expect(reads.length).toBeGreaterThan(15);
    for (const example of reads) {
      const { lacksKey, ...filled } = await fillKey(rest, example, role);
      expect([lacksKey, Object.keys(filled)]).toEqual([false, ['graphql', 'rest']]);
      expect(await runExample(rest, example, role)).toEqual([]);
    }
    for (const { name, isReachable, examples } of entities) {
      expect([name, examples.length > 0]).toEqual([name, isReachable]);
    }
  });

  it('that change data are valid', async () => {
    const { entities } = await readModel(rest, role);
    for (const example of entities.flatMap(({ examples }) => examples).filter(({ isChange }) => isChange)) {
      const { lacksKey, graphql } = await fillKey(rest, example, role);
      if (lacksKey) continue;
      const { status, body } = await postJson(rest, '/console/explain.json', graphql, role);
      expect([graphql, status, body.statements]).toEqual([graphql, 200, expect.arrayContaining([expect.anything()])]);
    }
  });
});

it('works in the style of Data API builder, whose plural names are connections', async () => {
  const styled = await serveRest(await bootShop({ change: withDabStyle }));
  try {
    const { entities } = await readModel(styled, 'staff');
    const examples = entities.flatMap((entity) => entity.examples.filter(({ isChange }) => !isChange));
    expect(examples.length).toBeGreaterThan(15);
    for (const example of examples) expect(await runExample(styled, example, 'staff')).toEqual([]);
  } finally {
    await styled.close();
  }
});

it('offers staff examples of every change', async () => {
  const { entities } = await readModel(rest, 'staff');
  const category = entities.find(({ name }) => name === 'Category');
  expect(category?.examples.map(({ title }) => title)).toEqual([
    'List rows',
    'Read one row',
    'Create a row',
    'Update a row',
    'Delete a row',
  ]);
  const create = category?.examples[2];
  const { status } = await rest.fetch(create?.rest?.path ?? '', {
    role: 'staff',
    method: create?.rest?.method ?? '',
    headers: JSON_BODY,
    body: JSON.stringify(create?.rest?.body),
  });
  expect(status).toBe(201);
});

describe('requests.json', () => {
  const listRequests = async (after = 0): Promise<readonly ConsoleRequest[]> =>
    (await rest.fetch(`/console/requests.json?after=${after}`)).body.requests as ConsoleRequest[];

  /** Returns the requests that the work has sent. */
  async function recorded(work: () => Promise<unknown>): Promise<readonly ConsoleRequest[]> {
    const before = (await listRequests()).at(-1)?.id ?? 0;
    await work();
    return listRequests(before);
  }

  it('lists requests of the APIs with their stages, entities, and statements', async () => {
    const requests = await recorded(async () => {
      await rest.fetch('/api/Order/1?$select=id', { role: 'staff' });
      await postJson(rest, '/graphql', { query: '{ customers(first: 1) { id orders(first: 1) { id } } }' }, 'support');
    });
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: '/api/Order/1?$select=id',
        role: 'staff',
        entities: ['Order'],
        status: 200,
        statements: 1,
        stages: [
          ['document', expect.any(Number)],
          ['plan', expect.any(Number)],
          ['database', expect.any(Number)],
          ['respond', expect.any(Number)],
        ],
      },
      { method: 'POST', url: '/graphql', role: 'support', entities: ['Customer', 'Order'], status: 200, statements: 1 },
    ]);
    expect(requests.every(({ error }) => error === undefined)).toBe(true);
    expect(Math.abs(Date.parse(requests[0]?.time ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('names the operation of a GraphQL request, with its root fields', async () => {
    const long = `query Long { ${Array.from({ length: 70 }, (_, index) => `a${index}: suppliers(first: 1) { id }`).join(' ')} }`;
    const spread =
      'query Spread { ...Roots } fragment Roots on Query { categories(first: 1) { id } orders(first: 1) { id } }';
    const requests = await recorded(async () => {
      const query =
        'query One { order_by_pk(id: 5) { id } } query Two { all: customers(first: 1) { id } suppliers { id } }';
      await postJson(rest, '/graphql', { query, operationName: 'Two' }, 'staff');
      await postJson(rest, '/graphql', { query: spread }, 'staff');
      await postJson(rest, '/graphql', { query: '{ nothing }' }, 'staff');
      await postJson(rest, '/graphql', { query: `{ ${'x'.repeat(3000)} }` }, 'staff');
      await postJson(rest, '/graphql', { query: '{' }, 'staff');
      await postJson(rest, '/graphql', { query: long }, 'staff');
      await rest.fetch('/api/Order/1', { role: 'staff' });
    });
    expect(requests.map(({ operation }) => operation)).toEqual([
      'query Two { customers suppliers }',
      'query Spread { categories orders }',
      'query { nothing }',
      `query { ${'x'.repeat(191)}…`,
      undefined,
      'query Long { suppliers }',
      undefined,
    ]);
    expect(requests.map(({ document }) => document)).toMatchObject([
      expect.stringContaining('order_by_pk(id: 5)'),
      spread,
      '{ nothing }',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('lists the errors of rejected requests', async () => {
    const requests = await recorded(async () => {
      await rest.fetch('/api/Employee', { role: 'support' });
      await rest.fetch('/api/Order', { role: 'nobody' });
      await rest.fetch(`/nothing?${'x'.repeat(1000)}`);
      await postJson(rest, '/graphql', { query: '{ nothing }' }, 'anonymous');
    });
    expect(requests.map(({ status, role, error }) => [status, role, error])).toEqual([
      [403, 'support', expect.stringMatching(/^Forbidden: The role "support" may not/)],
      [403, undefined, expect.stringMatching(/^Forbidden: Unknown role "nobody"/)],
      [404, undefined, 'EntityNotFound: Unknown path "/nothing".'],
      [200, 'anonymous', expect.stringMatching(/^EntityNotFound: /)],
    ]);
    expect(requests[2]?.url).toHaveLength(500);
  });

  it('omits the console, pages, and the health check', async () => {
    const headers = { accept: 'text/html, */*;q=0.8' };
    const requests = await recorded(async () => {
      for (const path of ['/', '/graphql', '/swagger', '/api', '/api/openapi.json', '/health']) {
        await rest.fetch(path, { headers });
      }
      await readModel(rest, 'staff');
      for (const path of ['/console/none', '/console/requests.json?after=x', '/console']) await rest.fetch(path);
    });
    expect(requests).toEqual([]);
  });

  it('keeps the last 200 requests', async () => {
    for (let index = 0; index < 210; index += 1) await rest.fetch('/api/Category/1');
    const requests = await listRequests();
    expect(requests).toHaveLength(200);
    const ids = requests.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await listRequests(ids[197])).toHaveLength(2);
  });
});

describe('state.json', () => {
  it('changes with the problems', async () => {
    const read = async () => (await rest.fetch('/console/state.json')).body as unknown as ConsoleState;
    const before = await read();
    expect(await read()).toEqual(before);
    rest.application.observers.observe({
      kind: 'problem',
      problem: { path: ['entities', 'Order'], message: 'New.', severity: 'warning' },
    });
    const after = await read();
    expect(after.model).toBe(before.model);
    expect(after.problems).not.toBe(before.problems);
  });
});

describe('problems.json', () => {
  it('lists problems, newest first, and the objects that no entity exposes', async () => {
    const problem = { path: ['entities', 'Order', 'fields', 0], message: 'Changed.', severity: 'warning' } as const;
    rest.application.observers.observe({ kind: 'problem', problem: { ...problem, message: 'Older.' } });
    rest.application.observers.observe({ kind: 'problem', problem });
    rest.application.observers.observe({ kind: 'problem', problem: { ...problem, severity: 'note' } });
    const { body } = await rest.fetch('/console/problems.json');
    const { problems, unexposed } = body as unknown as ConsoleProblems;
    expect(problems.slice(0, 2)).toEqual([
      { time: expect.any(String), severity: 'warning', path: 'entities.Order.fields.0', message: 'Changed.' },
      { time: expect.any(String), severity: 'warning', path: 'entities.Order.fields.0', message: 'Older.' },
    ]);
    expect(unexposed).toEqual([]);
  });

  it('replaces the mistakes of a failed reload by those of the next one', async () => {
    const mistake = (message: string) => [{ path: ['joinery.json'], message, severity: 'error' as const }];
    rest.application.observers.observe({ kind: 'reloadFailed', problems: mistake('First.') });
    rest.application.observers.observe({ kind: 'reloadFailed', problems: mistake('Second.') });
    const { problems } = (await rest.fetch('/console/problems.json')).body as unknown as ConsoleProblems;
    expect(problems.filter(({ path }) => path === 'joinery.json').map(({ message }) => message)).toEqual(['Second.']);
  });
});

describe('a database with tables that no entity exposes', () => {
  let tables: ServedTables;
  beforeAll(async () => {
    tables = await serveTables(
      'console_tables',
      `create table used (id int primary key, n int);
       create table linked (used_id int not null references used, other_id int not null references used, primary key (used_id, other_id));
       create table spare (id int primary key);
       create view spare_view as select id from spare;`,
      {
        Used: {
          source: 'used',
          permissions: [{ role: 'anonymous', actions: ['read'] }],
          relationships: {
            others: {
              hasMany: 'Used',
              through: { object: 'linked', sourceOn: { id: 'used_id' }, targetOn: { other_id: 'id' } },
            },
          },
        },
      },
    );
  });
  afterAll(() => tables.close());

  it('lists the tables and views without an entity, and no junction', async () => {
    const unexposed = await tables.application.readUnexposed();
    expect(unexposed.map(({ name }) => name).toSorted()).toEqual(['spare', 'spare_view']);
    await tables.sql('create table later (id int primary key)');
    expect(await tables.application.readUnexposed()).toBe(unexposed);
  });
});
