import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { runCommandLine } from '../support/run-command-line.ts';
import { openSession } from '../support/sql/open-session.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { startJoinery } from './support/start-joinery.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

const read = [{ role: 'anonymous', actions: ['read'] }];

const configuration = (graphql: object, { host = {}, url = inject('postgres') } = {}): object => ({
  'data-source': { 'database-type': 'postgresql', 'connection-string': url, 'catalog-interval-ms': 100 },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' }, ...host }, graphql },
  entities: { Customer: { source: 'customers', permissions: read }, Order: { source: 'orders', permissions: read } },
});

/** Creates a folder with the files. Objects are written as JSON. @returns a function that writes further files */
async function createFolder(files: Readonly<Record<string, string | object>>) {
  const folder = await makeTemporaryFolder();
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const write = async (name: string, content: string | object): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const [name, content] of Object.entries({ 'package.json': { type: 'module' }, ...files })) {
    await write(name, content);
  }
  return { folder, file: join(folder, 'joinery.json'), write };
}

/** Starts the service in a folder. @returns functions that post a query, stop the service, and return its output */
async function start(folder: string, options: readonly string[] = []) {
  const child = spawn(process.execPath, [MAIN, 'start', '--port', '0', ...options], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const { value: url = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const post = async (body: object): Promise<unknown> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const stop = async (): Promise<unknown> => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    return (await exited)[0];
  };
  return { post, stop, printed: () => output.join(''), hangUp: () => child.kill('SIGHUP') };
}

const query = '{ customers(first: 1) { id } }';
const rows = { data: { customers: [{ id: 1 }] } };
const documents = {
  valid: query,
  misspelled: 'query Names {\n  customers(first: 1) { nmae }\n}',
  broken: '{ customers(first: 1) {',
};
const graphql = { 'persisted-documents': { manifest: 'persisted.json', only: true } };
const messages = {
  misspelled:
    'Document "misspelled" of persisted.json is invalid. 2:25: Cannot query field "nmae" on type "Customer". Did you mean "name"?',
  broken: 'Document "broken" of persisted.json is invalid. 1:24: Syntax Error: Expected Name, found <EOF>.',
};

/** Returns the errors in the output of `validate --json`. */
const errorsIn = (output: string): readonly unknown[] =>
  (JSON.parse(output) as { problems: { severity: string }[] }).problems.filter(({ severity }) => severity === 'error');

describe('invalid documents of a manifest', () => {
  const files = { 'joinery.json': configuration(graphql), 'persisted.json': documents };

  it('are errors of validate, each with its ID', async () => {
    const { file } = await createFolder(files);
    const { code, stdout, stderr } = await runCommandLine(['validate', '--config', file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('2 problems');
    for (const message of Object.values(messages)) expect(stderr).toContain(message);
    expect(stderr).toContain('line 1, runtime.graphql.persisted-documents.manifest');
    const json = await runCommandLine(['validate', '--json', '--config', file]);
    const path = ['runtime', 'graphql', 'persisted-documents', 'manifest'];
    expect(json.code).toBe(1);
    expect(errorsIn(json.stdout)).toMatchObject(Object.values(messages).map((message) => ({ path, line: 1, message })));
  });

  it('are warnings of start, which rejects only them', async () => {
    const { folder } = await createFolder(files);
    const { post, stop, printed } = await start(folder);
    expect(await post({ documentId: 'valid' })).toEqual(rows);
    for (const documentId of ['misspelled', 'broken']) {
      expect(await post({ documentId })).toMatchObject({ errors: [{ extensions: { status: 400 } }] });
    }
    await expect.poll(printed).toContain(messages.broken);
    expect(printed()).toContain(`joinery.json has 2 warnings:`);
    expect(printed()).toContain(messages.misspelled);
    expect(await stop()).toBe(0);
  });

  it('are reported to a program, with suggestions although introspection is disabled', async () => {
    const problems: string[] = [];
    const { post } = await startJoinery(
      { ...graphql, 'allow-introspection': false },
      {
        files: { 'persisted.json': JSON.stringify({ ...documents, types: '{ __schema { types { name } } }' }) },
        onProblem: ({ severity, message }) => severity === 'warning' && problems.push(message),
      },
    );
    expect(problems.slice(0, 2)).toEqual(Object.values(messages));
    expect(problems[2]).toContain('Document "types" of persisted.json is invalid. 1:3: GraphQL introspection');
    // Clients do not receive them.
    expect(await (await post({ documentId: 'misspelled' })).json()).toMatchObject({
      errors: [{ message: 'Cannot query field "nmae" on type "Customer".' }],
    });
  });

  it('may use fields that only some roles may read', async () => {
    const { file } = await createFolder({
      'joinery.json': {
        ...configuration(graphql),
        entities: { Customer: { source: 'customers', permissions: [{ role: 'admin', actions: ['read'] }] } },
      },
      'persisted.json': { valid: query },
    });
    expect(await runCommandLine(['validate', '--config', file])).toMatchObject({ code: 0 });
  });

  it('are ignored while GraphQL is disabled', async () => {
    const { file } = await createFolder({
      ...files,
      'joinery.json': configuration({ ...graphql, enabled: false }),
    });
    expect(await runCommandLine(['validate', '--config', file])).toMatchObject({ code: 0 });
  });

  it('name their manifest if there are several', async () => {
    const manifests = { 'persisted-documents': { manifest: ['first.json', 'second.json'] } };
    const { file } = await createFolder({
      'joinery.json': configuration(manifests),
      'first.json': { valid: query },
      'second.json': { broken: documents.broken },
    });
    const { stdout } = await runCommandLine(['validate', '--json', '--config', file]);
    expect(errorsIn(stdout)).toMatchObject([
      { path: expect.arrayContaining(['manifest', 1]), message: expect.stringContaining('second.json') },
    ]);
  });
});

describe('a change of the catalog', () => {
  it('is reported as one list of problems, and includes the documents that it makes invalid', async () => {
    const url = await createDatabase('postgres', 'startup_files', []);
    const session = openSession('postgres', url);
    onTestFinished(() => session.close());
    await session.run(`
      create table customers (id int primary key, name text, city text);
      create table orders (id int primary key, total int);
      insert into customers values (1, 'Ann', 'Oslo');
    `);
    const { folder } = await createFolder({
      'joinery.json': configuration(graphql, { url }),
      'persisted.json': {
        ids: query,
        names: '{ customers { name } }',
        cities: '{ customers { city } }',
        totals: '{ orders { total } }',
      },
    });
    const { post, stop, printed } = await start(folder);
    expect(await post({ documentId: 'ids' })).toEqual(rows);
    await session.run('alter table customers drop column name, drop column city');
    await expect.poll(printed).toContain('joinery.json has 2 warnings:');
    expect(printed()).toContain('Document "names" of persisted.json is invalid. 1:15: Cannot query field "name"');
    expect(printed()).toContain('Document "cities" of persisted.json is invalid.');
    await session.run('drop table customers; drop table orders');
    await expect.poll(printed).toContain('joinery.json has 2 problems:');
    expect(printed()).not.toContain('has 1 ');
    expect(await stop()).toBe(0);
  });
});

/** A plugin that adds a text to each result. */
const plugin = (text: string): string => `
  export default {
    onExecute: () => ({
      onExecuteDone: ({ result, setResult }: any) => setResult({ ...result, extensions: { text: '${text}' } }),
    }),
  };
`;

describe.each([1, 2])('a service of %d processes', (workers) => {
  const host = { workers };
  const withText = (text: string) => ({ ...rows, extensions: { text } });

  it('runs plugins, and loads a changed one again', async () => {
    const { folder, write } = await createFolder({
      'joinery.json': configuration({ plugins: ['plugins/test.ts'] }, { host }),
      'plugins/test.ts': plugin('first'),
    });
    const { post, stop, printed } = await start(folder, ['--watch']);
    for (let count = 0; count < 8; count += 1) expect(await post({ query })).toEqual(withText('first'));
    await write('plugins/test.ts', plugin('second'));
    await expect.poll(printed).toContain('Reloaded');
    for (let count = 0; count < 8; count += 1) expect(await post({ query })).toEqual(withText('second'));
    await write('plugins/test.ts', 'const a = 1;\n\nthrow new Error("broken");');
    await expect.poll(printed).toContain('The previous configuration stays in use.');
    expect(printed()).toContain('joinery.json has 1 problem:\n\n  line 1, runtime.graphql.plugins[0]');
    expect(printed()).toContain('test.ts cannot be loaded: broken (plugins/test.ts:3:7).');
    for (let count = 0; count < 4; count += 1) expect(await post({ query })).toEqual(withText('second'));
    await write('plugins/test.ts', plugin('third'));
    await expect.poll(() => post({ query })).toEqual(withText('third'));
    expect(await stop()).toBe(0);
  });

  it('does not start with a broken plugin', async () => {
    const { folder } = await createFolder({
      'joinery.json': configuration({ plugins: ['plugins/test.ts'] }, { host }),
      'plugins/test.ts': 'const a = ;',
    });
    const child = spawn(process.execPath, [MAIN, 'start', '--port', '0'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(errors).toContain('error: joinery.json has 1 problem:\n\n  line 1, runtime.graphql.plugins[0]');
    expect(errors).toMatch(/test\.ts cannot be loaded: .* \(plugins\/test\.ts:1/);
  });

  it('reads a changed manifest', async () => {
    const { folder, write } = await createFolder({
      'joinery.json': configuration(graphql, { host }),
      'persisted.json': { first: query },
    });
    const { post, stop, printed } = await start(folder, ['--watch']);
    expect(await post({ documentId: 'first' })).toEqual(rows);
    await write('persisted.json', { second: query, broken: documents.broken });
    await expect.poll(() => post({ documentId: 'second' })).toEqual(rows);
    await expect.poll(printed).toContain(messages.broken);
    await expect.poll(printed).toContain('Reloaded');
    expect(printed().split(messages.broken)).toHaveLength(2);
    for (let count = 0; count < 4; count += 1) {
      expect(await post({ documentId: 'first' })).toMatchObject({ errors: [{ message: expect.any(String) }] });
    }
    await write('persisted.json', '{');
    await expect.poll(printed).toContain('persisted.json is not valid JSON');
    expect(await post({ documentId: 'second' })).toEqual(rows);
    expect(await stop()).toBe(0);
  });
});
