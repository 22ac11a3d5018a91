import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientFolder, makeClientFolder, readClientFiles, readPageFiles } from './support/client-folder.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const guide = readPageFiles('docs/guides/typed-client.md');
const reference = readPageFiles('docs/openapi.md');

/** Generates types from the served OpenAPI document, as a user would. */
describe('a client generated from the OpenAPI document', () => {
  let shop: ServedShop;
  let folder: ClientFolder;
  beforeAll(async () => {
    shop = await serveShop({ database: 'openapi_client' });
    const documented = {
      'src/customers.ts': guide.files['src/customers.ts'] ?? '',
      'src/orders.ts': reference.files['src/orders.ts'] ?? '',
    };
    folder = await makeClientFolder(
      { ...documented, ...readClientFiles('openapi'), ...readClientFiles('shared') },
      shop.origin,
    );
    const url = `${shop.origin}/api/openapi.json`;
    await folder.run('openapi-typescript', url, '-o', 'src/shop.d.ts');
    await folder.run('openapi-typescript', `${url}?select=false`, '-o', 'src/whole.d.ts');
  }, 120_000);
  afterAll(() => shop.close());

  it('compiles, and rejects wrong names and types', { timeout: 300_000 }, async () => {
    expect(await folder.run('tsc', '-p', '.')).toBe('');
  });

  it('reads lists, items, expanded items, and errors', async () => {
    const found = JSON.parse(await folder.run('node', 'src/read-shop.ts', shop.origin));
    expect(found).toEqual({
      orders: Array.from({ length: 2 }, () => ({
        isShipped: true,
        country: 'NL',
        quantities: [expect.any(Number)],
        lines: expect.any(Number),
      })),
      hasMore: true,
      count: expect.any(Number),
      price: expect.any(Number),
      product_id: expect.any(Number),
      missing: { status: 404, code: 'ItemNotFound' },
      forbidden: 'Forbidden',
      one: { total: expect.any(Number), reference: null },
    });
    expect(found.count).toBeGreaterThan(2);
  });

  it('creates, updates, replaces, and deletes', async () => {
    expect(JSON.parse(await folder.run('node', 'src/write-shop.ts', shop.origin))).toEqual({
      made: { status: 201, total: 1234567890.12, customer: 'Fournier GmbH', isThere: true },
      changed: { status: 200, comment: 'changed' },
      again: 'PreconditionFailed',
      put: 201,
      replaced: { status: 200, line_total: 3.75 },
      forbidden: 'Forbidden',
      conflict: 'Conflict',
      deleted: { status: 204, gone: 'ItemNotFound' },
    });
  });

  it.each([
    ['docs/guides/typed-client.md', 'src/customers.ts', guide],
    ['docs/openapi.md', 'src/orders.ts', reference],
  ] as const)('prints the output documented in %s', async (_page, path, { outputs }) => {
    expect(await folder.run('node', path)).toBe(outputs[path]);
  });
});
