import { parse, validate } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';

/** The shop with the role `clerk`, restricted by these policies, without e-mail addresses and totals. */
const withClerk =
  (
    policies: Readonly<Record<string, string>>,
    runtime: (runtime: Config['runtime']) => Config['runtime'] = (it) => it,
  ) =>
  (config: Config): Config => ({
    ...config,
    runtime: runtime(config.runtime),
    entities: config.entities.map((entity) => {
      const policy = policies[entity.name];
      const exclude = hidden[entity.name] ?? [];
      const right = { action: 'read', exclude, ...(policy === undefined ? {} : { policy }) } as const;
      return { ...entity, permissions: [...entity.permissions, { role: 'clerk', actions: [right] }] };
    }),
  });

const hidden: Readonly<Record<string, readonly string[]>> = { Customer: ['email'], Order: ['total'] };

async function dataOf(app: Application, query: string, variables: Readonly<Record<string, unknown>> = {}) {
  expect(validate(app.schema, parse(query))).toEqual([]);
  return JSON.parse(dataText(await runDocument(app, query, { variables, role: 'clerk' })));
}

async function select(query: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: inject('postgres') });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

const MEAN =
  '{ orderDetails_connection { groupBy(HAVING) { aggregations { mean: avg(field: discount, distinct: true) } } } }';

describe('groups for a role', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop({
      change: withClerk({
        Customer: "@item.country ne 'NL'",
        Order: "@item.status ne 'CANCELLED'",
        ProductSupplier: '@item.preferred eq true',
      }),
    });
  });
  afterAll(() => app.close());

  it('include only rows allowed by its policies, also if nested or through a junction', async () => {
    const {
      customers_connection: root,
      customers,
      suppliers,
    } = await dataOf(
      app,
      `{ customers_connection {
           totalCount
           groupBy(fields: [country]) { fields { country } aggregations { count } }
           all: groupBy { aggregations { count } }
         }
         customers(first: 500) { id orders_connection { groupBy(fields: status) { fields { status } aggregations { count } } } }
         suppliers(first: 500) { id products_connection { groupBy { aggregations { count } } } } }`,
    );
    const countries = await select(
      "select country, count(*)::int as count from customers where country <> 'NL' group by 1 order by 1",
    );
    expect(countries.length).toBeGreaterThan(3);
    expect(root.groupBy).toEqual(
      countries.map(({ country, count }) => ({ fields: { country }, aggregations: { count } })),
    );
    expect(root.all).toEqual([{ aggregations: { count: root.totalCount } }]);
    const statuses = customers.flatMap((customer: { id: number; orders_connection: { groupBy: Group[] } }) =>
      customer.orders_connection.groupBy.map(({ fields, aggregations }) => ({
        customer_id: customer.id,
        ...fields,
        ...aggregations,
      })),
    );
    // Labels of a CHECK constraint are strings.
    const order = inject('server') === 'sqlserver' ? 'status::text' : 'status';
    const expected = await select(
      `select customer_id, status, count(*)::int as count from orders join customers c on c.id = customer_id
       where status <> 'CANCELLED' and c.country <> 'NL' group by 1, 2 order by 1, ${order}`,
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(statuses).toEqual(expected);
    const preferred = await select(
      `select s.id, count(p.product_id)::int as count from suppliers s
       left join product_suppliers p on p.supplier_id = s.id and p.preferred group by 1 order by 1`,
    );
    expect(
      suppliers.map(
        ({ id, products_connection: { groupBy } }: { id: number; products_connection: { groupBy: Group[] } }) => ({
          id,
          count: groupBy[0]?.aggregations.count,
        }),
      ),
    ).toEqual(preferred);
  });

  interface Group {
    readonly fields: Record<string, unknown>;
    readonly aggregations: Record<string, unknown>;
  }

  it.each([
    'groupBy(fields: [email]) { aggregations { count } }',
    'groupBy { aggregations { count(field: email) } }',
    'groupBy { aggregations { minimum { email } } }',
    'groupBy { aggregations { maximum { email } } }',
    'groupBy(having: { max: { email: { gt: "" } } }) { aggregations { count } }',
    'groupBy(having: { not: { countOf: { email: null } } }) { aggregations { count } }',
    'groupBy(fields: [country], orderBy: { countDistinct: { email: ASC } }) { aggregations { count } }',
    'groupBy(fields: [country], orderBy: { fields: { email: ASC } }) { aggregations { count } }',
    'groupBy { fields { email } }',
  ])('reveal nothing about a forbidden field: %s', async (groups) => {
    const work = countWork(app);
    const query = `{ customers_connection { ${groups} } }`;
    expect(validate(app.schema, parse(query))).toEqual([]);
    expect(codeOf(await runDocument(app, query, { role: 'clerk' }))).toBe('Forbidden');
    expect(work.statements).toBe(0);
    expect(codeOf(await runDocument(app, query))).not.toBe('Forbidden');
  });

  it.each(['eq: MEAN', 'in: [MEAN, 1]', 'gte: MEAN, lte: MEAN', 'nin: [1], in: [MEAN]'])(
    'can be filtered by the average that they return: %s',
    async (condition) => {
      const means = async (having: string): Promise<string> =>
        dataText(await runDocument(app, MEAN.replace('(HAVING)', having), { role: 'clerk' }));
      const all = await means('');
      // It has more digits than a JavaScript number.
      const [, mean] = /"mean":(0\.\d{16,})}/.exec(all) ?? [];
      expect(mean).toBeDefined();
      const bounds = condition.replaceAll('MEAN', `"${mean}"`);
      expect(await means(`(having: { avgDistinct: { discount: { ${bounds} } } })`)).toBe(all);
      expect(await means('(having: { avgDistinct: { discount: { eq: 1 } } })')).not.toContain('mean');
    },
  );

  it.each(['sum', 'avg', 'min', 'max'])('compute no %s of a forbidden field', async (name) => {
    for (const groups of [
      `groupBy { aggregations { ${name}(field: total) } }`,
      `groupBy(having: { ${name}: { total: { isNull: false } } }) { __typename }`,
      `groupBy(orderBy: { ${name}: { total: ASC } }) { __typename }`,
    ]) {
      const query = `{ customers { orders_connection { ${groups} } } }`;
      expect(validate(app.schema, parse(query))).toEqual([]);
      expect(codeOf(await runDocument(app, query, { role: 'clerk' }))).toBe('Forbidden');
      expect(codeOf(await runDocument(app, query))).toBe('answered');
    }
  });
});

