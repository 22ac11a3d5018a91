import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ConfigurationError } from '../../src/base/problem.ts';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { codeOf, dataText } from '../support/run-document.ts';
import { server } from '../support/server.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Each role restricts one entity by one policy, and reads the others completely. */
type Policies = ReadonlyMap<string, { readonly entity: string; readonly policy: string }>;

const withPolicies =
  (policies: Policies) =>
  (config: Config): Config => ({
    ...config,
    entities: config.entities.map((entity) => {
      const permissions = [...policies].map(([role, bound]) => {
        const policy = bound.entity === entity.name ? { policy: bound.policy } : {};
        return { role, actions: [{ action: 'read', exclude: [], ...policy } as const] };
      });
      return { ...entity, permissions: [...entity.permissions, ...permissions] };
    }),
  });

const lists = {
  Customer: '{ rows: customers(first: 1000) { id } }',
  Order: '{ rows: orders(first: 1000) { id } }',
  Product: '{ rows: products(first: 1000) { id } }',
  Employee: '{ rows: employees(first: 1000) { id } }',
  Address: '{ rows: addresses(first: 1000) { id } }',
  Supplier: '{ rows: suppliers(first: 1000) { id } }',
} as const;
type EntityName = keyof typeof lists;

const runText = (app: Application, query: string, role = 'anonymous', claims: Claims = {}) =>
  app.answer({
    document: parse(query),
    operationName: undefined,
    variables: {},
    identity: { role, claims },
  });

const read = (app: Application, role: string, entity: EntityName, claims: Claims) =>
  runText(app, lists[entity], role, claims);

async function idsOf(app: Application, role: string, entity: EntityName, claims: Claims): Promise<readonly number[]> {
  const { rows } = JSON.parse(dataText(await read(app, role, entity, claims)));
  return rows.map(({ id }: { id: number }) => id);
}

/** A policy, an equivalent one, and the claims of the caller. */
type Pair = readonly [entity: EntityName, policy: string, same: string, claims?: Claims];

const claimsAndLiterals: readonly Pair[] = [
  ['Customer', '@claims.least lt @item.loyalty_points', '@item.loyalty_points gt 100', { least: 100 }],
  ['Customer', '@claims.country eq @item.country', "@item.country eq 'NL'", { country: 'NL' }],
  [
    'Customer',
    '@claims.id ge @item.external_id',
    '@item.external_id le @claims.id',
    { id: '018c4100-0000-7000-8000-000000000000' },
  ],
  ['Employee', '@claims.year eq year(@item.hired_on)', 'year(@item.hired_on) eq 2017', { year: 2017 }],
  ['Customer', "@claims.level ge 5 and @item.country eq 'NL'", "@item.country eq 'NL'", { level: 5.5 }],
  ['Customer', "5 le @claims.level and @item.country eq 'NL'", "@item.country eq 'NL'", { level: '12' }],
  ['Customer', "@claims.from lt 2024-01-01 and @item.country eq 'NL'", "@item.country eq 'NL'", { from: '2023-12-31' }],
  ['Customer', "@claims.level in (4, 5) and @item.country eq 'NL'", "@item.country eq 'NL'", { level: 5 }],
  ['Customer', "@claims.admin or @item.country eq 'NL'", "@item.country eq 'NL'", { admin: false }],
  ['Customer', "not @claims.admin and @item.country eq 'NL'", "@item.country eq 'NL'", { admin: 'false' }],
  ['Customer', "@claims.admin ne true and @item.country eq 'NL'", "@item.country eq 'NL'", { admin: false }],
  ['Customer', '@item.satisfaction eq @claims.level', '@item.satisfaction eq 5', { level: '5' }],
];

