import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { JWK } from 'jose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { CLIENT_ID } from '../../src/identity-provider/create-provider.ts';
import {
  type IdentityProvider,
  makeKey,
  startIdentityProvider,
} from '../../src/identity-provider/start-identity-provider.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { serve } from './support/serve.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const AUDIENCE = 'urn:joinery:test';

/** Each user sees the customers of one country; one of them may add categories. */
const users = [
  { id: 'dutch', name: 'Somebody in NL', roles: ['editor'], claims: { country: 'NL' } },
  { id: 'danish', name: 'Somebody in DK', roles: [], claims: { country: 'DK' } },
];

let provider: IdentityProvider;
let keys: readonly JWK[];
let origin: string;
let shop: ServedShop;
/** Pages of other origins: the first is listed, the second is not. */
let apps: readonly Server[];

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const whole = (role: string, policy?: string) => ({
  role,
  actions: [{ action: 'read', exclude: [], ...(policy === undefined ? {} : { policy }) } as const],
});

const change = (config: Config): Config => ({
  ...config,
  runtime: {
    ...config.runtime,
    mode: 'development',
    cors: { ...config.runtime.cors, origins: apps.slice(0, 1).map(originOf) },
    authentication: {
      provider: 'Jwt',
      signIn: { clientId: CLIENT_ID, scope: 'openid profile' },
      issuers: [
        {
          issuer: provider.issuer,
          audiences: [AUDIENCE],
          keys: { kind: 'discovery' },
          algorithms: ['RS256'],
          roleClaim: 'roles',
          clockSkewSeconds: 0,
        },
      ],
    },
  },
  entities: config.entities.map((entity) => ({
    ...entity,
    permissions:
      entity.name === 'Customer'
        ? [whole('authenticated', '@item.country eq @claims.country')]
        : entity.name === 'Category'
          ? [
              whole('authenticated'),
              {
                role: 'editor',
                actions: [
                  { action: 'create', exclude: [] },
                  { action: 'read', exclude: [] },
                ],
              },
            ]
          : [],
  })),
});

/** Token lifetime in seconds; short enough for tests to observe a renewal. */
const serveProvider = (tokenSeconds: number): void =>
  provider.serve({
    users,
    audience: AUDIENCE,
    redirectUris: [origin, ...apps.map(originOf)].map((url) => `${url}/sign-in`),
    keys,
    tokenSeconds,
  });

/** Serves a page with only scripts: the scripts for signing in, and a script that sends requests for the test. */
async function startApp(): Promise<Server> {
  const files: Readonly<Record<string, string>> = {
    '/sign-in/session.js': fileURLToPath(import.meta.resolve('../../src/server/sign-in/browser/session.js')),
    '/sign-in/finish.js': fileURLToPath(import.meta.resolve('../../src/server/sign-in/browser/finish.js')),
    '/sign-in/oauth4webapi.js': fileURLToPath(import.meta.resolve('oauth4webapi')),
  };
  const app = `<!doctype html><script type="module">
    import { currentSession, currentToken, signIn } from './sign-in/session.js';
    window.sendRequest = async (url, { headers, ...init } = {}) => {
      const authorization = 'Bearer ' + await currentToken();
      const response = await fetch(url, { ...init, headers: { ...headers, authorization } });
      return { status: response.status, etag: response.headers.get('etag'), body: await response.json() };
    };
    document.body.append(currentSession()?.name ?? 'nobody');
    document.body.append(Object.assign(document.createElement('button'), { textContent: 'Sign in', onclick: signIn }));
  </script><body></body>`;
  const server = createHttpServer(async ({ url = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    const file = files[path];
    if (path === '/sign-in/settings.json') {
      const settings = { issuer: provider.issuer, clientId: CLIENT_ID, scope: 'openid profile' };
      return response.end(JSON.stringify(settings));
    }
    if (file !== undefined) {
      return response.setHeader('content-type', 'text/javascript').end(await readFile(file));
    }
    const page = path === '/sign-in' ? '<p></p><script type="module" src="sign-in/finish.js"></script>' : app;
    return response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

beforeAll(async () => {
  provider = await startIdentityProvider(0);
  keys = [await makeKey('test')];
  apps = await Promise.all([startApp(), startApp()]);
  shop = await serveShop({ database: 'shop_sign_in', change });
  origin = shop.origin;
  serveProvider(300);
});
afterAll(async () => {
  await shop.close();
  await provider.close();
  for (const app of apps) app.close();
});

/** Signs in on this page as a user would, and returns to it. */
async function signIn(page: Page, name: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name }).click();
  await page.waitForURL((url) => url.pathname === pathname && url.port !== new URL(provider.issuer).port);
  await page.getByText(name).waitFor();
}

/** Returns the countries that this page sees over GraphQL and over REST. */
const countries = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const body = JSON.stringify({ query: '{ customers(first: 500) { country } }' });
    const headers = { 'content-type': 'application/json' };
    const { data, errors } = await (await fetch('/graphql', { method: 'POST', headers, body })).json();
    const { value, error } = await (await fetch('/api/Customer?$select=country&$first=500')).json();
    if (errors || error) return [errors?.[0].extensions.code, error?.code];
    return [...new Set([...data.customers, ...value].map(({ country }) => country))];
  });

