import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../src/embedded/start-embedded.ts';
import { type ClientFolder, makeClientFolder, readClientFiles, readPageFiles } from './support/client-folder.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const typed = readPageFiles('docs/guides/typed-client.md').files;

describe('docs/guides/tanstack-query.md', () => {
  let shop: ServedShop;
  let folder: ClientFolder;
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
    shop = await serveShop({
      database: 'tanstack_query',
      change: (config) => {
        const cors = { ...config.runtime.cors, origins: [`http://127.0.0.1:${port}`] };
        return { ...config, runtime: { ...config.runtime, cors } };
      },
    });
    const files = {
      'schema.graphql': shop.application.sdl,
      'tsconfig.json': typed['tsconfig.json'] ?? '',
      'src/graphql.ts': typed['src/graphql.ts'] ?? '',
      'src/request.ts': typed['src/request.ts'] ?? '',
      'index.html': '<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      ...readPageFiles('docs/guides/tanstack-query.md').files,
      ...readClientFiles('tanstack'),
    };
    folder = await makeClientFolder(files, shop.origin);
    await folder.run('gql.tada', 'generate-output');
  });
  afterAll(() => shop.close());

  it('compiles', { timeout: 300_000 }, async () => {
    expect(await folder.run('tsc', '-p', '.', '--jsx', 'react-jsx')).toBe('');
  });

  it('reads rows and pages, and updates with and without a conflict', async () => {
    const listed = await fetch(`${shop.origin}/api/Product?$search=an&$orderby=name&$select=name&$first=-1`);
    const { value } = (await listed.json()) as { value: { name: string }[] };
    const [total, last] = [value.length, value.at(-1)?.name];
    expect(total).toBeGreaterThan(20);
    const found = JSON.parse(await folder.run('node', 'src/use-products.ts'));
    expect(found).toEqual({
      list: { total, pages: Math.ceil(total / 20), distinct: total, last },
      read: { name: 'Modern Copper Spade', price: expect.any(Number) },
      optimistic: { price: 10.5, status: 'pending' },
      hasNewTag: true,
      conflict: true,
      prices: [found.read.price, 10.5, 30, 10.5, 20],
      last: 40,
      errors: { conflict: false, isError: true },
    });
  });

  it.skipIf(chromiumIsAbsent)(
    `shows the components in a page of another origin${absence}`,
    { timeout: 300_000 },
    async () => {
      await folder.run('vite', 'build', '--logLevel', 'warn');
      const server = createServer(async ({ url = '' }, response) => {
        const path = url === '/' ? '/index.html' : url;
        response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
        response.end(await readFile(join(folder.path, 'dist', path)).catch(() => ''));
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const { page, faults } = await openPage(`http://127.0.0.1:${port}/`);
      const products = page.locator('li');
      await page.getByText(/^[0-9]+ products$/).waitFor();
      expect(await products.count()).toBe(20);
      await page.getByRole('button', { name: 'More' }).click();
      await products.nth(20).waitFor();
      const name = (await products.nth(20).getByRole('button').textContent()) ?? '';
      await products.nth(20).getByRole('button').click();
      const input = page.getByLabel(name);
      await input.fill('12.34');
      await page.getByRole('button', { name: 'Save' }).click();
      await products.filter({ hasText: `${name} 12.34` }).waitFor();

      const query = `mutation { updateProducts(filter: { price: { eq: 12.34 } }, item: { price: 56.78 }) { affected } }`;
      const changed = await shop.post(JSON.stringify({ query }), { 'x-api-role': 'staff' });
      expect(await changed.json()).toMatchObject({ data: { updateProducts: { affected: 1 } } });
      await input.fill('90.12');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').waitFor();
      await products.filter({ hasText: `${name} 56.78` }).waitFor();
      expect(await input.inputValue()).toBe('56.78');
      expect(faults).toEqual([]);
    },
  );
});
