import { writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Overrides } from '../../../src/config/config.ts';
import { enterTemporaryFolder, runCommandLine } from '../../support/run-command-line.ts';
import { problemsOf, withRuntime } from './with-file.ts';

const host = '0.0.0.0';

describe('an address or port of the command line', () => {
  it('is reported with its option or variable', () => {
    const optionsOf = (overrides: Overrides) =>
      problemsOf(withRuntime({ host: { mode: 'development' } }), { overrides }).map(({ option }) => option);
    const port = -1;
    expect(optionsOf({ host, port })).toEqual(['--host', '--port']);
    expect(optionsOf({ host, port, sources: { host: 'HOST', port: 'PORT' } })).toEqual(['HOST', 'PORT']);
    const ofFile = problemsOf(withRuntime({ host: { mode: 'development', host } }));
    expect(ofFile.map(({ option }) => option)).toEqual([undefined]);
  });

  it('has no place in the file, in the JSON of validate', async () => {
    const { leave } = await enterTemporaryFolder();
    onTestFinished(leave);
    await writeFile('joinery.json', JSON.stringify(withRuntime({ host: { mode: 'development', host: '127.0.0.1' } })));
    const { code, stdout } = await runCommandLine(['validate', '--json', '--host', host]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).problems).toContainEqual({
      severity: 'error',
      path: ['runtime', 'host', 'host'],
      option: '--host',
      message: expect.stringContaining('--expose-development'),
      found: host,
      expected: '127.0.0.1, localhost, or ::1',
    });
  });
});
