import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { readExports, readSources, type SourceFile } from './read-sources.ts';

const MAX_LINES = 400;

/** A file with a single importer in its own folder must have at least this many lines. */
const MIN_LINES_OF_SINGLE_IMPORT = 60;

/** Files with exactly one importer, as a share of all files. */
const MAX_SHARE_OF_SINGLE_IMPORTS = 0.2;

const sources = readSources('src');
const others = ['test', 'benchmarks', 'config'].flatMap(readSources);
const files = [...sources, ...others];

it(`no file has more than ${MAX_LINES} lines`, () => {
  const long = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(long.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
});

/** Importers of each source file that has exactly one. */
const singleImporters = new Map(
  sources.flatMap(({ path }) => {
    const importers = sources.filter(({ imports }) => imports.some(({ target }) => target === path));
    return importers.length === 1 && importers[0] !== undefined ? [[path, importers[0].path] as const] : [];
  }),
);

it('no small file has a single importer in its own folder', () => {
  const small = sources.filter(
    ({ path, text }) =>
      text.split('\n').length - 1 < MIN_LINES_OF_SINGLE_IMPORT &&
      dirname(singleImporters.get(path) ?? '') === dirname(path),
  );
  expect(small.map(({ path }) => path)).toEqual([]);
});

it('few files have a single importer', () => {
  // The router of the console is the only importer of each view, and `store-kinds.ts` that of each dialect.
  const counted = sources.filter(
    ({ path }) =>
      !path.startsWith('src/server/console/browser/views/') && !/^src\/dialect\/[\w-]+\/dialect\.ts$/.test(path),
  );
  const single = counted.filter(({ path }) => singleImporters.has(path));
  expect(single.length).toBeGreaterThan(0);
  expect(single.length / counted.length).toBeLessThanOrEqual(MAX_SHARE_OF_SINGLE_IMPORTS);
});

it('every export is imported by another file', () => {
  const used = new Set(
    files.flatMap(({ imports }) => imports.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))),
  );
  const exported = sources.flatMap((file) => readExports(file).map((found) => ({ ...found, file })));
  expect(exported.length).toBeGreaterThan(300);
  const dead = exported.filter(
    ({ file, name, isType }) =>
      !used.has(`${file.path} ${name}`) && !used.has(`${file.path} *`) && !(isType && isMentioned(file, name)),
  );
  expect(dead.map(({ file, name }) => `${name} of ${file.path}`)).toEqual([]);
});

/** Returns whether another declaration of the file uses the name. */
const isMentioned = ({ text }: SourceFile, name: string): boolean =>
  (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;

it('each published file has a test that keeps it up to date', () => {
  const tests = others.filter(({ path }) => path.endsWith('.test.ts')).map(({ text }) => text);
  const published = readdirSync(new URL('../../schema', import.meta.url));
  expect(published.length).toBeGreaterThan(0);
  expect(published.filter((name) => !tests.some((text) => text.includes(`schema/${name}`)))).toEqual([]);
});

it('the scripts of package.json run existing files', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const named = Object.values<string>(scripts).flatMap((script) => script.match(/\b[\w/-]+\.ts\b/g) ?? []);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});
