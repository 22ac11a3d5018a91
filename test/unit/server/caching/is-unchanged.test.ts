import { expect, test } from 'vitest';
import { isUnchanged } from '../../../../src/server/caching/send-cacheable.ts';

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"b"', '"a"', false],
  ['"A"', '"a"', false],
  ['*', '"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['"b","a"', '"a"', true],
  [', ,"b"\t ,, "a" ,', '"a"', true],
  ['"b,"', '"b,"', true],
  ['"a,b"', '"a"', false],
  ['""', '""', true],
  ['"\xe9"', '"\xe9"', true],
])('If-None-Match %s matches %s: %s', (header, etag, unchanged) => {
  expect(isUnchanged(header, etag)).toBe(unchanged);
});

test.each([
  ['', 'nothing'],
  ['a', 'no quotes'],
  ['"a', 'half a tag'],
  ['"b" "a"', 'no comma'],
  ['"a" x', 'more than a tag'],
  ['w/"a"', 'a small w'],
  ['W/ "a"', 'a space in a tag'],
  ['*, "a"', 'a star in a list'],
  ['"a b", "a"', 'a space between quotes'],
])('a malformed header matches nothing: %s (%s)', (header) => {
  expect(isUnchanged(header, '"a"')).toBe(false);
});

test('a missing header matches nothing', () => {
  expect(isUnchanged(undefined, '"a"')).toBe(false);
});
