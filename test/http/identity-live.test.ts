import { execute, parse } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Authentication, Config, PermissionConfig } from '../../src/config/config.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';
import { appService, asPrincipal, staticWebApps } from './support/principal-header.ts';

const OBJECT_ID = 'http://schemas.microsoft.com/identity/claims/objectidentifier';

const reading = (role: string, policy?: string): PermissionConfig => ({
  role,
  actions: [{ action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) }],
});

/** Permissions per entity of the shop; everything else is closed. */
const permissions: Readonly<Record<string, readonly PermissionConfig[]>> = {
  Customer: [
    reading('authenticated', '@item.country eq @claims.country'),
    reading('manager', `@item.id eq @claims.${OBJECT_ID} or @item.country in (@claims.countries)`),
    reading('odd', '@item.name eq @claims.__proto__ or @item.name eq @claims.constructor'),
  ],
  Product: [
    { role: 'anonymous', actions: [{ action: 'read', include: ['id', 'name'], exclude: [] }] },
    reading('authenticated'),
  ],
  Order: [reading('anonymous', '@item.id eq @claims.order'), reading('github', '@item.id eq @claims.userId')],
};

const withProvider =
  (provider: Authentication['provider']) =>
  (config: Config): Config => ({
    ...config,
    runtime: { ...config.runtime, mode: 'development', authentication: { provider, issuers: [] } },
    entities: config.entities.map((entity) => ({ ...entity, permissions: permissions[entity.name] ?? [] })),
  });

interface Shop {
  readonly application: Application;
  /** Returns the status, `data`, and `errors` of a query. */
  request(
    query: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; data?: never; errors?: never }>;
  close(): Promise<void>;
}

async function serveWith(provider: Authentication['provider']): Promise<Shop> {
  const application = await bootShop({ change: withProvider(provider) });
  const server = createServer(application, pino({ level: 'silent' }));
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    application,
    request: async (query, headers = {}) => {
      const response = await fetch(`${origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, ...(await response.json()) };
    },
    close: () => server.close(),
  };
}

describe('a caller behind App Service', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await serveWith('AppService');
  });
  afterAll(() => shop.close());

  const countries = '{ customers(first: 500) { country } }';
  const callerWith = (...claims: readonly (readonly [string, unknown])[]) =>
    asPrincipal(appService([['roles', 'manager'], ...claims]));

  test('sees the rows that match its claims', async () => {
    for (const country of ['NL', 'DE']) {
      const { data } = await shop.request(countries, callerWith(['country', country]));
      const customers = (data as unknown as { customers: { country: string }[] }).customers;
      expect(customers.length).toBeGreaterThan(3);
      expect(new Set(customers.map((row) => row.country))).toEqual(new Set([country]));
    }
  });

  test('matches all values of a repeated claim with "in", and a claim with a long name', async () => {
    const claims = [
      ['countries', 'NL'],
      ['countries', 'DE'],
      [OBJECT_ID, '0'],
    ] as const;
    const { data } = await shop.request(countries, { ...callerWith(...claims), 'x-api-role': 'manager' });
    const customers = (data as unknown as { customers: { country: string }[] }).customers;
    expect(new Set(customers.map((row) => row.country))).toEqual(new Set(['NL', 'DE']));
    const caller = { ...callerWith(['countries', 'XX'], [OBJECT_ID, '7']), 'x-api-role': 'manager' };
    expect(await shop.request('{ customers { id } }', caller)).toMatchObject({ data: { customers: [{ id: 7 }] } });
  });

  test('is Forbidden without the required claim, even if every object has a property of that name', async () => {
    const refused = { status: 200, errors: [{ extensions: { code: 'Forbidden' } }] };
    expect(await shop.request(countries, callerWith())).toMatchObject(refused);
    const odd = asPrincipal(appService([['roles', 'odd']]));
    expect(await shop.request(countries, { ...odd, 'x-api-role': 'odd' })).toMatchObject(refused);
  });

  test('has the permissions of authenticated with an unconfigured role', async () => {
    const reader = {
      ...asPrincipal(
        appService([
          ['roles', 'reader'],
          ['country', 'NL'],
        ]),
      ),
      'x-api-role': 'reader',
    };
    const { data } = await shop.request(countries, reader);
    const customers = (data as unknown as { customers: { country: string }[] }).customers;
    expect(new Set(customers.map((row) => row.country))).toEqual(new Set(['NL']));
  });

  test.each([
    ['an entity', '{ customers { id } }'],
    ['a field', '{ products { price } }'],
    ['a filter', '{ products(filter: { price: { gt: 1 } }) { id } }'],
    ['an order', '{ products(orderBy: { price: ASC }) { id } }'],
    ['a policy that requires a claim', '{ orders { id } }'],
  ])('is Unauthenticated if it has not signed in and requests %s', async (_name, query) => {
    const graphql = { accept: 'application/graphql-response+json' };
    const found = await shop.request(query, graphql);
    expect(found).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'Unauthenticated', status: 401, details: { challenge: 'Bearer' } } }],
    });
    expect(await shop.request(query)).toMatchObject({ status: 200, errors: found.errors });
    // Requesting the role `anonymous` explicitly makes no difference.
    expect(await shop.request(query, { ...graphql, 'x-api-role': 'anonymous' })).toEqual(found);
  });

  test('receives unrelated errors unchanged', async () => {
    expect(await shop.request('{ products(first: -1) { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'BadRequest' } }],
    });
    expect(await shop.request('{ products { nothing } }')).toMatchObject({
      errors: [{ extensions: { code: 'InvalidField' } }],
    });
    expect(await shop.request('{ products(first: 1) { id } }')).toMatchObject({ data: { products: [{ id: 1 }] } });
  });

  test('is Unauthenticated also if the schema is executed directly', async () => {
    const { application } = shop;
    const { errors } = await execute({
      schema: application.schema,
      document: parse('{ products { price } }'),
      contextValue: { identity: { role: 'anonymous', claims: {} }, variables: {} },
    });
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'Unauthenticated', status: 401 });
  });
});

describe('a caller behind Static Web Apps', () => {
  test('has the members of its principal as claims', async () => {
    const shop = await serveWith('StaticWebApps');
    const headers = {
      ...asPrincipal(staticWebApps(['anonymous', 'github'], { userId: '12' })),
      'x-ms-api-role': 'github',
    };
    const found = await shop.request('{ orders { id } }', headers);
    await shop.close();
    expect(found).toMatchObject({ data: { orders: [{ id: 12 }] } });
  });
});

test.each(['Unauthenticated', 'Simulator'] as const)(
  'with %s, which has no sign-in, is Forbidden as anonymous',
  async (provider) => {
    const shop = await serveWith(provider);
    const found = await shop.request('{ customers { id } }', { 'x-api-role': 'anonymous' });
    await shop.close();
    expect(found).toMatchObject({ status: 200, errors: [{ extensions: { code: 'Forbidden', status: 403 } }] });
  },
);