const nulls: readonly Pair[] = [
  ['Customer', "@item.country in (null, 'NL')", "@item.country eq 'NL'"],
  ['Customer', "not (@item.satisfaction in (null)) and @item.country eq 'NL'", "@item.country eq 'NL'"],
  ['Customer', "(null in (4, @claims.level)) ne true or @item.country eq 'NL'", "@item.country eq 'NL'", { level: 5 }],
  ['Customer', "not contains(@item.name, null) or @item.country eq 'NL'", "@item.country eq 'NL'"],
  ['Customer', "not (length(null) gt 1) or @item.country eq 'NL'", "@item.country eq 'NL'"],
  ['Customer', "null eq null and @item.country eq 'NL'", "@item.country eq 'NL'"],
  [
    'Customer',
    "(null ne null or 5 eq null or null gt @claims.level) or @item.country eq 'NL'",
    "@item.country eq 'NL'",
    { level: 5 },
  ],
];

/** Through a relationship, a comparison is true or false, never NULL, on either side and at any distance. */
const paths: readonly Pair[] = [
  ['Order', "not (@item.comment eq @item.employee/notes) and @item.status eq 'PAID'", "@item.status eq 'PAID'"],
  ['Order', "not (@item.employee/title gt null) and @item.status eq 'PAID'", "@item.status eq 'PAID'"],
  [
    'Customer',
    '@item.orders/any(o: not (o/comment eq @item.accountManager/notes))',
    '@item.orders/any(o: not (@item.accountManager/notes eq o/comment))',
  ],
  [
    'Customer',
    "@item.orders/any(o: not (@item.accountManager/title eq 'Sales'))",
    "not (@item.accountManager/title eq 'Sales') and @item.orders/any()",
  ],
  [
    'Customer',
    '@item.orders/any(o: @item.accountManager/title eq null)',
    '@item.accountManager/title eq null and @item.orders/any()',
  ],
  [
    'Customer',
    "@item.orders/any(o: not contains(@item.accountManager/title, 'a'))",
    "not contains(@item.accountManager/title, 'a') and @item.orders/any()",
  ],
  [
    'Customer',
    '@item.orders/any(o: not (length(@item.accountManager/title) in (5)))',
    'not (length(@item.accountManager/title) in (5)) and @item.orders/any()',
  ],
  [
    'Customer',
    '@item.orders/any(o: o/orderDetails/any(d: not (o/employee/title eq @item.accountManager/title)))',
    '@item.orders/any(o: o/orderDetails/any() and not (@item.accountManager/title eq o/employee/title))',
  ],
];

/** Without a column, strings compare by all of their characters. */
const withoutColumns: readonly Pair[] = [
  ['Customer', "@claims.role eq 'admin' or @item.country eq 'NL'", "@item.country eq 'NL'", { role: 'ADMIN' }],
  ['Customer', "@claims.role eq 'admin' or @item.country eq 'NL'", "@item.country eq 'NL'", { role: 'admin ' }],
  [
    'Customer',
    "@claims.role in ('admin', 'clérk') or @item.country eq 'NL'",
    "@item.country eq 'NL'",
    { role: 'clerk' },
  ],
  [
    'Customer',
    "contains('Administrator', @claims.part) or @item.country eq 'NL'",
    "@item.country eq 'NL'",
    { part: 'admin' },
  ],
  ['Customer', "@claims.role lt 'a' and @item.country eq 'NL'", "@item.country eq 'NL'", { role: 'Z' }],
  ['Customer', "tolower(@claims.role) gt 'Ä' and @item.country eq 'NL'", "@item.country eq 'NL'", { role: 'Ä' }],
  ['Customer', "tolower('Nl') eq tolower(@item.country)", "@item.country eq 'NL'"],
  ['Customer', 'toupper(@claims.country) eq @item.country', "@item.country eq 'NL'", { country: 'nl' }],
  ['Customer', "@claims.from eq 12:00:00 and @item.country eq 'NL'", "@item.country eq 'NL'", { from: '12:00:00.0' }],
  [
    'Customer',
    "@claims.at ge 2024-01-01T00:00:00Z and @item.country eq 'NL'",
    "@item.country eq 'NL'",
    { at: '2024-01-01T00:00:00.000' },
  ],
  [
    'Customer',
    "123456789012345678901234567890.5 in (1, @claims.big) and @item.country eq 'NL'",
    "@item.country eq 'NL'",
    { big: '123456789012345678901234567890.50' },
  ],
];

