/**
 * Bundles the sources in `browser/`. `npm run build` runs this file as a script, which writes the assets into the
 * package. A service that runs from the sources imports this file.
 */
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { type ConsoleAssets, ENTRIES_FILE } from './console-assets.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = 'src/server/console/browser';
const SCRIPT = `${SOURCES}/main.tsx`;
const STYLE = `${SOURCES}/style/console.css`;

export const bundleConsole = async (): Promise<ConsoleAssets> => (await bundle()).assets;

async function bundle(): Promise<{ readonly assets: ConsoleAssets; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [SCRIPT, STYLE],
    tsconfig: `${SOURCES}/tsconfig.json`,
    outdir: 'dist/server/console/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, contents }): [string, Buffer] => [basename(path), Buffer.from(contents)]);
  const nameOf = (entry: string): string => {
    const [path = ''] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
    return basename(path);
  };
  return { assets: { script: nameOf(SCRIPT), style: nameOf(STYLE), files: new Map(files) }, metafile };
}

/** Returns the licenses of the bundled packages, which copies must contain. */
async function readLicenses({ inputs }: Metafile): Promise<string> {
  const packages = Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(packages)].toSorted().map(async (name) => {
    const folder = join(ROOT, 'node_modules', name);
    const [file] = globSync('LICENSE*', { cwd: folder });
    if (file === undefined) throw new Error(`The package ${name} has no license.`);
    return `${name}\n\n${await readFile(join(folder, file), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

if (import.meta.main) {
  const { assets, metafile } = await bundle();
  const { files, ...entries } = assets;
  const target = join(ROOT, 'dist/server/console/assets');
  // File names contain a hash, so a build does not overwrite the files of an earlier build.
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const [name, content] of files) await writeFile(join(target, name), content);
  await writeFile(join(target, ENTRIES_FILE), `${JSON.stringify(entries)}\n`);
  await writeFile(join(target, 'LICENSES.txt'), await readLicenses(metafile));
}
