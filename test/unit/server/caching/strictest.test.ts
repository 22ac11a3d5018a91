import { expect, test } from 'vitest';
import { strictestCacheControl } from '../../../../src/server/caching/cache-control.ts';

test.each([
  [['max-age=60, Public, x-own="a, b"'], 'max-age=60, Public, x-own="a, b"'],
  [['public, max-age=60', 'public, max-age=60'], 'public, max-age=60'],
  [[], 'no-cache'],
  [['public, max-age=60', 'no-store'], 'no-store'],
  [['no-cache', 'private', 'must-understand, no-store'], 'no-store'],
  [['public, max-age=60', 'no-cache'], 'no-cache'],
  [['no-cache', 'private, max-age=60'], 'private, no-cache'],
  [['private, max-age=600', 'public, max-age=60'], 'private, max-age=60'],
  [['private, max-age=60', 'public, max-age=600, s-maxage=10'], 'private, max-age=60'],
  [['public, max-age=600', 'public, max-age=60'], 'public, max-age=60'],
  [['public', 'public, max-age=60'], 'public, max-age=60'],
  [['max-age=60', 'public, max-age=600'], 'max-age=60'],
  [['max-age=600, s-maxage=10', 'max-age=60'], 'max-age=60, s-maxage=10'],
  [['max-age=5', 'max-age=600, s-maxage=1000'], 'max-age=5, s-maxage=5'],
  [
    ['public, max-age=60, must-revalidate', 'public, max-age=60, no-transform'],
    'public, must-revalidate, no-transform, max-age=60',
  ],
  [['public, max-age=60, immutable', 'public, max-age=9'], 'public, max-age=9'],
  [['public, max-age=9, immutable', 'public, immutable, max-age=60'], 'public, max-age=9, immutable'],
  [
    ['max-age=9, stale-if-error=60', 'max-age=9, stale-if-error=5, stale-while-revalidate=5'],
    'max-age=9, stale-if-error=5',
  ],
  [['max-age="60"', 'max-age=600, max-age=700'], 'max-age=60'],
  [['public, max-age', 'public, max-age=60'], 'public, max-age=0'],
  [['private="x-a"', 'public, max-age=60'], 'private, max-age=60'],
  [['public', 'x-own=1'], 'no-cache'],
])('the strictest of %j is %s', (texts, merged) => {
  expect(strictestCacheControl(texts)).toBe(merged);
  if (new Set(texts).size > 1) expect(strictestCacheControl([...texts].reverse())).toBe(merged);
});
