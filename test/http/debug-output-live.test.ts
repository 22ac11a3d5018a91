import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../support/run-command-line.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

const file = {
  'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
  entities: {
    Customer: { source: 'customers', permissions: [{ role: 'anonymous', actions: ['read'] }] },
  },
};

test('--log-level debug logs requests, and JOINERY_DEBUG=sql prints statements with their parameters', async () => {
  const folder = await makeTemporaryFolder();
  await writeFile(join(folder, 'joinery.json'), JSON.stringify(file));
  const child = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--log-level', 'debug'], {
    cwd: folder,
    env: { ...process.env, JOINERY_DEBUG: 'sql' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const written = text(child.stderr);
  const { value: url = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const response = await fetch(`${url}/api/Customer?$filter=name%20eq%20'Nobody'`);
  expect(await response.json()).toEqual({ value: [] });
  child.kill('SIGINT');
  await exited;
  const output = await written;
  expect(output).toMatch(/^-- [\d.]+ ms\n(-- \$\d = .*\n)*-- \$\d = 'Nobody'\n(-- \$\d = .*\n)*select [^;]+;\n$/m);
  const log = output.split('\n').filter((line) => line.startsWith('{"level"'));
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 20, method: 'GET', path: '/api/Customer', status: 200, role: 'anonymous' }),
  );
});

test('an unknown log level is a usage error', async () => {
  expect(await runCommandLine(['start', '--log-level', 'loud'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Allowed choices are fatal, error, warn, info, debug, trace, silent.'),
  });
});

test('an unknown value of JOINERY_DEBUG is a startup error', async () => {
  process.env.JOINERY_DEBUG = 'everything';
  onTestFinished(() => void delete process.env.JOINERY_DEBUG);
  const folder = await makeTemporaryFolder();
  const config = join(folder, 'joinery.json');
  await writeFile(config, JSON.stringify(file));
  expect(await runCommandLine(['validate', '--config', config])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Unknown value "everything" of JOINERY_DEBUG. Use "sql" to print SQL statements.'),
  });
});
