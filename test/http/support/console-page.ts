import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { isLong } from '../../support/long-run.ts';

interface View {
  readonly name: string;
  readonly hash: string;
  /** The title of the page has a suffix. */
  readonly title: string;
  /** Button to press first, and the heading that its answer has. */
  readonly press?: { readonly button: string; readonly heading: string };
}

/** Views of the console on the sample shop. */
export const consoleViews: readonly View[] = [
  { name: 'overview', hash: '#/', title: 'Overview' },
  { name: 'entity', hash: '#/entities/Order', title: 'Order' },
  { name: 'data', hash: '#/entities/Order/data?where=total~gt~1000&sort=-total', title: 'Data of Order' },
  { name: 'diagram', hash: '#/diagram', title: 'Diagram' },
  { name: 'neighborhood', hash: '#/diagram?entity=Order', title: 'Diagram of Order' },
  { name: 'permissions', hash: '#/permissions', title: 'Permissions' },
  {
    name: 'explain',
    hash: '#/explain',
    title: 'Explain',
    press: { button: 'Database plan', heading: 'Plan of the database' },
  },
  { name: 'requests', hash: '#/requests', title: 'Requests' },
  { name: 'problems', hash: '#/problems', title: 'Problems' },
];

interface Appearance {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A push shows each width and each theme once. A long run, and a run that takes pictures, show all combinations. */
export const appearances = (): readonly Appearance[] => [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...(isLong || screenshots !== undefined
    ? ([
        { width: 1280, colorScheme: 'dark' },
        { width: 390, colorScheme: 'light' },
      ] as const)
    : []),
];

/** Folder for pictures of the views, to look at; unset by default. */
const { JOINERY_SCREENSHOTS: screenshots } = process.env;

/** Shows a view, and waits until its data is there. */
export async function showView(page: Page, { hash, title, press }: Omit<View, 'name'>): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target;
  }, hash);
  // The previous view also has a heading, and its spinner may be gone.
  await page.waitForFunction((expected) => document.title === expected, `${title} - Joinery Console`);
  await page.locator('.spinner').waitFor({ state: 'detached' });
  if (press === undefined) return;
  await page.getByRole('button', { name: press.button }).click();
  await page.getByRole('heading', { name: press.heading }).waitFor();
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
