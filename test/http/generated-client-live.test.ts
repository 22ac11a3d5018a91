import { execFile } from 'node:child_process';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const run = promisify(execFile);
const workspace = join(import.meta.dirname, 'generated-client');
const tool = (name: string): string => join(workspace, 'node_modules/.bin', name);

const OPTIONS =
  '--noEmit --strict --target es2024 --module nodenext --types node --skipLibCheck --allowImportingTsExtensions';

/** Generates types from the served OpenAPI document, as a user would. */
describe('a client generated from the OpenAPI document', () => {
  let shop: ServedShop;
  let folder: string;
  beforeAll(async () => {
    shop = await serveShop({ database: 'generated_client' });
    folder = await makeTemporaryFolder();
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
    for (const file of ['read-shop.ts', 'write-shop.ts', 'mistakes.ts'])
      await copyFile(join(workspace, file), join(folder, file));
    const url = `${shop.origin}/api/openapi.json`;
    await run(tool('openapi-typescript'), [url, '-o', join(folder, 'shop.d.ts')]);
    await run(tool('openapi-typescript'), [`${url}?select=false`, '-o', join(folder, 'whole.d.ts')]);
  }, 120_000);
  afterAll(() => shop.close());

  const compile = (file: string) => run(tool('tsc'), [...OPTIONS.split(' '), file], { cwd: folder });

  it('compiles, and reads lists, items, expanded items, and errors', { timeout: 300_000 }, async () => {
    expect(await compile('read-shop.ts')).toMatchObject({ stdout: '' });
    const { stdout } = await run(process.execPath, [join(folder, 'read-shop.ts'), shop.origin]);
    const found = JSON.parse(stdout);
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

  it('compiles, and creates, updates, replaces, and deletes', { timeout: 300_000 }, async () => {
    expect(await compile('write-shop.ts')).toMatchObject({ stdout: '' });
    const { stdout } = await run(process.execPath, [join(folder, 'write-shop.ts'), shop.origin]);
    expect(JSON.parse(stdout)).toEqual({
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

  it.each(['docs/openapi.md', 'docs/guides/typed-client.md'])(
    'prints the output documented in %s',
    { timeout: 300_000 },
    async (path) => {
      const page = await readFile(join(import.meta.dirname, '../..', path), 'utf8');
      const [, program = '', output] = /```ts\n(.*?)```\n+```text\n(.*?)```/s.exec(page) ?? [];
      await writeFile(join(folder, 'documented.ts'), program.replace('http://127.0.0.1:4000', shop.origin));
      expect(await compile('documented.ts')).toMatchObject({ stdout: '' });
      const { stdout } = await run(process.execPath, [join(folder, 'documented.ts')]);
      expect(stdout).toBe(output);
    },
  );

  it('does not compile with a wrong name or type', { timeout: 300_000 }, async () => {
    const lines = (await readFile(join(workspace, 'mistakes.ts'), 'utf8')).split('\n');
    const marked = lines.flatMap((line, index) => (line.includes('// mistake') ? [index + 1] : []));
    const { stdout } = await compile('mistakes.ts').catch((error: { stdout: string }) => error);
    const found = [...stdout.matchAll(/^mistakes\.ts\((\d+),\d+\): error/gm)].map(([, line]) => Number(line));
    expect([...new Set(found)]).toEqual(marked);
    expect(marked.length).toBeGreaterThan(10);
  });
});
