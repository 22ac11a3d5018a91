import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appearances, consoleViews, findBarriers, showView, takeScreenshot } from './support/console-page.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';
import { serveTables } from './support/serve-tables.ts';
import { goodClaims, SHARED, SHARED_SECRET, sign, startTokenIssuers } from './support/token-issuers.ts';

/** Bytes, without compression. */
const MAX_FIRST_LOAD = 300_000;

let shop: ServedShop;
beforeAll(async () => {
  shop = await serveShop({ database: 'console_page' });
});
afterAll(() => shop.close());

interface Customers {
  readonly totalCount: number;
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

/** Rows of the API, to compare with the rows of the page. */
async function readCustomers(options: string): Promise<Customers> {
  const query = `{ page: customers_connection(${options}) { totalCount items { id name } } }`;
  const { data } = (await (await shop.post(JSON.stringify({ query }))).json()) as { data: { page: Customers } };
  return data.page;
}

describe('the page of the console', () => {
  it('runs scripts of its own origin only, and contains no data', async () => {
    const response = await fetch(shop.origin);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+'; img-src data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const html = await response.text();
    expect(html).toContain('<noscript>');
    expect(html).not.toContain('Customer');
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(shop.origin, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(shop.origin, { method: 'POST' })).status).toBe(405);
  });

  it('has immutable assets with relative URLs', async () => {
    const html = await (await fetch(shop.origin)).text();
    const names = [...html.matchAll(/(?:href|src)="(console\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const asset = await fetch(`${shop.origin}/${name}`);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await fetch(`${shop.origin}/console/assets/main.js`)).status).toBe(404);
  });
});

describe.skipIf(chromiumIsAbsent)(`the console, in Chromium${absence}`, { timeout: 300_000 }, () => {
  /** Opens a view as staff. */
  const open = async (hash: string, width = 1280) => {
    const opened = await openPage(`${shop.origin}/?role=staff${hash}`, width);
    await opened.page.locator('main h1').waitFor();
    return opened;
  };
  const rowsOf = (page: Page) => page.getByRole('region', { name: /^Rows of/ }).locator('tbody tr');
  const namesOf = async (page: Page, column = 3): Promise<readonly string[]> =>
    (await rowsOf(page).locator(`td:nth-child(${column})`).allTextContents()).map((text) => text.trim());

  it('loads less than 300 KB before compression', async () => {
    const { page } = await open('#/diagram');
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => sizes.push(response.body().then(({ length }) => length)));
    await page.goto(`${shop.origin}/#/`, { waitUntil: 'networkidle' });
    await page.reload({ waitUntil: 'networkidle' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MAX_FIRST_LOAD);
  });

  it('fits wide and narrow screens in both themes without barriers', async () => {
    const { page, foreign, faults } = await open('#/');
    const findings: unknown[] = [];
    for (const { width, colorScheme } of appearances()) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      for (const shown of consoleViews) {
        await showView(page, shown);
        const view = `${shown.name}-${colorScheme}-${width}`;
        const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        if (contentWidth > width) findings.push([view, contentWidth]);
        const barriers = await findBarriers(page);
        findings.push(...barriers.map((barrier) => [view, barrier]));
        await takeScreenshot(page, view);
      }
    }
    expect({ findings, foreign, faults }).toEqual({ findings: [], foreign: [], faults: [] });
  });

  it('gives the name of a field the whole width of a narrow screen', async () => {
    const { page } = await open('#/entities/Order', 390);
    const row = page.locator('table.fields tbody tr', { hasText: 'billing_address_id' });
    const [rowBox, nameBox] = await Promise.all([row.boundingBox(), row.locator('th').boundingBox()]);
    expect(nameBox?.width).toBe(rowBox?.width);
  });

  it('finds an entity and runs its example by keyboard', async () => {
    const { page, faults } = await open('#/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual(['main', '#/']);
    await page.keyboard.press('/');
    await page.keyboard.type('detail');
    await expect.poll(() => page.locator('#entity-list [role=status]').textContent()).toBe('1 of 13 entities');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'OrderDetail', level: 1 }).waitFor();
    expect(await page.title()).toBe('OrderDetail - Joinery Console');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let step = 0; step < 60 && (await focused()) !== 'GraphQL'; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('REST');
    for (let step = 0; step < 10 && (await focused()) !== 'Run'; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.run-summary', { hasText: '200' }).waitFor();
    const response = JSON.parse((await page.getByRole('region', { name: 'Response' }).textContent()) ?? '');
    expect(response.value).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  it('opens an example with its variables in GraphiQL', async () => {
    const { page } = await open('#/entities/Customer');
    await page.getByText('Read one row').click();
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
    await page.locator('.graphiql-execute-button').click();
    await page.locator('.graphiql-response', { hasText: 'customer_by_pk' }).waitFor();
    expect(new URL(page.url()).searchParams.has('variables')).toBe(false);
  });

  it('shows a curl command that runs', async () => {
    const { page } = await open('#/entities/Customer');
    await page.getByRole('tab', { name: 'curl' }).click();
    const line = (await page.getByRole('region', { name: 'Example in curl' }).textContent()) ?? '';
    expect(line).toContain("'X-API-Role: staff'");
    const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('curl ', 'curl -sS ')]);
    expect(JSON.parse(stdout).data.customers).toHaveLength(3);
  });

  it('asks before an example changes data, and fills in the key of a row', async () => {
    const { page, faults } = await open('#/entities/Category');
    await page.getByText('Create a row').click();
    await page.getByRole('button', { name: 'Run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('.run-summary').textContent()).toBe('');
    await page.getByText('Update a row').click();
    await page.getByRole('button', { name: 'Run' }).click();
    await dialog.getByRole('button', { name: 'Run it' }).click();
    await page.locator('.run-summary', { hasText: '200' }).waitFor();
    const response = JSON.parse((await page.getByRole('region', { name: 'Response' }).textContent()) ?? '');
    expect(response).toEqual({ data: { updateCategory: expect.objectContaining({ id: 1 }) } });
    expect(faults).toEqual([]);
  });

  it('filters, sorts, and pages rows', async () => {
    const { page, faults } = await open('#/entities/Customer/data');
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10');
    await page.getByRole('combobox', { name: 'Field' }).selectOption('country');
    await page.getByRole('combobox', { name: 'Operator' }).selectOption('is one of');
    await page.getByRole('textbox', { name: 'Values' }).fill('NL, DE');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await page.locator('.condition').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Field');
    await page.getByRole('button', { name: 'name', exact: true }).click();
    await page.getByRole('columnheader', { name: 'name' }).and(page.locator('[aria-sort=ascending]')).waitFor();

    const options = 'filter: { country: { in: ["NL", "DE"] } }, orderBy: { name: ASC }';
    const first = await readCustomers(`first: 10, ${options}`);
    expect(first.totalCount).toBeGreaterThan(10);
    const pages = page.getByRole('navigation', { name: 'Pages of rows' });
    await pages.getByText(`Rows 1–10 of ${first.totalCount}`).waitFor();
    expect(await namesOf(page)).toEqual(first.items.map(({ name }) => name));
    await page.getByRole('button', { name: 'Next' }).press('Enter');
    await pages.getByText('Rows 11–').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
    const second = await readCustomers(`first: 10, offset: 10, ${options}`);
    expect(await namesOf(page)).toEqual(second.items.map(({ name }) => name));
    await page.getByRole('button', { name: 'Previous' }).click();
    await pages.getByText('Rows 1–').waitFor();
    expect(await namesOf(page)).toEqual(first.items.map(({ name }) => name));

    await page.reload();
    await pages.getByText(`Rows 1–10 of ${first.totalCount}`).waitFor();
    await rowsOf(page).first().getByRole('link', { name: 'orders' }).click();
    await page.getByRole('heading', { name: 'Order', level: 1 }).waitFor();
    expect(await page.locator('.condition').textContent()).toContain(`customer_id is ${first.items[0]?.id}`);
    expect(faults).toEqual([]);
  });

  it.each([
    ['without GraphQL', { graphql: { enabled: false } }],
    ['with the names of Data API builder', { compatibility: 'dab' }],
  ])('lists rows %s', async (_, runtime) => {
    const rest = await serveTables(
      'console_rows',
      `create table items (id int primary key, name text, price numeric(20, 4));
       insert into items select n, 'Item ' || n, n / 8.0 from generate_series(1, 60) n;`,
      { Item: { source: 'items', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
      { runtime },
    );
    onTestFinished(() => rest.close());
    const { page, faults } = await openPage(
      `${rest.origin}/?role=anonymous#/entities/Item/data?where=price~gt~1&where=name~icontains~M%203&sort=-price&size=10`,
    );
    const pages = page.getByRole('navigation', { name: 'Pages of rows' });
    await pages.getByText('Rows 1–10 of 10').waitFor();
    expect(await namesOf(page, 2)).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30].map(String));
    await page.getByRole('button', { name: 'Clear' }).click();
    await pages.getByText('Rows 1–10 of 60').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('Rows 11–20 of 60').waitFor();
    expect((await rowsOf(page).first().locator('td').allTextContents()).slice(1, 4)).toEqual([
      '50',
      'Item 50',
      '6.2500',
    ]);
    expect(faults).toEqual([]);
  });

  it('follows a relationship through a junction table', async () => {
    const { page } = await open('#/entities/Supplier/data?where=id~eq~3');
    await rowsOf(page).first().getByRole('link', { name: 'products', exact: true }).click();
    await page.getByRole('heading', { name: 'Product', level: 1 }).waitFor();
    expect(await page.locator('.condition').textContent()).toContain('suppliers/id is 3');
    await rowsOf(page).first().waitFor();
    const query = '{ page: products_connection(filter: { suppliers: { id: { eq: 3 } } }) { totalCount } }';
    const { data } = (await (await shop.post(JSON.stringify({ query }))).json()) as { data: { page: Customers } };
    expect(await page.getByText('Rows 1–').textContent()).toContain(`of ${data.page.totalCount}`);
  });

  it('has no pages with the names of object members', async () => {
    const { page, faults } = await openPage(`${shop.origin}/`);
    for (const name of ['constructor', '__proto__', 'toString']) {
      await showView(page, { hash: '#/', title: 'Overview' });
      await showView(page, { hash: `#/${name}`, title: 'Unknown page' });
      await page.getByText('There is no such page.').waitFor();
    }
    expect(faults).toEqual([]);
  });

  it('shows all fields of a row, with all digits', async () => {
    const { page } = await open('#/entities/Product/data?columns=name&where=id~eq~2');
    await page.getByRole('button', { name: 'Details of row 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Product 2' });
    const response = await fetch(`${shop.origin}/api/Product/2`, { headers: { 'x-api-role': 'staff' } });
    const digits = /"unit_cost":([\d.]+)/.exec(await response.text())?.[1] ?? '';
    expect(digits).toMatch(/\.\d{12}$/);
    await dialog.getByText(digits, { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'orderDetails' }).click();
    await page.getByRole('heading', { name: 'OrderDetail', level: 1 }).waitFor();
  });

  it('reports the error of a filter, with its code', async () => {
    const { page } = await open('#/entities/Customer/data?where=birthday~eq~soon');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^400 BadRequest.*soon/);
  });

  it('shows the fields and rows of the chosen role only', async () => {
    const { page } = await open('#/entities/Customer/data');
    await page.getByRole('columnheader', { name: 'email' }).waitFor();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('support');
    await page.getByRole('columnheader', { name: 'email' }).waitFor({ state: 'detached' });
    await rowsOf(page).first().waitFor();
    await showView(page, { hash: '#/entities/Employee', title: 'Employee' });
    await page.getByText('has no rights to this entity').waitFor();
  });

  it('explains a query with the plan of the database', async () => {
    const { page, faults } = await open('#/explain');
    await page.getByRole('textbox', { name: 'Query' }).fill('{ order_by_pk(id: 5) { total } }');
    await page.getByRole('button', { name: 'Database plan' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'SQL 1' }).textContent())
      .toContain('from "public"."orders"');
    const plan = page.getByRole('region', { name: 'Plan of the database' });
    await plan.waitFor();
    const keywords = page.getByRole('region', { name: 'SQL 1' }).locator('.token-keyword');
    expect(await keywords.allTextContents()).toEqual(expect.arrayContaining(['select', 'from', 'where']));
    expect((await plan.locator('.token-keyword').allTextContents()).join()).toMatch(/Scan/);
    expect(await plan.locator('.token-number').count()).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  });

  it('lists requests with their stages until paused', async () => {
    const { page } = await open('#/requests');
    await shop.post(JSON.stringify({ query: '{ suppliers(first: 1) { id } }' }));
    const entries = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
    await entries.filter({ hasText: 'Supplier' }).first().waitFor();
    const time = entries.locator('time').first();
    const [height = 0, lineHeight = 0, overflow] = await time.evaluate((shown) => [
      shown.clientHeight,
      Number.parseFloat(getComputedStyle(shown).lineHeight),
      shown.scrollWidth - shown.clientWidth,
    ]);
    expect({ lines: Math.round(height / lineHeight), overflow }).toEqual({ lines: 1, overflow: 0 });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx');
    await shop.post(JSON.stringify({ query: '{ suppliers { nothing } }' }));
    await entries.filter({ hasText: '400' }).first().waitFor();
    expect(await entries.filter({ hasText: '200' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused').waitFor();
  });

  it('shows the policies of a role', async () => {
    const { page } = await open('#/permissions');
    await page.getByRole('button', { name: 'courier on Order: update with restrictions' }).click();
    const dialog = page.getByRole('dialog', { name: 'courier on Order' });
    expect(await dialog.textContent()).toContain("@item.status eq 'PAID' or @item.status eq 'SHIPPED'");
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('moves and zooms the diagram by keyboard, and follows its links', async () => {
    const { page } = await open('#/diagram');
    const canvas = page.getByRole('region', { name: 'Entities and their relationships' });
    await page.getByRole('link', { name: 'Supplier', exact: true }).last().waitFor();
    const transform = () => canvas.locator('svg > g').getAttribute('transform');
    await expect.poll(transform).not.toBe('translate(0 0) scale(1)');
    const before = await transform();
    await canvas.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    expect(await transform()).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(transform).toBe(before);
    await canvas.getByRole('link', { name: 'Supplier', exact: true }).click();
    await page.getByRole('heading', { name: 'Supplier', level: 1 }).waitFor();
  });

  it('requests a token and a role in production', async () => {
    const issuers = await startTokenIssuers();
    const service = await serveShop({
      change: (config) => ({
        ...config,
        runtime: {
          ...config.runtime,
          mode: 'production',
          authentication: issuers.authentication,
          console: { enabled: true, roles: ['ops'] },
        },
      }),
    });
    onTestFinished(async () => {
      await service.close();
      await issuers.close();
    });
    const { page } = await openPage(service.origin);
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Access token' }).fill('invalid');
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByRole('alert').getByText('401 Unauthenticated').waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages', exact: true }).textContent()).toBe('Console');
    const token = await sign(goodClaims(SHARED.issuer, { scope: 'ops staff' }), SHARED_SECRET);
    await page.getByRole('textbox', { name: 'Access token' }).fill(`Bearer ${token}`);
    await page.getByRole('textbox', { name: 'Role that may use the console' }).fill('ops');
    await page.getByRole('button', { name: 'Use token' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: /GraphQL \/graphql\s*Endpoint for clients/ }).waitFor();
    const roles = page.getByRole('combobox', { name: 'Role' });
    expect(await roles.inputValue()).toBe('ops');
    expect(await roles.locator('option').allTextContents()).toEqual(['ops', 'staff', 'authenticated']);
    await roles.selectOption('staff');
    await showView(page, { hash: '#/entities/Employee/data', title: 'Data of Employee' });
    await rowsOf(page).first().waitFor();
    await showView(page, { hash: '#/problems', title: 'Problems' });
    await page.getByRole('heading', { name: 'Not exposed' }).waitFor();
    const query = encodeURIComponent('{ employees(first: 1) { id } }');
    await showView(page, { hash: `#/explain?query=${query}`, title: 'Explain' });
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await page.getByRole('region', { name: 'SQL 1' }).waitFor();
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('staff');
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  });

  it('remembers the theme', async () => {
    const { page } = await open('#/');
    const scheme = () => page.evaluate(() => document.documentElement.style.colorScheme);
    await page.getByRole('button', { name: /Switch the theme/ }).click();
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: /Switch the theme/ }).click();
    await page.reload();
    expect(await scheme()).toBe('dark');
  });
});
