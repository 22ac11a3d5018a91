import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerResult, Application } from '../../src/app/application.ts';
import { ConfigurationError } from '../../src/base/problem.ts';
import { sampleQuery } from '../../src/server/graphql/sample-query.ts';
import { executeWithResolvers } from '../golden/execute-with-resolvers.ts';
import { codeOf, dataText } from '../support/ask.ts';
import { bootFile } from '../support/boot-file.ts';

const read = [{ role: 'anonymous', actions: ['read'] }];

/** A configuration as Data API builder's own tool writes it, of the sample shop. */
const dabConfig = {
  $schema: 'https://github.com/Azure/data-api-builder/releases/latest/download/dab.draft.schema.json',
  'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
  runtime: {
    compatibility: 'dab',
    rest: { enabled: true, path: '/api', 'request-body-strict': true },
    graphql: { enabled: true, path: '/graphql', 'allow-introspection': true },
    host: { cors: { origins: [], 'allow-credentials': false }, mode: 'production' },
  },
  entities: {
    Customer: {
      source: { object: 'public.customers', type: 'table' },
      graphql: { enabled: true, type: { singular: 'customer', plural: 'customers' } },
      rest: { enabled: true },
      permissions: [
        { role: 'anonymous', actions: [{ action: 'read', fields: { include: ['*'], exclude: ['email'] } }] },
      ],
      mappings: { loyalty_points: 'points' },
      relationships: {
        orders: { cardinality: 'many', 'target.entity': 'Order' },
        accountManager: { cardinality: 'one', 'target.entity': 'Employee' },
      },
    },
    Order: {
      source: 'orders',
      graphql: { type: 'order' },
      permissions: read,
      relationships: { customer: { cardinality: 'one', 'target.entity': 'Customer' } },
    },
    Employee: { source: 'employees', permissions: read },
    Product: {
      source: 'products',
      permissions: read,
      relationships: {
        suppliers: { cardinality: 'many', 'target.entity': 'Supplier', 'linking.object': 'product_suppliers' },
      },
    },
    Supplier: { source: 'suppliers', permissions: read },
  },
};

let app: Application;
beforeAll(async () => {
  app = await bootFile(dabConfig);
});
afterAll(() => app.close());

type Variables = Readonly<Record<string, unknown>>;

const requestOf = (query: string, variables: Variables = {}, { schema } = app) => {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  return {
    document,
    operationName: undefined,
    variables,
    identity: { role: 'anonymous', claims: {} },
  };
};

const send = (query: string, variables?: Variables): Promise<AnswerResult> => app.answer(requestOf(query, variables));

/** Asked both ways: by pass-through and by graphql-js. */
async function dataOf<T>(query: string, variables?: Variables): Promise<T> {
  const request = requestOf(query, variables);
  const data = JSON.parse(dataText(await app.answer(request)));
  expect(await executeWithResolvers(app, request)).toEqual(data);
  return data;
}

