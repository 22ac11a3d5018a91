import { parse, validate } from 'graphql';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerResult, Application } from '../../src/app/application.ts';
import { ConfigurationError } from '../../src/base/problem.ts';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';

type Policies = Readonly<Record<string, string>>;

/** The shop with the role `clerk`, who reads everything allowed by these policies. */
const withPolicies =
  (policies: Policies) =>
  (config: Config): Config => ({
    ...config,
    entities: config.entities.map((entity) => {
      const policy = policies[entity.name];
      const right = { action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) } as const;
      return { ...entity, permissions: [...entity.permissions, { role: 'clerk', actions: [right] }] };
    }),
  });

function runAs(app: Application, query: string, claims: Readonly<Record<string, unknown>> = {}): Promise<AnswerResult> {
  const document = parse(query);
  expect(validate(app.schema, document)).toEqual([]);
  return app.answer({
    document,
    operationName: undefined,
    variables: {},
    identity: { role: 'clerk', claims },
  });
}

async function dataOf(app: Application, query: string, claims = {}): Promise<Record<string, unknown>> {
  const answer = await runAs(app, query, claims);
  if (answer.kind !== 'answered') throw answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
  return JSON.parse(answer.data);
}

describe('row policies', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop({
      change: withPolicies({
        Customer: "@item.country eq @claims.country and not (@item.notes eq 'hide me')",
        Order: "@item.status ne 'CANCELLED'",
        Employee: '@item.active eq true',
        ProductSupplier: '@item.preferred eq true',
        Supplier: "@item.products/any(p: p/discontinued eq false) and @item.country in ('DE', 'FR', @claims.country)",
        Category: "contains(tolower(@item.name), 'a') or @item.parent/name eq 'Furniture'",
        Sale: 'year(@item.month) eq @claims.year',
      }),
    });
  });
  afterAll(() => app.close());

  it('apply to lists, items, and to-one and to-many relationships', async () => {
    const { customers, orders, one } = await dataOf(
      app,
      `{ customers(first: 500) { id country orders { status } }
         orders(first: 900) { status customer { country } employee { active } }
         one: customer_by_pk(id: 1) { id } }`,
      { country: 'NL' },
    );
    const rows = customers as { country: string; orders: { status: string }[] }[];
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map(({ country }) => country))).toEqual(new Set(['NL']));
    expect(rows.flatMap((customer) => customer.orders.map(({ status }) => status))).not.toContain('CANCELLED');
    const all = orders as {
      status: string;
      customer: { country: string } | null;
      employee: { active: boolean } | null;
    }[];
    expect(all.map(({ status }) => status)).not.toContain('CANCELLED');
    expect(new Set(all.map(({ customer }) => customer?.country))).toEqual(new Set([undefined, 'NL']));
    expect(new Set(all.map(({ employee }) => employee?.active))).toEqual(new Set([undefined, true]));
    expect(one).toBeNull();
  });

  it('apply inside filters, quantifiers, and orderings', async () => {
    const claims = { country: 'NL' };
    const { hidden, none, every, ordered } = await dataOf(
      app,
      `{ hidden: orders(filter: { customer: { country: { eq: "DE" } } }) { id }
         none: customers(first: 500, filter: { orders: { none: { status: { eq: CANCELLED } } } }) { id }
         every: customers(first: 500, filter: { orders: { every: { status: { neq: CANCELLED } } } }) { id }
         ordered: orders(first: 900, orderBy: { customer: { name: ASC_NULLS_LAST } }) { customer { name } } }`,
      claims,
    );
    const { customers } = await dataOf(app, '{ customers(first: 500) { id } }', claims);
    expect(hidden).toEqual([]);
    expect(none).toEqual(customers);
    expect(every).toEqual(customers);
    const names = (ordered as { customer: { name: string } | null }[]).map(({ customer }) => customer?.name);
    const firstHidden = names.indexOf(undefined);
    expect(firstHidden).toBeGreaterThan(0);
    expect(names.slice(firstHidden).every((name) => name === undefined)).toBe(true);
  });

  it('apply to rows of a junction entity, and to the rows behind it', async () => {
    const { products } = await dataOf(
      app,
      '{ products(first: 500) { id suppliers { id country } productSuppliers { supplier_id preferred } } }',
      { country: 'NL' },
    );
    const rows = products as {
      suppliers: { id: number; country: string }[];
      productSuppliers: { supplier_id: number; preferred: boolean }[];
    }[];
    expect(rows.some(({ suppliers }) => suppliers.length > 0)).toBe(true);
    for (const { suppliers, productSuppliers } of rows) {
      expect(productSuppliers.every(({ preferred }) => preferred)).toBe(true);
      const preferred = new Set(productSuppliers.map(({ supplier_id }) => supplier_id));
      expect(suppliers.every(({ id, country }) => preferred.has(id) && ['DE', 'FR', 'NL'].includes(country))).toBe(
        true,
      );
    }
  });

  it('support the functions of $filter, and claims of the type of their field', async () => {
    const { sales, categories } = await dataOf(
      app,
      '{ sales(first: 500) { month } categories { name parent { name } } }',
      { year: 2023 },
    );
    expect((sales as { month: string }[]).length).toBeGreaterThan(0);
    expect((sales as { month: string }[]).every(({ month }) => month.startsWith('2023-'))).toBe(true);
    expect((categories as { name: string }[]).length).toBeGreaterThan(0);
  });

  it('reject a caller without the claim, or with one of another type, before any query', async () => {
    const work = countWork(app);
    for (const claims of [{}, { country: null }]) {
      expect(await runAs(app, '{ customers { id } }', claims)).toMatchObject({
        kind: 'rejected',
        apiErrors: [{ code: 'Forbidden' }],
      });
    }
    expect(await runAs(app, '{ sales { month } }', { year: 'soon' })).toMatchObject({
      kind: 'rejected',
      apiErrors: [{ code: 'Forbidden' }],
    });
    expect(work.statements).toBe(0);
  });

  it('return different rows per caller with one plan', async () => {
    const query = '{ customers(first: 500) { country } }';
    await dataOf(app, query, { country: 'NL' });
    const work = countWork(app);
    for (const country of ['DE', 'NL', "x' or '1' = '1", 'FR']) {
      const { customers } = await dataOf(app, query, { country });
      expect((customers as { country: string }[]).every((customer) => customer.country === country)).toBe(true);
    }
    // Plans are per document, not per claim.
    expect(work.plans).toBe(4);
  });
});

