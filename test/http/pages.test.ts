import { describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { serve } from './support/serve.ts';

/** A page of a development server in a browser. */
async function open(path: string) {
  const served = await serve({ mode: 'development' });
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

  test('the landing page leads to GraphiQL', { timeout: 60_000 }, async () => {
    const { page, served, foreign, faults } = await open('/');
    expect(await page.textContent('pre')).toContain(`curl ${served.origin}/graphql -H`);
    expect({ foreign, faults }).toEqual({ foreign: [], faults: [] });
    await page.getByRole('link', { name: '/graphql' }).click();
    expect(await page.title()).toBe('Joinery GraphiQL');
  });
});
