import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readSources } from './read-sources.ts';

const MAX_COLUMNS = 120;

interface Text {
  readonly path: string;
  /** The prose of the file on its lines; everything else is blank. */
  readonly prose: string;
}

const sources = ['src', 'test', 'benchmarks'].flatMap(readSources);
const pages = globSync(['*.md', '{.github,benchmarks,docs,src,test}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Replaces every character but line breaks. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

const COMMENT_LINE = /^\s*(?:\/\/|\/\*\*?|\*)/;

const readComments = ({ path, text }: { path: string; text: string }): Text => ({
  path,
  prose: text
    .split('\n')
    .map((line) => (COMMENT_LINE.test(line) ? line.replaceAll(/`[^`]*`/g, blank) : ''))
    .join('\n'),
});

/** Literals that start like a sentence. */
const MESSAGE = /(['`])(?=[A-Z])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*)\1/g;

const readMessages = ({ path, text }: { path: string; text: string }): Text => {
  let prose = '';
  for (const { index, 0: literal } of text.matchAll(MESSAGE)) {
    prose += blank(text.slice(prose.length, index)) + literal.replaceAll(/\$\{[^}]*\}/g, blank);
  }
  return { path, prose };
};

const readPage = ({ path, text }: { path: string; text: string }): Text => ({
  path,
  prose: text
    .replaceAll(/```[\s\S]*?```/g, blank)
    .replaceAll(/`[^`]*`/g, blank)
    .replaceAll(/\]\([^)]*\)/g, blank),
});

const texts: readonly Text[] = [
  ...sources.map(readComments),
  ...sources.filter(({ path }) => path.startsWith('src/')).map(readMessages),
  ...pages.map(readPage),
];

/** Each line: a pattern and, after a tab, what to write instead. */
const phrases = readFileSync(join(import.meta.dirname, 'banned-phrases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [pattern = '', replacement = ''] = line.split('\t');
    return { pattern: new RegExp(pattern.replaceAll(' ', '\\s+(?:\\*\\s+|//\\s+)?'), 'gi'), replacement };
  });

it('comments, messages, and pages avoid the banned phrases', () => {
  expect(phrases.length).toBeGreaterThan(50);
  const found = texts.flatMap(({ path, prose }) =>
    phrases.flatMap(({ pattern, replacement }) =>
      [...prose.matchAll(pattern)].map(({ index, 0: phrase }) => {
        const line = prose.slice(0, index).split('\n').length;
        return `${path}:${line}: "${phrase.replaceAll(/\s+/g, ' ')}" → ${replacement}`;
      }),
    ),
  );
  expect(found).toEqual([]);
});

it(`comments and Markdown wrap at ${MAX_COLUMNS} columns`, () => {
  const comments = sources.map(({ path, text }) => ({ path, lines: text.split('\n').map(keepComment) }));
  const long = [
    ...comments,
    ...pages.map(({ path, text }) => ({ path, lines: text.split('\n').map(keepProse) })),
  ].flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (line.length > MAX_COLUMNS ? [`${path}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

it('the architecture page has at most 1,200 words', () => {
  const page = pages.find(({ path }) => path === 'docs/architecture.md');
  const words = page?.text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words?.length).toBeLessThanOrEqual(1200);
});

const keepComment = (line: string): string => (COMMENT_LINE.test(line) && !/^\s*\S+ \S+$/.test(line) ? line : '');

/** Tables, code, and lines without a space to break at may be longer. */
function keepProse(line: string, index: number, lines: readonly string[]): string {
  const fences = lines.slice(0, index).filter((before) => /^\s*```/.test(before)).length;
  const isBreakable = /\S\s+\S/.test(line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '').slice(0, MAX_COLUMNS));
  return fences % 2 === 1 || /^\s*\|/.test(line) || !isBreakable ? '' : line;
}
