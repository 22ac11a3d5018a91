import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

let shop: ServedShop;
beforeAll(async () => {
  shop = await serveShop();
});
afterAll(() => shop.close());

describe.skipIf(chromiumIsAbsent)(
  `Swagger UI of a development server, in Chromium${absence}`,
  { timeout: 300_000 },
  () => {
    test('shows the REST API, sends requests, and loads nothing from other origins', async () => {
      const { page, foreign, faults } = await openPage(`${shop.origin}/swagger`);
      await page.locator('[data-tag="Order"]').click();
      const operation = page.locator('#operations-Order-orders');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('tr[data-param-name="$first"] input').fill('2');
      await operation.locator('tr[data-param-name="$expand"] input').fill('customer($select=name)');
      await operation.getByRole('button', { name: 'Execute' }).click();
      const response = operation.locator('.live-responses-table tr.response');
      await response.waitFor();
      expect(await response.locator('.response-col_status').textContent()).toContain('200');
      const { value } = JSON.parse(
        (await response.locator('.response-col_description pre').first().textContent()) ?? '',
      );
      expect(value).toMatchObject([{ id: 1, customer: { name: expect.any(String) } }, { id: 2 }]);
      expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    });

    test('shows the operations of a role, and sends requests as that role', async () => {
      const { page, faults } = await openPage(`${shop.origin}/swagger`, 390);
      const roles = page.getByRole('combobox').first();
      expect(await roles.locator('option').allTextContents()).toEqual([
        'All roles',
        'Role anonymous',
        'Role authenticated',
        'Role support',
        'Role staff',
        'Role courier',
      ]);
      await page.locator('[data-tag="Employee"]').waitFor();
      await roles.selectOption({ label: 'Role support' });
      await page.locator('[data-tag="Employee"]').waitFor({ state: 'detached' });
      await page.locator('[data-tag="Customer"]').click();
      const operation = page.locator('#operations-Customer-customer_by_pk');
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('tr[data-param-name="id"] input').fill('1');
      await operation.getByRole('button', { name: 'Execute' }).click();
      const response = operation.locator('.live-responses-table tr.response');
      await response.waitFor();
      const customer = JSON.parse(
        (await response.locator('.response-col_description pre').first().textContent()) ?? '',
      );
      expect(customer).toMatchObject({ id: 1, name: expect.any(String) });
      expect(customer).not.toHaveProperty('email');
      expect(faults).toEqual([]);
    });

    test('is linked from the console', async () => {
      const { page } = await openPage(shop.origin);
      await page.getByRole('link', { name: 'Swagger UI', exact: true }).click();
      expect(await page.title()).toBe('Joinery Swagger UI');
    });
  },
);

describe('the files of Swagger UI', () => {
  const get = (path: string, method = 'GET') => fetch(shop.origin + path, { method });

  test('are those that the page names, with their types, and immutable except for start.js', async () => {
    const page = await get('/swagger');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    const files = [...(await page.text()).matchAll(/(?:href|src)="(swagger\/[^"]+)"/g)].map(([, name]) => name ?? '');
    const types: Record<string, string> = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
    };
    expect(files).toHaveLength(5);
    for (const file of files) {
      const { status, headers } = await get(`/${file}`);
      expect([file, status, headers.get('content-type')]).toEqual([file, 200, types[file.split('.').at(-1) ?? '']]);
      const isOurs = file.endsWith('/start.js');
      expect(headers.get('cache-control')).toBe(isOurs ? 'no-cache' : 'public, max-age=31536000, immutable');
    }
  });

  test('include no others', async () => {
    const folder = /swagger\/[\d.]+/.exec(await (await get('/swagger')).text())?.[0];
    for (const name of ['package.json', 'index.html', '..%2fpackage.json', '%2e%2e/package.json', 'constructor']) {
      expect([name, (await get(`/${folder}/${name}`)).status]).toEqual([name, 404]);
    }
    expect((await get('/swagger', 'POST')).status).toBe(405);
  });
});