describe('groups', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  it('share one statement with the rest of the operation, planned once for all values', async () => {
    const document = parse(
      `query ($by: [OrderScalarFields!], $least: Int, $order: [OrderGroupByOrderByInput!], $distinct: Boolean) {
        orders_connection(first: 1) {
          items { id }
          groupBy(fields: $by, having: { count: { gte: $least } }, orderBy: $order) {
            aggregations { count(field: priority, distinct: $distinct) }
          }
        }
        customers(first: 2) { orders_connection { groupBy(fields: $by) { aggregations { sum(field: total) } } } }
      }`,
    );
    expect(validate(app.schema, document)).toEqual([]);
    const plansFor = async (variables: Readonly<Record<string, unknown>>): Promise<number> => {
      const work = countWork(app);
      expect(codeOf(await runDocument(app, document, { variables }))).toBe('answered');
      expect(work.statements).toBe(1);
      return work.plans;
    };
    expect(await plansFor({ by: ['status'], least: 1, order: [{ count: 'ASC' }], distinct: true })).toBe(1);
    expect(await plansFor({ by: ['status'], least: 2, order: [{ count: 'ASC' }], distinct: true })).toBe(0);
    expect(await plansFor({ by: ['gift'], least: 1, order: [{ count: 'ASC' }], distinct: true })).toBe(1);
    expect(await plansFor({ by: ['status'], least: 1, order: [{ count: 'DESC' }], distinct: true })).toBe(1);
    expect(await plansFor({ by: ['status'], least: 1, order: [{ count: 'ASC' }], distinct: false })).toBe(1);
    expect(await plansFor({ by: ['status'], least: null, order: [{ count: 'ASC' }], distinct: true })).toBe(1);
    expect(await plansFor({ by: 'gift', least: 5, order: { count: 'ASC' }, distinct: true })).toBe(0);
  });

  it('are limited, and count toward the row limit', async () => {
    const groups = (first: number, within: number) =>
      `{ customers(first: ${within}) { orders_connection { groupBy(fields: [status], first: ${first}) { aggregations { count } } } } }`;
    expect(codeOf(await runDocument(app, groups(1000, 1000)))).toBe('answered');
    expect(await runDocument(app, groups(1001, 1))).toMatchObject({
      apiErrors: [{ code: 'LimitExceeded', details: { limit: 'max-page-size', max: 1000 } }],
    });
    const deeper = groups(11, 1000)
      .replace('orders_connection', 'accountManager { customers(first: 1000) { orders_connection')
      .replace(/\}$/, '} } }');
    expect(await runDocument(app, deeper)).toMatchObject({
      apiErrors: [{ code: 'LimitExceeded', details: { limit: 'rows' } }],
    });
    // The total of all rows counts as one row.
    expect(codeOf(await runDocument(app, deeper.replace('fields: [status], first: 11', 'fields: []')))).toBe(
      'answered',
    );
    const having = `[${'{ count: { gte: 1 } } '.repeat(201)}]`;
    expect(
      await runDocument(app, `{ orders_connection { groupBy(having: { or: ${having} }) { __typename } } }`),
    ).toMatchObject({
      apiErrors: [{ code: 'LimitExceeded', details: { limit: 'filter-nodes' } }],
    });
  });

  it('of no rows return nothing of the excluded rows', async () => {
    const { customers } = JSON.parse(
      dataText(
        await runDocument(
          app,
          `{ customers(first: 1000) { orders_connection { groupBy(having: { avg: { priority: { isNull: true } } }) {
               aggregations { count ids: count(field: id, distinct: true) sum(field: total, distinct: true) avg(field: total, distinct: true) }
             } } } }`,
        ),
      ),
    );
    const [{ none } = {}] = await select(
      'select count(*)::int as none from customers c where not exists (select from orders o where o.customer_id = c.id)',
    );
    const groups = customers.map(
      ({ orders_connection: { groupBy } }: { orders_connection: { groupBy: unknown[] } }) => groupBy,
    );
    // Some groups are excluded.
    expect(groups.filter((group: unknown[]) => group.length === 0).length).toBeGreaterThan(10);
    const empty = groups
      .flat()
      .filter(({ aggregations }: { aggregations: { count: number } }) => aggregations.count === 0);
    expect(empty).toEqual(
      Array.from({ length: Number(none) }, () => ({ aggregations: { count: 0, ids: 0, sum: null, avg: null } })),
    );
    expect(none).toBeGreaterThan(3);
  });

  it('are ordered and filtered by sums and averages of floats', async () => {
    const { addresses_connection: found } = await JSON.parse(
      dataText(
        await runDocument(
          app,
          `{ addresses_connection {
               groupBy(fields: country, orderBy: { avg: { latitude: DESC } }, having: { sum: { longitude: { gt: 100.5 } } }) {
                 fields { country } aggregations { avg(field: latitude, having: { gte: 1e1, neq: "51.5" }) }
               } } }`,
        ),
      ),
    );
    const expected = await select(
      `select country, avg(latitude) from addresses group by 1 having sum(longitude) > 100.5 and avg(latitude) >= 10
       order by 2 desc, 1`,
    );
    expect(expected.length).toBeGreaterThan(1);
    expect(found.groupBy.map(({ fields }: { fields: object }) => fields)).toEqual(
      expected.map(({ country }) => ({ country })),
    );
  });
});

