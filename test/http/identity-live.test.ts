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

/** Who may see what of the shop, by entity; everything else is closed. */
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
  /** Status, `data` and `errors` of a query. */
  ask(
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
    ask: async (query, headers = {}) => {
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

describe('behind App Service', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await serveWith('AppService');
  });
  afterAll(() => shop.close());

  const countries = '{ customers(first: 500) { country } }';
  const somebody = (...claims: readonly (readonly [string, unknown])[]) =>
    asPrincipal(appService([['roles', 'manager'], ...claims]));

  test('claims bound the rows of whoever is signed in', async () => {
    for (const country of ['NL', 'DE']) {
      const { data } = await shop.ask(countries, somebody(['country', country]));
      const seen = (data as unknown as { customers: { country: string }[] }).customers;
      expect(seen.length).toBeGreaterThan(3);
      expect(new Set(seen.map((row) => row.country))).toEqual(new Set([country]));
    }
  });

  test('of several claims of one name an "in" takes all, and long names can be asked for', async () => {
    const claims = [
      ['countries', 'NL'],
      ['countries', 'DE'],
      [OBJECT_ID, '0'],
    ] as const;
    const { data } = await shop.ask(countries, { ...somebody(...claims), 'x-api-role': 'manager' });
    const seen = (data as unknown as { customers: { country: string }[] }).customers;
    expect(new Set(seen.map((row) => row.country))).toEqual(new Set(['NL', 'DE']));
    const one = { ...somebody(['countries', 'XX'], [OBJECT_ID, '7']), 'x-api-role': 'manager' };
    expect(await shop.ask('{ customers { id } }', one)).toMatchObject({ data: { customers: [{ id: 7 }] } });
  });

  test('a claim that is missing is Forbidden, a name that every object has is none', async () => {
    const refused = { status: 200, errors: [{ extensions: { code: 'Forbidden' } }] };
    expect(await shop.ask(countries, somebody())).toMatchObject(refused);
    const odd = asPrincipal(appService([['roles', 'odd']]));
    expect(await shop.ask(countries, { ...odd, 'x-api-role': 'odd' })).toMatchObject(refused);
  });

  test('a role that the configuration does not know has the rights of authenticated', async () => {
    const reader = {
      ...asPrincipal(
        appService([
          ['roles', 'reader'],
          ['country', 'NL'],
        ]),
      ),
      'x-api-role': 'reader',
    };
    const { data } = await shop.ask(countries, reader);
    const seen = (data as unknown as { customers: { country: string }[] }).customers;
    expect(new Set(seen.map((row) => row.country))).toEqual(new Set(['NL']));
  });

  test.each([
    ['an entity', '{ customers { id } }'],
    ['a field', '{ products { price } }'],
    ['a filter', '{ products(filter: { price: { gt: 1 } }) { id } }'],
    ['an order', '{ products(orderBy: { price: ASC }) { id } }'],
    ['a policy that needs a claim', '{ orders { id } }'],
  ])('nobody in particular, who may not ask for %s, is asked who they are', async (_name, query) => {
    const graphql = { accept: 'application/graphql-response+json' };
    const found = await shop.ask(query, graphql);
    expect(found).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'Unauthenticated', status: 401, details: { challenge: 'Bearer' } } }],
    });
    expect(await shop.ask(query)).toMatchObject({ status: 200, errors: found.errors });
    // Asking for that role by name is the same.
    expect(await shop.ask(query, { ...graphql, 'x-api-role': 'anonymous' })).toEqual(found);
  });

  test('what is refused for another reason stays what it is', async () => {
    expect(await shop.ask('{ products(first: -1) { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'BadRequest' } }],
    });
    expect(await shop.ask('{ products { nothing } }')).toMatchObject({
      errors: [{ extensions: { code: 'InvalidField' } }],
    });
    expect(await shop.ask('{ products(first: 1) { id } }')).toMatchObject({ data: { products: [{ id: 1 }] } });
  });

  test('the rule holds for whoever executes the schema', async () => {
    const { application } = shop;
    const { errors } = await execute({
      schema: application.schema,
      document: parse('{ products { price } }'),
      contextValue: { identity: { role: 'anonymous', claims: {} }, variables: {} },
    });
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'Unauthenticated', status: 401 });
  });
});

describe('behind Static Web Apps', () => {
  test('its own members are claims', async () => {
    const shop = await serveWith('StaticWebApps');
    const headers = {
      ...asPrincipal(staticWebApps(['anonymous', 'github'], { userId: '12' })),
      'x-ms-api-role': 'github',
    };
    const found = await shop.ask('{ orders { id } }', headers);
    await shop.close();
    expect(found).toMatchObject({ data: { orders: [{ id: 12 }] } });
  });
});

test.each(['Unauthenticated', 'Simulator'] as const)(
  'with %s, where nobody can sign in, anonymous is Forbidden',
  async (provider) => {
    const shop = await serveWith(provider);
    const found = await shop.ask('{ customers { id } }', { 'x-api-role': 'anonymous' });
    await shop.close();
    expect(found).toMatchObject({ status: 200, errors: [{ extensions: { code: 'Forbidden', status: 403 } }] });
  },
);