/** A column without NaN and infinities can still be compared with them. */
const notFinite: readonly Pair[] = [
  ['Address', '@item.longitude lt INF', '@item.longitude ne null'],
  ['Address', '@item.longitude gt -INF', '@item.longitude ne null'],
  ['Address', 'NaN gt @item.longitude', '@item.longitude ne null'],
  ['Address', 'not (@item.longitude eq NaN)', '@item.longitude ne null'],
  ['Address', 'not (@item.longitude in (NaN, -INF))', '@item.longitude ne null'],
  ['Supplier', '@item.rating le NaN', '@item.rating ne null'],
  ['Supplier', 'not (@item.rating in (INF))', '@item.rating ne null'],
  ['Supplier', 'not (@item.rating in (1e400))', '@item.rating ne null'],
  ['Supplier', 'not (@item.rating in (-1e400, 2.25))', '@item.rating ne 2.25'],
];

const exponents: readonly Pair[] = [
  ['Supplier', '14512.100000000001e0 le @item.balance', '@item.balance gt 14512.1'],
  ['Supplier', '@item.balance lt 123456789012345678901234567890123e40 and @item.rating gt 1', '@item.rating gt 1'],
  ['Supplier', '@item.balance ge -1E-10 and @item.balance lt 0', '@item.balance eq -0.0000000001'],
  ['Supplier', '@item.balance ge 1.45121e4', '@item.balance ge 14512.1'],
];

const pairs = [...claimsAndLiterals, ...nulls, ...paths, ...withoutColumns, ...notFinite, ...exponents];

/** Callers with a claim that is invalid for the type of the column. */
const unfit: readonly (readonly [entity: EntityName, policy: string, claims: Claims])[] = [
  ['Order', '@item.status eq @claims.status', { status: 'NOPE' }],
  ['Order', "@item.status in ('PAID', @claims.status)", { status: ['SHIPPED', 'paid'] }],
  ['Customer', '@item.country ne @claims.country', { country: {} }],
  ['Customer', '@item.country in (@claims.country)', { country: ['NL', { code: 'DE' }] }],
  ['Customer', 'not contains(@item.name, @claims.part)', { part: [['a']] }],
  ['Customer', '@item.satisfaction lt @claims.level', { level: '1.5' }],
];

/** Comparisons that PostgreSQL rejects and MariaDB converts. */
const incomparable: readonly (readonly [entity: EntityName, policy: string])[] = [
  ['Customer', '@item.name eq @item.id'],
  ['Customer', '@item.satisfaction lt @item.country'],
  ['Customer', 'length(@item.name) gt @item.city'],
  ['Customer', '@item.external_id eq @item.email'],
  ['Customer', '@item.newsletter eq @item.satisfaction'],
  ['Customer', '@item.birthday le @item.name'],
  ['Customer', 'year(@item.birthday) eq @item.birthday'],
  ['Order', '@item.status eq @item.comment'],
  ['Order', '@item.employee/shift_start lt @item.placed_at'],
  ['Order', '@item.customer/orders/any(o: o/customer/newsletter ne o/status)'],
];

