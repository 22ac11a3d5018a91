import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const pages = globSync(['*.md', 'docs/*.md', 'src/**/*.md']).sort();

/** Returns the text of a page without blocks of code, in which brackets are no links. */
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

it('every relative link in the documentation leads to a file and a heading', () => {
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
