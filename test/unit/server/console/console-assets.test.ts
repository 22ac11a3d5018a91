import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the error of a process that cannot import esbuild. */
const SCRIPT = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'esbuild') throw new Error('Cannot find package esbuild');
      return next(specifier, context);
    },
  });
  const { loadConsoleAssets } = await import('./src/server/console/console-assets.ts');
  const { code, status, message } = await loadConsoleAssets().catch((error) => error);
  console.log(JSON.stringify({ code, status, message }));
`;

it('reports that a service without development packages cannot bundle the console', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT]);
  expect(JSON.parse(stdout)).toEqual({
    code: 'Unavailable',
    status: 503,
    message: 'The console cannot be bundled from its sources. Run "npm ci", with its development packages.',
  });
});
