import { expect, it } from 'vitest';
import { limitedLength } from '../../../src/server/http/url-length.ts';

const cursor = 'a'.repeat(2048);

it.each([
  ['/api/Order', 10],
  ['/api/Order?', 11],
  ['/api/Order?$select=id', 21],
  ['/api/Order?$select=id&$filter=id+gt+1', 37],
  ['/api/Order?$first=5', 10],
  [`/api/Order?%24After=${cursor}&$before=${cursor}&$select=id`, 21],
  [`/api/Order?$after=${cursor}${cursor}`, 11 + 7 + 4096],
  ['/api/Order?$search="a"', 26],
  ['/api/Order?$afterwards=1', 24],
])('countedLength(%j)', (url, expected) => {
  expect(limitedLength(url)).toBe(expected);
});
