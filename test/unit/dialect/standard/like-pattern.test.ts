import { expect, it } from 'vitest';
import { likePattern } from '../../../../src/dialect/standard/like-pattern.ts';
import { pick, seeded } from '../../odata/random.ts';

const contains = { kind: 'pattern', start: '%', end: '%', max: 10 } as const;

/** Returns whether `text like pattern` is true. The escape character is `\`. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.match(/\\[\s\S]|[\s\S]/gu) ?? [];
  const source = parts.map((part) =>
    part === '%'
      ? '[^]*'
      : part === '_'
        ? '[^]'
        : `\\u{${part
            .replace(/^\\([\s\S])/, '$1')
            .codePointAt(0)
            ?.toString(16)}}`,
  );
  return new RegExp(`^${source.join('')}$`, 'u').test(text);
}

it('escapes wildcards, so that substrings match literally', () => {
  const random = seeded(3);
  const make = (length: number): string =>
    Array.from({ length }, () => pick(['a', 'b', '%', '_', '\\', '😀', '\n'], random)).join('');
  let found = 0;
  for (let count = 0; count < 2000; count += 1) {
    const [text, part] = [make(5), make(count % 3)];
    expect(isLike(text, likePattern(part, contains)), `${text} and ${part}`).toBe(text.includes(part));
    if (text.includes(part) && part !== '') found += 1;
  }
  expect(found).toBeGreaterThan(100);
});

it('anchors a prefix at the start and a suffix at the end; a word matches anywhere', () => {
  expect(likePattern('a_', { ...contains, start: '' })).toBe('a\\_%');
  expect(likePattern('a_', { ...contains, end: '' })).toBe('%a\\_');
  expect(likePattern('50%', { kind: 'word', index: 0, max: 10 })).toBe('%50\\%%');
});