describe.each([
  ['prepared', true],
  ['without preparation', false],
] as const)('policy expressions, %s', (_title, prepared) => {
  let app: Application;
  beforeAll(async () => {
    const policies = pairs.flatMap(([entity, policy, same], index) => [
      [`case${index}`, { entity, policy }] as const,
      [`same${index}`, { entity, policy: same }] as const,
    ]);
    const refused = unfit.map(([entity, policy], index) => [`unfit${index}`, { entity, policy }] as const);
    const bound = withPolicies(new Map([...policies, ...refused]));
    app = await bootShop({ change: (config) => bound({ ...config, dataSource: { ...config.dataSource, prepared } }) });
  });
  afterAll(() => app.close());

  it.each(pairs.map((pair, index) => [...pair.slice(0, 3), index] as const))('evaluate %s: %s', async (...named) => {
    const index = Number(named[3]);
    const [entity, , , claims = {}] = pairs[index] as Pair;
    const all = await idsOf(app, 'anonymous', entity, {});
    const [filtered, same] = [
      await idsOf(app, `case${index}`, entity, claims),
      await idsOf(app, `same${index}`, entity, claims),
    ];
    expect(filtered).toEqual(same);
    expect(filtered.length).toBeGreaterThan(0);
    expect(filtered.length).toBeLessThan(all.length);
  });

  it('read hidden columns, including an enum', async () => {
    const policies = [
      ['Order', "@item.status eq 'PAID'"],
      ['Order', "@item.status in ('PAID', @claims.status)"],
      ['Order', '@item.status eq @claims.status and @item.comment ne null'],
      ['Customer', "@item.orders/any(o: o/status ne 'PENDING' and o/status eq 'PAID')"],
    ] as const;
    const bound = withPolicies(new Map(policies.map(([entity, policy], index) => [`r${index}`, { entity, policy }])));
    const hide = (config: Config): Config => ({
      ...config,
      entities: config.entities.map((entity) => (entity.name === 'Order' ? withoutStatus(entity) : entity)),
    });
    // Labels of an enum are not text, in hidden and in visible columns.
    const asText = withPolicies(new Map([['r', { entity: 'Order', policy: "contains(@item.status, 'AI')" }]]));
    for (const change of [asText, (config: Config) => hide(asText(config))]) {
      await expect(bootShop({ change })).rejects.toMatchObject({
        problems: expect.arrayContaining([
          expect.objectContaining({ message: expect.stringContaining('requires a String, found a label of') }),
        ]),
      });
    }
    const other = await bootShop({ change: (config) => hide(bound(config)) });
    const claims = { status: 'PAID' };
    const matched = await Promise.all(
      policies.map(([entity], index) =>
        idsOf(other, `r${index}`, entity, claims).catch((error: Error) => error.message),
      ),
    );
    await other.close();
    const paid = JSON.parse(
      dataText(
        await runText(
          app,
          '{ rows: orders(first: 1000, filter: { status: { eq: PAID } }) { id comment customer { id } } }',
        ),
      ),
    ).rows as readonly { id: number; comment: string | null; customer: { id: number } }[];
    const ids = paid.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(5);
    expect(matched[0]).toEqual(ids);
    expect(matched[1]).toEqual(ids);
    expect(matched[2]).toEqual(paid.filter(({ comment }) => comment !== null).map(({ id }) => id));
    expect(matched[3]).toEqual([...new Set(paid.map(({ customer }) => customer.id))].sort((a, b) => a - b));
  });

  it.skipIf(!server.has('uuidType'))('reject fields of incomparable types at startup', async () => {
    const policies = incomparable.map(([entity, policy], index) => [`r${index}`, { entity, policy }] as const);
    const start = await bootShop({ change: withPolicies(new Map(policies)) }).catch((error: unknown) => error);
    expect(start).toBeInstanceOf(ConfigurationError);
    const { problems } = start as ConfigurationError;
    expect(
      problems.filter(({ severity }) => severity === 'error').map(({ path, message }) => [path[3], message]),
    ).toEqual(
      incomparable.map((_, index) => [`r${index}`, expect.stringMatching(/Cannot compare an? .+ with an? .+\.$/)]),
    );
  });

  it.each(unfit.map((refused, index) => [...refused, index] as const))(
    '%s: %s rejects %j',
    async (entity, _policy, claims, index) => {
      const work = countWork(app);
      expect(codeOf(await read(app, `unfit${index}`, entity, claims))).toBe('Forbidden');
      expect(work.statements).toBe(0);
    },
  );
});

/** Hides the column, and removes roles that name it. */
function withoutStatus(entity: Config['entities'][number]): Config['entities'][number] {
  const permissions = entity.permissions.filter(({ role }) => role !== 'courier');
  return { ...entity, expose: { exclude: ['status'] }, permissions };
}
