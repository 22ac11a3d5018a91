import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { ApiError } from '../../base/errors.ts';

/** Files of the console for browsers. Their names contain a hash of their content. */
export interface ConsoleAssets {
  /** Name of the module that starts the console. */
  readonly script: string;
  readonly style: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

/** File next to the packaged assets, with the members `script` and `style` of `ConsoleAssets`. */
export const ENTRIES_FILE = 'entries.json';

const packaged = new URL('assets/', import.meta.url);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export const mediaTypeOf = (name: string): string | undefined => mediaTypes[extname(name)];

let loading: Promise<ConsoleAssets> | undefined;

/** Loads the packaged assets. A service that runs from its sources bundles them on the first call. */
export function loadConsoleAssets(): Promise<ConsoleAssets> {
  loading ??= existsSync(packaged) ? readPackaged() : bundle();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function readPackaged(): Promise<ConsoleAssets> {
  const names = (await readdir(packaged)).filter((name) => mediaTypeOf(name) !== undefined);
  const files = await Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(new URL(name, packaged))]),
  );
  const entries: Pick<ConsoleAssets, 'script' | 'style'> = JSON.parse(
    await readFile(new URL(ENTRIES_FILE, packaged), 'utf8'),
  );
  return { ...entries, files: new Map(files) };
}

/** Bundles the sources. TypeScript must not resolve this import, because the package lacks `bundle-console.ts`. */
async function bundle(): Promise<ConsoleAssets> {
  const module = new URL('bundle-console.ts', import.meta.url).href;
  try {
    const { bundleConsole }: { bundleConsole(): Promise<ConsoleAssets> } = await import(module);
    return await bundleConsole();
  } catch (error) {
    // The development packages may be missing.
    const message = 'The console cannot be bundled from its sources. Run "npm ci", with its development packages.';
    throw new ApiError('Unavailable', message, { cause: error });
  }
}
