import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const COUNT = 100;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

const columns = Array.from({ length: 12 }, (_, index) => `note_${index} text`).join(', ');
const ddl = numbers
  .map(
    (index) =>
      `create table t${index} (id int primary key, before int ${index > 0 ? `references t${index - 1}` : ''}, name text not null, price numeric(10, 2), made date, ${columns});`,
  )
  .join('\n');

const entities = Object.fromEntries(
  numbers.map((index) => [
    `Thing${index}`,
    {
      source: `t${index}`,
      permissions: [{ role: 'anonymous', actions: ['*'] }],
      relationships: {
        ...(index > 0 && { earlier: { belongsTo: `Thing${index - 1}` } }),
        ...(index < COUNT - 1 && { later: { hasMany: `Thing${index + 1}` } }),
      },
    },
  ]),
);

let tables: ServedTables;
beforeAll(async () => {
  tables = await serveTables('swagger_ui_many', ddl, entities);
}, 60_000);
afterAll(() => tables.close());

describe.skipIf(chromiumIsAbsent)(`Swagger UI over ${COUNT} entities, in Chromium${absence}`, () => {
  test('shows collapsed groups of entities, filters by name, and sends a request', { timeout: 300_000 }, async () => {
    const { page, faults } = await openPage(`${tables.origin}/swagger`);
    await page.locator('[data-tag="Thing99"]').waitFor();
    expect(await page.locator('[data-tag]').count()).toBe(COUNT);
    expect(await page.locator('.opblock').count()).toBe(0);
    // With OpenAPI 3.1, the cost of each opened operation grows with the whole document.
    expect(await page.locator('.version-stamp').allTextContents()).toContain('OAS 3.0');
    await page.getByPlaceholder('Filter by tag or path').fill('Thing73');
    await page.locator('[data-tag="Thing5"]').waitFor({ state: 'detached' });
    const group = page.locator('[data-tag="Thing73"]');
    if ((await group.getAttribute('data-is-open')) !== 'true') await group.click();
    const operation = page.locator('#operations-Thing73-createThing73');
    await operation.locator('.opblock-summary-control').click();
    const body = operation.locator('textarea');
    await body.waitFor();
    expect(JSON.parse(await body.inputValue())).toEqual({ id: 1, before: 1, name: 'Some name' });
    await body.fill('{ "id": 1, "name": "Some name", "price": 10 }');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const response = operation.locator('.live-responses-table tr.response');
    await response.waitFor();
    expect(await response.locator('.response-col_status').textContent()).toContain('201');
    expect(faults).toEqual([]);
  });
});
