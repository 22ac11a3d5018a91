import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Views of the console by name, with their addresses on the sample shop. */
export const consoleViews: Readonly<Record<string, string>> = {
  overview: '#/',
  entity: '#/entities/Order',
  data: '#/entities/Order/data?where=total~gt~1000&sort=-total',
  diagram: '#/diagram',
  neighborhood: '#/diagram?entity=Order',
  permissions: '#/permissions',
  explain: '#/explain',
  requests: '#/requests',
  problems: '#/problems',
};

/** Folder for pictures of the views, to look at; unset by default. */
const { JOINERY_SCREENSHOTS: screenshots } = process.env;

/** Shows a view, and waits until its data is there. */
export async function showView(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target;
  }, hash);
  await page.locator('main h1').waitFor();
  await page.locator('.spinner').waitFor({ state: 'detached' });
}

/** Stores a picture of a page if `JOINERY_SCREENSHOTS` names a folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

/** Returns the serious findings of axe-core, which include contrast. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // The content security policy blocks script elements.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({ iframes: false, resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`);
}
