import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']).sort();

/** Returns the text of a page without code blocks, in which brackets are not links. */
const readProse = (page: string): string => readFileSync(page, 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** Returns the anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const hasAnchor = (page: string, anchor: string): boolean => {
  const prose = readProse(page);
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));
  return headings.includes(anchor) || prose.includes(`<a id="${anchor}">`);
};

it('relative links in the documentation lead to existing files and headings', () => {
  const links = pages.flatMap((page) =>
    [...readProse(page).matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
      page,
      target: path === '' ? page : join(dirname(page), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  const dead = links.filter(
    ({ target, anchor }) => !existsSync(target) || (anchor !== undefined && !hasAnchor(target, anchor)),
  );
  expect(dead).toEqual([]);
});

/** Pages about the code, which name its files and folders. */
const pagesAboutCode = globSync(['docs/architecture.md', 'docs/decisions/*.md', 'src/**/*.md']).sort();

/** A file or folder between backticks, such as `plan/plan-context.ts` or `dialect/*\/sql/`. */
const CODE_PATH = /`((?:[\w.*-]+\/)+|[\w./*-]+\.(?:ts|js|md|jsonc))`/g;

/** Folders that a path may be relative to. A folder is often named without its parents. */
const rootsOf = (page: string, path: string): readonly string[] => {
  const own = dirname(page);
  return ['.', 'src', own, join(own, '*'), ...(path.endsWith('/') ? ['test', 'src/**'] : [])];
};

it('pages about the code name only existing files and folders', () => {
  const named = pagesAboutCode.flatMap((page) =>
    [...readProse(page).matchAll(CODE_PATH)].map(([, path = '']) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(
    ({ page, path }) => !rootsOf(page, path).some((root) => globSync(join(root, path)).length > 0),
  );
  expect(missing).toEqual([]);
});
