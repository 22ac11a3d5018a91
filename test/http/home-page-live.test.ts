import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const WORDS = ['Medium', 'Attribute', 'Type', 'Allowed', 'Value', 'Format'];

/** Names of up to 60 characters, not in alphabetical order. */
const names = Array.from({ length: 381 }, (_, index) => {
  const words = Array.from({ length: 1 + (index % 8) }, (_, place) => WORDS[(index * 5 + place) % WORDS.length]);
  return `${words.join('').slice(0, 56)}X${(index * 7) % 381}`;
});
const unbroken = 'a'.repeat(60);
const entities = Object.fromEntries(
  [...names, unbroken].map((name, index) => [
    name,
    { source: `t${index}`, permissions: [{ role: 'anonymous', actions: ['read'] }] },
  ]),
);
const ddl = [...names, unbroken].map((_, index) => `create table t${index} (id int primary key);`).join('\n');

let tables: ServedTables;
beforeAll(async () => {
  tables = await serveTables('home_page', ddl, entities);
}, 60_000);
afterAll(() => tables.close());

describe('the home page of 382 entities', () => {
  const shownIn = (html: string): readonly string[] =>
    [...html.matchAll(/<tr data-names="[^"]*"><th scope="row">(.*?)<\/th>/g)].map(([, name = '']) =>
      name.replaceAll('<wbr>', ''),
    );

  test('filters and sorts without a script', async () => {
    const found = shownIn(await (await fetch(`${tables.origin}/?filter=%20valueFORMAT&sort=name`)).text());
    const expected = names.filter((name) => name.toLowerCase().includes('valueformat'));
    expect(found).toEqual(expected.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    expect(expected.length).toBeGreaterThan(20);
    expect(shownIn(await (await fetch(tables.origin)).text())).toEqual([...names, unbroken]);
  });

  test('escapes the filter', async () => {
    const html = await (await fetch(`${tables.origin}/?filter=${encodeURIComponent('"><script>x</script>')}`)).text();
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"');
    expect(shownIn(html)).toEqual([]);
  });

  test.skipIf(chromiumIsAbsent)(`fits wide and narrow screens${absence}`, { timeout: 300_000 }, async () => {
    const { page, faults } = await openPage(tables.origin, 1280);
    for (const width of [1280, 601, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const sizes = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        cut: [...document.querySelectorAll('#entities :is(th, td)')].filter(
          (cell) => cell.scrollWidth > cell.clientWidth,
        ).length,
        tallest: Math.max(...[...document.querySelectorAll('#entities tbody tr')].map((row) => row.clientHeight)),
      }));
      expect({ width, ...sizes, tallest: sizes.tallest < 300 }).toEqual({ width, page: width, cut: 0, tallest: true });
    }
    expect(faults).toEqual([]);
  });

  test.skipIf(chromiumIsAbsent)(`filters while you type${absence}`, { timeout: 300_000 }, async () => {
    const { page, faults } = await openPage(tables.origin, 390);
    const rows = page.locator('#entities tbody tr:visible');
    await page.getByRole('searchbox').fill('aaaa');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await page.locator('#filter output').textContent()).toBe('1 of 382');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('by name');
    await page.waitForURL(/sort=name/);
    expect(await rows.count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => rows.count()).toBe(382);
    expect(await rows.first().locator('th').textContent()).toBe(unbroken);
    expect(faults).toEqual([]);
  });
});
