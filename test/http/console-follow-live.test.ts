import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

let shop: ServedShop;
beforeAll(async () => {
  shop = await serveShop({ database: 'console_follow' });
});
afterAll(() => shop.close());

const listed = ({ application }: ServedShop): number =>
  application.reportedProblems.filter(({ problem }) => problem.severity !== 'note').length;

describe.skipIf(chromiumIsAbsent)(`an open page of the console${absence}`, { timeout: 300_000 }, () => {
  it('names the operation of a request, and explains it', async () => {
    const { page, faults } = await openPage(`${shop.origin}/?role=staff#/requests`);
    await shop.post(JSON.stringify({ query: 'query Newest { suppliers(first: 1) { id } }' }), {
      'x-api-role': 'staff',
    });
    await page.getByText('query Newest { suppliers }').click();
    await page.getByRole('region', { name: 'Document' }).waitFor();
    await page.locator('.request[open]').getByRole('link', { name: 'Explain' }).click();
    const query = page.getByRole('textbox', { name: 'Query' });
    await expect.poll(() => query.inputValue()).toBe('query Newest { suppliers(first: 1) { id } }');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByRole('region', { name: 'SQL 1' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a change before it runs, and runs the edited request', async () => {
    const { page, faults } = await openPage(`${shop.origin}/?role=staff#/entities/Category`);
    await page.getByText('Create a row').click();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Change data?' });
    await run.click();
    expect(await dialog.getByRole('textbox', { name: 'Query' }).inputValue()).toContain('createCategory');
    await dialog
      .getByRole('textbox', { name: 'Query' })
      .fill('mutation { createCategory(item: { name: "Edited 1" }) { name } }');
    const variables = dialog.getByRole('textbox', { name: 'Variables (JSON)' });
    await variables.fill('{');
    await dialog.getByRole('button', { name: 'Run it' }).click();
    expect(await dialog.getByRole('alert').textContent()).toContain('not valid JSON');
    await variables.fill('');
    await dialog.getByRole('button', { name: 'Run it' }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await response.getByText('Edited 1').waitFor();
    await page.getByRole('tab', { name: 'REST' }).click();
    await run.click();
    expect(await dialog.getByRole('textbox', { name: 'POST path' }).inputValue()).toBe('/api/Category');
    const body = dialog.getByRole('textbox', { name: 'Body (JSON)' });
    expect(JSON.parse(await body.inputValue())).toHaveProperty('name');
    await body.fill('{ "name": "Edited 2" }');
    await dialog.getByRole('button', { name: 'Run it' }).click();
    await response.getByText('Edited 2').waitFor();
    expect(faults).toEqual([]);
  });

  it('follows new problems and a changed configuration without a reload', async () => {
    const service = await serveShop();
    onTestFinished(() => service.close());
    const { page } = await openPage(`${service.origin}/?role=staff#/entities/Sale/data`);
    await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor();
    const badge = page.getByRole('link', { name: /^Problems/ }).locator('.count');
    const shown = async () => Number((await badge.allTextContents())[0] ?? 0);
    await expect.poll(shown).toBe(listed(service));
    const initial = listed(service);
    const problem = { path: ['entities', 'Sale'], message: 'Changed.', severity: 'warning' } as const;
    service.application.observers.observe({ kind: 'problem', problem });
    await expect.poll(shown, { timeout: 10_000 }).toBeGreaterThan(initial);
    await service.close();
    const renamed = await serveShop({
      port: Number(new URL(service.origin).port),
      change: (config) => ({
        ...config,
        entities: config.entities.map((entity) => (entity.name === 'Sale' ? { ...entity, name: 'Revenue' } : entity)),
      }),
    });
    onTestFinished(() => renamed.close());
    await page.getByRole('heading', { name: 'Entity not found' }).waitFor();
    await expect.poll(shown, { timeout: 10_000 }).toBe(listed(renamed));
    await page.locator('#entity-list').getByRole('link', { name: 'Revenue' }).waitFor();
    expect(await page.locator('#entity-list').getByRole('link', { name: 'Sale' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show all entities' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
