import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readExports, readSources, type SourceFile } from './read-sources.ts';

const MAX_LINES = 400;

const sources = readSources('src');
const others = ['test', 'benchmarks', 'config'].flatMap(readSources);
const files = [...sources, ...others];

it(`no file has more than ${MAX_LINES} lines`, () => {
  const long = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  expect(long.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
});

it('whatever a file exports, another one imports', () => {
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

/** Beside where it is declared: a type that another type or function of the file is made of. */
const isMentioned = ({ text }: SourceFile, name: string): boolean =>
  (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;

it('every published file is held up to date by a test', () => {
  const tests = others.filter(({ path }) => path.endsWith('.test.ts')).map(({ text }) => text);
  const published = readdirSync(new URL('../../schema', import.meta.url));
  expect(published.length).toBeGreaterThan(0);
  expect(published.filter((name) => !tests.some((text) => text.includes(`schema/${name}`)))).toEqual([]);
});

it('the scripts of package.json run files that are there', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const named = Object.values<string>(scripts).flatMap((script) => script.match(/\b[\w/-]+\.ts\b/g) ?? []);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});
