import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appearances, findBarriers, showView, takeScreenshot } from './support/console-page.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const VIEW = { hash: '#/entities/Product/data?sort=id&size=10', title: 'Data of Product' };

describe.skipIf(chromiumIsAbsent)(`live rows in the console${absence}`, { timeout: 300_000 }, () => {
  let shop: ServedShop;
  const serve = (port?: number): Promise<ServedShop> =>
    serveShop({
      database: 'console_rows',
      ...(port !== undefined && { port }),
      change: (config) => {
        const live = { ...config.runtime.live, enabled: true, interval: 20, fallback: 200 };
        return { ...config, runtime: { ...config.runtime, live } };
      },
    });
  beforeAll(async () => {
    shop = await serve();
  });
  afterAll(() => shop.close());

  const rename = async (name: string): Promise<void> => {
    const query = `mutation { updateProduct(id: 1, item: { name: "${name}" }) { id } }`;
    const response = await shop.post(JSON.stringify({ query }), { 'x-api-role': 'staff' });
    expect(await response.json()).toEqual({ data: { updateProduct: { id: 1 } } });
  };

  it('follow changes while Live is pressed, also after a restart of the service', async () => {
    const { page } = await openPage(`${shop.origin}/?role=staff${VIEW.hash}`);
    const live = page.getByRole('button', { name: 'Live' });
    const name = page.getByRole('region', { name: 'Rows of Product' }).locator('tbody tr').first();
    await name.waitFor();
    expect(await live.getAttribute('aria-pressed')).toBe('false');
    await live.click();
    await page.waitForURL(/live=1/);
    await rename('Lamp 1');
    await name.getByText('Lamp 1').waitFor();
    await rename('Lamp 2');
    await name.getByText('Lamp 2').waitFor();
    const { port } = new URL(shop.origin);
    await shop.close();
    shop = await serve(Number(port));
    await rename('Lamp 3');
    await name.getByText('Lamp 3').waitFor();
    await live.click();
    await expect.poll(() => live.getAttribute('aria-pressed')).toBe('false');
    await rename('Lamp 4');
    await page.getByRole('button', { name: 'Reload' }).click();
    await name.getByText('Lamp 4').waitFor();
  });

  it('stay on the page when Live is pressed', async () => {
    const { page, faults } = await openPage(`${shop.origin}/?role=staff${VIEW.hash}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^Rows 11–20/).waitFor();
    await page.getByRole('button', { name: 'Live' }).click();
    const query = 'mutation { updateProduct(id: 11, item: { name: "Chair 11" }) { id } }';
    await shop.post(JSON.stringify({ query }), { 'x-api-role': 'staff' });
    await page.getByText('Chair 11').waitFor();
    expect(await page.getByText(/^Rows 11–20/).count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('show the error of an invalid filter', async () => {
    const { page } = await openPage(`${shop.origin}/?role=staff#/entities/Product/data?live=1&where=id~eq~99999999999`);
    await page.getByRole('alert').waitFor();
  });

  it('fit wide and narrow screens in both themes without barriers', async () => {
    const { page, faults } = await openPage(`${shop.origin}/?role=staff#/`);
    for (const { width, colorScheme } of appearances()) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await showView(page, { ...VIEW, hash: `${VIEW.hash}&live=1` });
      await page.locator('tbody tr').first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await takeScreenshot(page, `live-rows-${colorScheme}-${width}`);
    }
    expect(faults).toEqual([]);
  });

  it('are not offered while live queries are disabled', async () => {
    const other = await serveShop({ database: 'console_rows_disabled' });
    try {
      const { page } = await openPage(`${other.origin}/?role=staff${VIEW.hash}&live=1`);
      await page.locator('tbody tr').first().waitFor();
      expect(await page.getByRole('button', { name: 'Live' }).count()).toBe(0);
    } finally {
      await other.close();
    }
  });
});