test.each(['/sign-in', '/sign-in/api'])('sign-in pages yield to an API at %s', async (path) => {
  const { authentication } = (await serve({ mode: 'development' })).application.config.runtime;
  const signIn = { clientId: CLIENT_ID, scope: 'openid' };
  const issuer = {
    issuer: provider.issuer,
    audiences: [AUDIENCE],
    keys: { kind: 'discovery' },
    algorithms: ['RS256'],
  } as const;
  const { origin: other, post } = await serve({
    mode: 'development',
    graphql: { path },
    authentication: { ...authentication, signIn, issuers: [{ ...issuer, roleClaim: 'roles', clockSkewSeconds: 0 }] },
  });
  expect((await post({ query: '{ role }' })).status).toBe(200);
  expect((await fetch(`${other}/sign-in/session.js`)).status).toBe(404);
  expect(await (await fetch(`${other}/`, { headers: { accept: 'text/html' } })).text()).not.toContain('authorize.js');
});

describe.skipIf(chromiumIsAbsent)(`signing in, in Chromium${absence}`, { timeout: 300_000 }, () => {
  test('leads from the console to a query, a mutation, and out again', async () => {
    const { page, faults } = await openPage(`${origin}/`);
    expect(await countries(page)).toEqual(['Unauthenticated', 'Unauthenticated']);
    await signIn(page, 'Somebody in NL');
    expect(await countries(page)).toEqual(['NL']);

    await page.goto(`${origin}/graphql`);
    await page.getByText('Somebody in NL').waitFor();
    await page.locator('.graphiql-query-editor .view-lines').first().click();
    await page.keyboard.press('Control+A');
    // The editor adds the closing brace.
    await page.keyboard.insertText('{ customers(first: 1) { country } ');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await page.locator('.result-window').getByText('"NL"').waitFor();

    const created = await page.evaluate(async () => {
      const body = JSON.stringify({ query: 'mutation { createCategory(item: { name: "Lamps" }) { name } }' });
      const headers = { 'content-type': 'application/json', 'x-api-role': 'editor' };
      return (await fetch('/graphql', { method: 'POST', headers, body })).json();
    });
    expect(created).toEqual({ data: { createCategory: { name: 'Lamps' } } });

    await page.goto(`${origin}/swagger`);
    await page.locator('[data-tag="Category"]').click();
    const operation = page.locator('#operations-Category-categories');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const response = operation.locator('.live-responses-table tr.response');
    await response.waitFor();
    expect(await response.locator('.response-col_status').textContent()).toContain('200');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Nobody is signed in').waitFor();
    expect(await countries(page)).toEqual(['Unauthenticated', 'Unauthenticated']);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('eyJ');
    // Chromium itself logs every response 401.
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  test('isolates two users in two browsers', async () => {
    const [first, second] = [(await openPage(`${origin}/`)).page, (await openPage(`${origin}/`)).page];
    await signIn(first, 'Somebody in NL');
    await signIn(second, 'Somebody in DK');
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await Promise.all([countries(first), countries(second)])).toEqual([['NL'], ['DK']]);
    }
    const refused = await second.evaluate(
      async () => (await fetch('/api/Category', { headers: { 'x-api-role': 'editor' } })).status,
    );
    expect(refused).toBe(403);
  });

  test.each([1280, 390])('shows the user above the content of each page, %i pixels wide', async (width) => {
    const { page } = await openPage(`${origin}/`, width);
    await signIn(page, 'Somebody in NL');
    for (const [path, content] of [
      ['/', 'main'],
      ['/graphql', '#root'],
      ['/swagger', '#swagger-ui'],
    ] as const) {
      await page.goto(origin + path);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      const bar = await page.locator('sign-in-bar').boundingBox();
      const below = await page.locator(content).boundingBox();
      expect([path, (bar?.y ?? 0) + (bar?.height ?? 0) <= (below?.y ?? 0)]).toEqual([path, true]);
      expect([path, (bar?.x ?? 0) + (bar?.width ?? 0) <= width]).toEqual([path, true]);
    }
  });

  test('offers the roles of the user, and selects the one with the most permissions', async () => {
    const { page, faults } = await openPage(`${origin}/`);
    await page.locator('.role', { hasText: 'anonymous' }).waitFor();
    await signIn(page, 'Somebody in NL');
    const roles = page.getByRole('combobox', { name: 'Role' });
    await expect.poll(() => roles.locator('option').allTextContents()).toEqual(['editor', 'authenticated']);
    expect(await roles.inputValue()).toBe('editor');

    await page.getByRole('link', { name: 'GraphiQL', exact: true }).click();
    const choice = page.getByRole('combobox', { name: 'Send requests as' });
    const offered = () => choice.locator('option').allTextContents();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await offered()).toEqual(['editor', 'authenticated']);
    expect(await choice.inputValue()).toBe('editor');
    const sent = page.waitForRequest((request) => request.url().endsWith('/graphql') && request.method() === 'POST');
    await page.getByRole('button', { name: /execute query/i }).click();
    expect((await sent).headers()).toMatchObject({ 'x-api-role': 'editor', authorization: expect.any(String) });
    await choice.selectOption('authenticated');

    await page.goto(`${origin}/`);
    await expect.poll(() => roles.inputValue()).toBe('authenticated');
    await page.goto(`${origin}/swagger`);
    const definitions = page.locator('#select');
    await definitions.waitFor();
    expect(await definitions.locator('option').allTextContents()).toEqual([
      'Role editor',
      'Role authenticated',
      'All roles',
    ]);
    expect(await definitions.locator('option:checked').textContent()).toBe('Role authenticated');

    await page.goto(`${origin}/graphql`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(offered).toEqual(['anonymous']);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  });

  test('lists no roles of a caller without a token', async () => {
    const response = await fetch(`${origin}/sign-in/roles.json`, { headers: { 'x-api-role': 'editor' } });
    expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store']);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('is limited to the browser tab', async () => {
    const { page } = await openPage(`${origin}/`);
    await signIn(page, 'Somebody in NL');
    const opened = page.context().waitForEvent('page');
    await page.evaluate((url) => window.open(url, '_blank', 'noopener'), `${origin}/`);
    const tab = await opened;
    await tab.getByText('Nobody is signed in').waitFor();
    expect(await countries(tab)).toEqual(['Unauthenticated', 'Unauthenticated']);
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  });

  test('is renewed before its token expires', async () => {
    // The lifetime is within the renewal margin, so each request needs a new token.
    serveProvider(5);
    const { page } = await openPage(`${origin}/`);
    await signIn(page, 'Somebody in NL');
    const token = (): Promise<string> => page.evaluate(() => JSON.parse(sessionStorage['joinery.session']).token);
    const first = await token();
    await new Promise((done) => setTimeout(done, 5_500));
    expect(await countries(page)).toEqual(['NL']);
    expect(await token()).not.toBe(first);
    serveProvider(300);
  });

  test('keeps fetch working with a Request object', async () => {
    const { page } = await openPage(`${origin}/`);
    const fetchFromPage = (): Promise<unknown> =>
      page.evaluate(async () => {
        const body = JSON.stringify({ query: '{ __typename }' });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(new Request('/graphql', { method: 'POST', headers, body }))).json();
      });
    expect(await fetchFromPage()).toEqual({ data: { __typename: 'Query' } });
    await signIn(page, 'Somebody in NL');
    expect(await fetchFromPage()).toEqual({ data: { __typename: 'Query' } });
  });

  test('works for an app of a listed origin only', async () => {
    const [listed, unlisted] = apps.map(originOf);
    const fetchFromPage = (page: Page, path: string, init: object = {}): Promise<unknown> =>
      page.evaluate(
        ([url, given]) =>
          (window as unknown as { sendRequest: (url: string, init: object) => Promise<unknown> })
            .sendRequest(url, given)
            .catch(({ message }: Error) => message),
        [origin + path, init] as const,
      );
    const { page } = await openPage(`${listed}/`);
    await signIn(page, 'Somebody in NL');
    expect(await fetchFromPage(page, '/api/Customer?$select=country&$first=1')).toMatchObject({
      status: 200,
      etag: expect.stringMatching(/^W\//),
      body: { value: [{ country: 'NL' }] },
    });
    const json = { 'content-type': 'application/json', 'x-api-role': 'editor' };
    const body = JSON.stringify({ name: 'Vases' });
    expect(await fetchFromPage(page, '/api/Category', { method: 'POST', headers: json, body })).toMatchObject({
      status: 201,
      body: { name: 'Vases' },
    });
    expect(await fetchFromPage(page, '/api/Customer?$select=nothing')).toMatchObject({ status: 400 });

    const { page: stranger } = await openPage(`${unlisted}/`);
    await signIn(stranger, 'Somebody in NL');
    expect(await fetchFromPage(stranger, '/api/Customer')).toBe('Failed to fetch');
    expect(await fetchFromPage(stranger, '/api/Category', { method: 'POST', headers: json, body })).toBe(
      'Failed to fetch',
    );
  });
});
