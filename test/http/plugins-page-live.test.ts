import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'graphql-ws';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { readSteps } from './support/run-page.ts';
import { startJoinery } from './support/start-joinery.ts';

const PAGE = 'docs/plugins.md';

/** Modules of the page by name. */
const modules = Object.fromEntries(
  readSteps(PAGE).flatMap(({ file, text }) => (file === undefined ? [] : [[file, text] as const])),
);

/** Serves the shop with a module, and returns functions that subscribe by each transport. */
async function subscribeWith(module: string, files = modules) {
  const { serve } = await startJoinery(
    { plugins: [`./${module}`] },
    { files, modules: true, runtime: { live: { enabled: true } } },
  );
  const origin = await serve();
  const client = createClient({ url: `${origin.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  onTestFinished(() => client.dispose());
  const bySocket = async (query: string): Promise<unknown> => {
    const results = client.iterate({ query });
    try {
      const { value } = await results.next();
      await results.return?.();
      return value;
    } catch (errors) {
      // A rejected operation ends with a message `error`.
      return { errors };
    }
  };
  const byEvents = async (query: string): Promise<unknown> => {
    const response = await fetch(`${origin}/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { value = '' } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return JSON.parse(/^data: (.*)$/m.exec(value)?.[1] ?? '{}');
  };
  return { bySocket, byEvents };
}

describe('the plugin that rejects operations without a name', () => {
  it.each(['bySocket', 'byEvents'] as const)('rejects subscriptions without a name %s', async (transport) => {
    const { [transport]: subscribe } = await subscribeWith('plugins/operations.ts');
    expect(await subscribe('subscription { customers(first: 1) { id } }')).toEqual({
      errors: [{ message: 'Name the operation.', extensions: { code: 'NameRequired', status: 400 } }],
    });
    expect(await subscribe('subscription First { customers(first: 1) { id } }')).toEqual({
      data: { customers: [{ id: 1 }] },
    });
  });
});

it('rate-limits no subscriptions with @envelop/rate-limiter', async () => {
  const limiter = `
    import { useRateLimiter } from '@envelop/rate-limiter';
    export default useRateLimiter({
      identifyFn: () => 'all',
      configByField: [{ type: '*', field: 'customers', max: 1, window: '1h' }],
    });
  `;
  const { bySocket } = await subscribeWith('limiter.ts', { 'limiter.ts': limiter });
  const query = '{ customers(first: 1) { id } }';
  expect(await bySocket(query)).toMatchObject({ data: {} });
  expect(await bySocket(query)).toMatchObject({ errors: [{ extensions: { code: 'RateLimited' } }] });
  expect(await bySocket(`subscription ${query}`)).toEqual({ data: { customers: [{ id: 1 }] } });
});

/** Compiles modules with the types of this package. @returns the output of the compiler, empty without errors */
async function typeCheck(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await makeTemporaryFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    lib: ['es2024', 'esnext.iterator', 'esnext.collection', 'dom'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths: { joinery: [resolve('src/index.ts')] },
  };
  const all = {
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const options = ['--project', folder, '--pretty', 'false'];
  const { stdout } = await promisify(execFile)(resolve('node_modules/.bin/tsc'), options, { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  );
  return stdout.trim();
}

describe('the TypeScript examples', () => {
  it.each([PAGE, 'docs/persisted-documents.md'])('of %s type-check', async (page) => {
    const blocks = [...readFileSync(page, 'utf8').matchAll(/^```tsx?[^\n]*\n([\s\S]*?)^```/gm)];
    const files = Object.fromEntries(blocks.map(([, text = ''], index) => [`example-${index}.ts`, text]));
    expect(blocks.length).toBeGreaterThan(0);
    expect(await typeCheck(files)).toBe('');
  });

  it('are checked against the types of the package', async () => {
    const mistaken = `import type { PluginContext } from 'joinery';\nexport const read = (it: PluginContext) => it.rol;\n`;
    expect(await typeCheck({ 'mistaken.ts': mistaken })).toMatch(/^mistaken\.ts\(2,\d+\): error TS2551/);
  });
});

it.each([
  ['application/json', 200],
  ['application/graphql-response+json', 400],
])('answers a rejected operation for %s with status %d', async (accept, status) => {
  const { post } = await startJoinery({ plugins: ['./plugins/operations.ts'] }, { files: modules, modules: true });
  expect((await post({ query: '{ customers(first: 1) { id } }' }, { accept })).status).toBe(status);
});
