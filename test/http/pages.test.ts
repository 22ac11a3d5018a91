import { describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { serve } from './support/serve.ts';
import type { RuntimeChanges } from './support/stand-in-application.ts';

/** A page of a development server in a browser. */
async function open(path: string, runtime: RuntimeChanges = {}) {
  const served = await serve({ mode: 'development', ...runtime });
  return { served, ...(await openPage(`${served.origin}${path}`)) };
}

describe.skipIf(chromiumIsAbsent)(`pages of a development server, in Chromium${absence}`, () => {
  test('GraphiQL runs its first query, and fetches nothing from anywhere else', { timeout: 60_000 }, async () => {
    const { page, served, foreign, faults } = await open('/graphql');
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.getByText('SHIPPED').first().waitFor();
    expect(await page.title()).toBe('Joinery GraphiQL');
    expect(served.application.asked.length).toBeGreaterThan(1);
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
  });

  test('its first line holds: the shortcut runs the query at once, and wherever the focus is', {
    timeout: 60_000,
  }, async () => {
    const { page, served, faults } = await open('/graphql');
    await page.getByText('# Ctrl+Enter runs this query.').waitFor();
    await page.locator('.graphiql-query-editor :focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('SHIPPED').first().waitFor();
    const { length } = served.application.asked;
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => served.application.asked.length).toBe(length + 1);
    expect(faults).toEqual([]);
  });

  test('GraphiQL asks as the role that is chosen, this time and the next', { timeout: 60_000 }, async () => {
    const { page, served, faults } = await open('/graphql?query={role}', { authentication: { provider: 'Simulator' } });
    const roles = page.getByRole('combobox', { name: 'Ask as' });
    expect(await roles.inputValue()).toBe('authenticated');
    const run = page.getByRole('button', { name: /execute query/i });
    await run.click();
    await page.locator('.result-window').getByText('authenticated').waitFor();
    await roles.selectOption('anonymous');
    await run.click();
    await page.locator('.result-window').getByText('anonymous').waitFor();
    expect(served.application.asked.map(({ identity }) => identity.role)).toContain('anonymous');
    await page.reload();
    expect(await roles.inputValue()).toBe('anonymous');
    expect(faults).toEqual([]);
  });

  test('where a role cannot be had by naming it, none is offered', { timeout: 60_000 }, async () => {
    const { page } = await open('/graphql');
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    expect(await page.getByText('Ask as').count()).toBe(0);
  });

  test('the landing page leads to GraphiQL', { timeout: 60_000 }, async () => {
    const { page, served, foreign, faults } = await open('/');
    expect(await page.textContent('pre')).toContain(`curl ${served.origin}/graphql -H`);
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    await page.getByRole('link', { name: '/graphql' }).click();
    expect(await page.title()).toBe('Joinery GraphiQL');
  });
});