describe('functions in policies', () => {
  it.each([
    ['Sale', 'year(@item.month) in (2023, 2024)', 'sales(first: 500) { month }', /^\{"month": ?"202[34]-/],
    [
      'Customer',
      'length(@item.country) in (2) and length(@item.name) in (12, @claims.size)',
      'customers(first: 500) { name }',
      /^\{"name": ?"(.{12}|.{13})"\}$/u,
    ],
  ])('restrict the rows of %s: %s', async (entity, policy, selection, row) => {
    const app = await bootShop({ change: withPolicies({ [entity]: policy }) });
    const answer = await runAs(app, `{ ${selection} }`, { size: 13 });
    const unbounded = await bootShop({ change: withPolicies({}) });
    const whole = await runAs(unbounded, `{ ${selection} }`);
    await Promise.all([app.close(), unbounded.close()]);
    const rowsOf = (result: AnswerResult) =>
      result.kind === 'answered'
        ? (Object.values(JSON.parse(result.data))[0] as object[]).map((item) => JSON.stringify(item))
        : [];
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    expect(rowsOf(answer)).toEqual(rowsOf(whole).filter((item) => row.test(item)));
  });
});

describe('claims in policies that are not compared with a field', () => {
  it.each([
    ['@claims.all', { all: true }, { all: false }],
    ['not @claims.some', { some: false }, { some: true }],
    ['@claims.level ge 3', { level: 3.5 }, { level: 2 }],
    ["'chief' eq @claims.rank", { rank: 'chief' }, { rank: 'clerk' }],
    ['@claims.since lt 2024-02-29', { since: '2024-02-28' }, { since: '2024-02-29' }],
    ['5 in (@claims.list)', { list: 5 }, { list: 6 }],
  ])('%s: %j allows all rows, and %j allows none', async (policy, all, none) => {
    const app = await bootShop({ change: withPolicies({ Category: policy }) });
    const count = async (claims: object) =>
      ((await dataOf(app, '{ categories { id } }', claims)).categories as unknown[]).length;
    const counts = [await count(all), await count(none)];
    await app.close();
    expect(counts).toEqual([16, 0]);
  });
});

describe('row policies in connections', () => {
  it('apply to counts, page metadata, and cursors', async () => {
    const app = await bootShop({ change: withPolicies({ Customer: "@item.country eq 'NL'" }) });
    const client = new Client({ connectionString: inject('postgres') });
    await client.connect();
    const { rows } = await client.query("select id from customers where country = 'NL' order by id");
    await client.end();
    const seen: number[] = [];
    let after = '';
    for (let page = 0; page < 100; page += 1) {
      const { customers_connection: found } = (await dataOf(
        app,
        `{ customers_connection(first: 3${after}) { totalCount hasNextPage endCursor items { id } } }`,
      )) as unknown as {
        customers_connection: { totalCount: number; hasNextPage: boolean; endCursor: string; items: { id: number }[] };
      };
      expect(found.totalCount).toBe(rows.length);
      seen.push(...found.items.map(({ id }) => id));
      if (!found.hasNextPage) break;
      after = `, after: "${found.endCursor}"`;
    }
    await app.close();
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it.each([
    ['@item.nothing eq 1', 'Unknown field "nothing"'],
    ["@item.id eq 'x'", 'Expected an Int, found'],
    ['@item.country eq', 'Expected a value'],
    ['@item.orders/total gt 5', '"orders" is a to-many relationship.'],
    ["@item.created_at eq 'soon'", 'DateTime must be'],
    ['length(@item.id) gt 5', '"length" requires a String, found an Int.'],
  ])('an invalid policy is a startup error: %s', async (policy, message) => {
    const start = bootShop({ change: withPolicies({ Customer: policy }) });
    await expect(start).rejects.toThrow(ConfigurationError);
    const { problems } = (await start.catch((error: unknown) => error)) as ConfigurationError;
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });
});
