import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from './support/serve.ts';

const CHROMIUM = '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a development server in a browser; `foreign` collects every request that is for anybody else. */
async function open(path: string) {
  const served = await serve({ mode: 'development' });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(served.origin) && !/^(data|blob):/.test(url)) foreign.push(url);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(`${served.origin}${path}`);
  return { page, served, foreign, faults };
}

/** Where it must be there, its absence is a failure. */
const absent = !existsSync(CHROMIUM) && process.env.JOINERY_REQUIRE_SERVERS === undefined;

describe.skipIf(absent)(
  `pages of a development server, in Chromium${absent ? ' (skipped: Chromium is not installed)' : ''}`,
  () => {
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
  },
);