interface Page {
  readonly items: readonly { readonly id: number }[];
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

describe('what clients of Data API builder send', () => {
  it('is answered: a list with all of its arguments as variables', async () => {
    const { customers } = await dataOf<{ customers: Page }>(
      `query List($first: Int, $after: String, $filter: customerFilterInput, $orderBy: customerOrderByInput) {
        customers(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
          __typename
          items { id name points country }
          endCursor
          hasNextPage
        }
      }`,
      {
        first: 2,
        after: null,
        filter: { or: [{ country: { eq: 'NL' } }, { points: { gte: 5000 } }], name: { notContains: 'x' } },
        orderBy: { points: 'DESC', name: 'ASC' },
      },
    );
    expect(customers).toMatchObject({ __typename: 'customerConnection', hasNextPage: true });
    expect(customers.items).toHaveLength(2);
  });

  it('is answered: one item, and none', async () => {
    expect(await dataOf('{ customer_by_pk(id: 1) { id } no: customer_by_pk(id: 0) { id } }')).toEqual({
      customer_by_pk: { id: 1 },
      no: null,
    });
  });

  it('is answered: filters through relationships, and many-to-many', async () => {
    const { customers, products } = await dataOf<{
      customers: { items: { orders: { items: { total: number }[] } }[] };
      products: { items: { suppliers: { items: { id: number }[] } }[] };
    }>(
      `{ customers(filter: { orders: { total: { gt: 1000 } } }, first: 3) {
           items { orders(orderBy: { total: DESC }, first: 1) { items { total } } }
         }
         products(filter: { suppliers: { id: { gt: 0 } } }, first: 5) { items { suppliers { items { id } } } } }`,
    );
    expect(customers.items).toHaveLength(3);
    for (const { orders } of customers.items) expect(orders.items[0]?.total).toBeGreaterThan(1000);
    for (const { suppliers } of products.items) expect(suppliers.items.length).toBeGreaterThan(0);
  });

  it('walks pages until endCursor is null', async () => {
    const seen: number[] = [];
    const pages: number[] = [];
    let after: string | null = null;
    do {
      const { orders }: { orders: Page } = await dataOf<{ orders: Page }>(
        'query ($after: String) { orders(first: 300, after: $after) { items { id } endCursor hasNextPage } }',
        { after },
      );
      expect(orders.hasNextPage).toBe(orders.endCursor !== null);
      seen.push(...orders.items.map(({ id }) => id));
      pages.push(orders.items.length);
      after = orders.endCursor;
    } while (after !== null && pages.length < 10);
    const { orders: all } = await dataOf<{ orders: Page }>(
      '{ orders(first: -1) { items { id } endCursor hasNextPage } }',
    );
    expect(seen).toEqual(all.items.map(({ id }) => id));
    expect(pages.slice(0, 3)).toEqual([300, 300, expect.any(Number)]);
    expect(all).toMatchObject({ endCursor: null, hasNextPage: false });
  });

  it('goes on within a relationship', async () => {
    type One = { customer_by_pk: { orders: Page } };
    const query = `query ($after: String) {
      customer_by_pk(id: 3) { orders(first: 2, after: $after) { items { id } endCursor hasNextPage } }
    }`;
    const first = (await dataOf<One>(query)).customer_by_pk.orders;
    const second = (await dataOf<One>(query, { after: first.endCursor })).customer_by_pk.orders;
    const { customer_by_pk } = await dataOf<One>('{ customer_by_pk(id: 3) { orders(first: 4) { items { id } } } }');
    expect([...first.items, ...second.items]).toEqual(customer_by_pk.orders.items);
  });

  it('takes -1 for the largest page, in documents and in variables', async () => {
    const query = 'query ($n: Int) { orders(first: $n) { items { id } } }';
    const { orders } = await dataOf<{ orders: Page }>(query, { n: -1 });
    expect(orders.items.length).toBeGreaterThan(500);
    expect(await dataOf('{ orders(first: -1) { items { id } } }')).toEqual({ orders });
    expect(await dataOf(query, { n: 100_000 })).toEqual({ orders });
    for (const n of [-2, -100]) expect(codeOf(await send(query, { n }))).toBe('BadRequest');
    expect(codeOf(await send(query, { n: 100_001 }))).toBe('LimitExceeded');
    expect(codeOf(await send('{ orders(first: -2) { items { id } } }'))).toBe('BadRequest');
    const { orders: usual } = await dataOf<{ orders: Page }>(query, { n: null });
    expect(usual.items).toHaveLength(100);
  });

  it('may leave an order out, or say nothing in it', async () => {
    const query = 'query ($o: orderOrderByInput) { orders(first: 3, orderBy: $o) { items { id } } }';
    const plain = await dataOf(query);
    for (const o of [null, {}, { total: null }]) expect(await dataOf(query, { o })).toEqual(plain);
    expect(await dataOf(query, { o: { total: null, id: 'DESC' } })).not.toEqual(plain);
  });

  it('is not held to the rows that an answer may come to, unless the file bounds them', async () => {
    const nested = 'query ($n: Int) { customers(first: $n) { items { orders { items { id } } } } }';
    expect(codeOf(await send(nested, { n: -1 }))).toBe('answered');
    const limits = { rows: 1_000_000 };
    const bounded = await bootFile({ ...dabConfig, runtime: { ...dabConfig.runtime, limits } });
    const answers = [-1, 10_000].map((n) => bounded.answer(requestOf(nested, { n }, bounded)));
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['LimitExceeded', 'answered']);
    await bounded.close();
  });

  it('finds neither lists beside connections nor lists of orders', () => {
    const mistakes = (query: string) => validate(app.schema, parse(query)).map(({ message }) => message);
    expect(mistakes('{ customers_connection { items { id } } }')).toHaveLength(1);
    expect(mistakes('{ customers { id } }').join()).toContain('"id" on type "customerConnection"');
    expect(mistakes('{ customers { items { orders_connection { items { id } } } } }')).toHaveLength(1);
    expect(mistakes('query ($o: [customerOrderByInput!]) { customers(orderBy: $o) { items { id } } }')).toHaveLength(1);
  });

  it('has a sample that runs', async () => {
    const sample = sampleQuery(app);
    expect(sample).toMatch(/^\{\n {2}customers\(first: 3\) \{\n {4}items \{/);
    expect(sample).toContain('orders(first: 3) {\n        items {');
    expect(codeOf(await send(sample))).toBe('answered');
  });
});

describe('names', () => {
  const withRelationship = (name: string, compatibility?: string) =>
    bootFile({
      ...dabConfig,
      runtime: { ...(compatibility && { compatibility }) },
      entities: {
        ...dabConfig.entities,
        Customer: {
          ...dabConfig.entities.Customer,
          relationships: {
            orders: { cardinality: 'many', 'target.entity': 'Order' },
            [name]: { cardinality: 'many', 'target.entity': 'Order' },
          },
        },
      },
    });

  it('that end in _connection are free', async () => {
    await (await withRelationship('orders_connection', 'dab')).close();
    await expect(withRelationship('orders_connection')).rejects.toThrow(ConfigurationError);
  });

  it('that are taken are told', async () => {
    await expect(withRelationship('name', 'dab')).rejects.toThrow(ConfigurationError);
  });
});

describe('mistakes that the service can do without', () => {
  const withUnfit = (compatibility?: string): object => ({
    ...dabConfig,
    runtime: { ...(compatibility && { compatibility }) },
    entities: {
      Supplier: {
        source: 'suppliers',
        permissions: [
          { role: 'anonymous', actions: ['read'] },
          { role: 'clerk', actions: [{ action: 'read', policy: { database: '@item.nowhere eq 1' } }] },
        ],
      },
      Restock: {
        source: { object: 'restock', type: 'stored-procedure', parameters: { amount: '' } },
        permissions: [{ role: 'anonymous', actions: ['execute'] }],
      },
    },
  });
  const withMistakes = (compatibility?: string): { content: object; told: string[] } => ({
    told: [],
    content: {
      ...dabConfig,
      runtime: { ...(compatibility && { compatibility }) },
      entities: {
        Supplier: { ...dabConfig.entities.Supplier, mappings: { nam: 'label', id: 'number' } },
        Product: {
          source: 'products',
          fields: [{ name: 'colour', description: 'What it looks like.' }, { name: 'name' }],
          permissions: [
            { role: 'anonymous', actions: ['read'] },
            { role: 'clerk', actions: ['read', { action: 'delete', policy: { database: '@item ne 1' } }] },
            { role: 'nobody', actions: [{ action: 'read', policy: { database: '@item ne 1' } }] },
          ],
        },
      },
    },
  });

  it('are warnings: a column that is not there, and a policy that cannot be read, whose action is withheld', async () => {
    const { content, told } = withMistakes('dab');
    const tolerant = await bootFile(content, ({ path, message }) => told.push(`${path.join(' ')}: ${message}`));
    try {
      expect(told.filter((line) => !line.includes('read as text'))).toEqual([
        'entities Supplier fields: Column "nam" of "suppliers" does not exist: what is said of it is ignored. Did you mean "name"?',
        expect.stringMatching(/^entities Product fields: Column "colour" of "products" does not exist: what is said/),
        expect.stringMatching(
          /^entities Product permissions 1 .* The action is withheld from the role, as its policy cannot be read\. .*@item ne 1/,
        ),
        expect.stringMatching(/^entities Product permissions 2 .* The action is withheld/),
      ]);
      const ask = (query: string, role: string) =>
        tolerant.answer({ ...requestOf(query, {}, tolerant), identity: { role, claims: {} } });
      expect(codeOf(await ask('{ suppliers { items { number name } } }', 'anonymous'))).toBe('answered');
      expect(codeOf(await ask('{ products { items { id } } }', 'clerk'))).toBe('answered');
      expect(codeOf(await ask('{ products { items { id } } }', 'nobody'))).toBe('Forbidden');
      expect(tolerant.schema.getMutationType()).toBeUndefined();
    } finally {
      await tolerant.close();
    }
  });

  it('are warnings: a policy that names no column, and a default that does not fit its parameter', async () => {
    const told: string[] = [];
    const tolerant = await bootFile(withUnfit('dab'), ({ path, message }) =>
      told.push(`${path.join(' ')}: ${message}`),
    );
    try {
      expect(told).toEqual([
        expect.stringMatching(
          /^entities Supplier permissions clerk read policy: The action is withheld .* Unknown field "nowhere"/,
        ),
        expect.stringMatching(
          /^entities Restock source parameters: The default of the parameter "amount" .* It is left out\./,
        ),
      ]);
      const ask = (query: string, role: string) =>
        tolerant.answer({ ...requestOf(query, {}, tolerant), identity: { role, claims: {} } });
      expect(codeOf(await ask('{ suppliers { items { id } } }', 'anonymous'))).toBe('answered');
      expect(codeOf(await ask('{ suppliers { items { id } } }', 'clerk'))).toBe('Forbidden');
      const [amount] = tolerant.schema.getMutationType()?.getFields().executeRestock?.args.slice(1) ?? [];
      expect(amount).toMatchObject({ name: 'amount', defaultValue: undefined });
    } finally {
      await tolerant.close();
    }
    await expect(bootFile(withUnfit())).rejects.toThrow(ConfigurationError);
  });

  it('keep the service from starting without compatibility, and where a key needs the column', async () => {
    const error: unknown = await bootFile(withMistakes().content).catch((thrown: unknown) => thrown);
    const problems = error instanceof ConfigurationError ? error.problems : [];
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(4);
    const keyed = {
      Supplier: { source: 'suppliers', fields: [{ name: 'nr', 'primary-key': true }], permissions: read },
    };
    await expect(bootFile({ ...dabConfig, entities: keyed })).rejects.toThrow(ConfigurationError);
  });
});
