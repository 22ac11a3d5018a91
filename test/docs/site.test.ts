import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absence, chromiumIsAbsent, openPage } from '../http/support/open-page.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Ignored by Git. */
const SCREENSHOTS = 'docs/.vitepress/cache/screenshots';

/** Home page, a guide, a reference with wide tables, and the page with a diagram. */
const pages = ['index', 'guides/filter-by-date', 'configuration', 'architecture'];

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  // VitePress fails if a link leads to a missing page.
  await promisify(execFile)(process.execPath, [
    'node_modules/vitepress/bin/vitepress.js',
    'build',
    'docs',
    '--outDir',
    folder,
  ]);
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const content = await readFile(path).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 300_000);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the documentation site', () => {
  it('has a page for each Markdown file of docs/', () => {
    const built = new Set(globSync('**/*.html', { cwd: folder }));
    const missing = globSync('**/*.md', { cwd: 'docs' }).filter((file) => !built.has(file.replace(/\.md$/, '.html')));
    expect(missing).toEqual([]);
  });

  it('links only to existing pages and anchors', () => {
    const files = globSync('**/*.html', { cwd: folder }).filter((file) => file !== '404.html');
    const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
    const anchors = new Map(
      [...texts].map(([file, text]) => [file, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const links = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => ({
        file,
        url: new URL(href, `http://site/${file}`),
      })),
    );
    const dead = links.filter(({ url: { host, pathname, hash } }) => {
      if (host !== 'site') return false;
      const target = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const ids = anchors.get(target.slice(1));
      return ids === undefined || (hash !== '' && !ids.has(decodeURIComponent(hash.slice(1))));
    });
    expect(dead.map(({ file, url }) => `${file}: ${url.pathname}${url.hash}`)).toEqual([]);
    expect(links.length).toBeGreaterThan(1_000);
  });

  it.skipIf(chromiumIsAbsent)(`fits wide and narrow screens${absence}`, { timeout: 300_000 }, async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    const { page, foreign, faults } = await openPage(`${origin}/`, 1280);
    for (const path of pages) {
      await page.goto(`${origin}/${path}.html`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const name = `${path.replace('/', '-')}-${width}-${colorScheme}.png`;
          const image = await page.screenshot({ path: join(SCREENSHOTS, name), animations: 'disabled' });
          expect(image.length).toBeGreaterThan(10_000);
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect({ path, width, scrollWidth }).toEqual({ path, width, scrollWidth: width });
        }
      }
    }
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  it.skipIf(chromiumIsAbsent)(`renders the diagram of the architecture${absence}`, { timeout: 120_000 }, async () => {
    const { page, foreign, faults } = await openPage(`${origin}/architecture.html`, 1280);
    const diagram = page.locator('.diagram svg');
    expect(await diagram.count()).toBe(1);
    for (const label of ['configuration file', 'GraphQL schema', 'bound requests', 'response'])
      expect(await diagram.locator('text', { hasText: label }).first().isVisible()).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await diagram.screenshot({ path: join(SCREENSHOTS, `diagram-${colorScheme}.png`) });
    }
    expect(await page.locator('text=flowchart').count()).toBe(0);
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });

  it.skipIf(chromiumIsAbsent)(`finds a page with the local search${absence}`, { timeout: 120_000 }, async () => {
    const { page, foreign, faults } = await openPage(`${origin}/`, 1280);
    await page.locator('#local-search button, .VPNavBarSearch button').first().click();
    await page.locator('#localsearch-input').fill('PgBouncer');
    await page.locator('#localsearch-list a', { hasText: 'connection pooler' }).first().click();
    await page.waitForURL(/guides\/pooler\.html/);
    await page.locator('h1', { hasText: 'Run with a connection pooler' }).waitFor();
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });
});