it('print numbers as strings where fields do, but not counts', async () => {
  const app = await bootShop({ change: withClerk({}, (runtime) => ({ ...runtime, numbers: 'string' })) });
  const data = await dataOf(
    app,
    `{ products_connection(filter: { id: { lt: 3 } }) { groupBy(fields: barcode) {
         fields { barcode }
         aggregations { count sum(field: barcode) min(field: id) max(field: rating) maximum { id barcode price rating } }
       } } }`,
  );
  await app.close();
  expect(data.products_connection.groupBy).toEqual([
    {
      fields: { barcode: '9223372036854775806' },
      aggregations: {
        count: 1,
        sum: '9223372036854775806',
        min: '2',
        max: '4.1',
        maximum: { id: 2, barcode: '9223372036854775806', price: '376.50', rating: 4.1 },
      },
    },
    {
      fields: { barcode: '9223372036854775807' },
      aggregations: {
        count: 1,
        sum: '9223372036854775807',
        min: '1',
        max: expect.stringMatching(/^[\d.]+$/),
        maximum: { id: 1, barcode: '9223372036854775807', price: expect.any(String), rating: expect.any(Number) },
      },
    },
  ]);
});

it('are absent from the schema without aggregation', async () => {
  const change = withClerk({}, (runtime) => ({ ...runtime, graphql: { ...runtime.graphql, aggregation: false } }));
  const app = await bootShop({ change });
  await app.close();
  expect(app.sdl).toContain('type OrderConnection');
  expect(app.sdl).not.toMatch(/groupBy|GroupBy|Aggregat|ScalarFields/);
});
