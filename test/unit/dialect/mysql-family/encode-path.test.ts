import { expect, it } from 'vitest';
import { encodePath } from '../../../../src/dialect/mysql-family/driver/codec.ts';

it.each([
  [[], '$', []],
  [['a', 'b"c'], String.raw`$."a"."b\u0022c"`, []],
  [['a', 0, 'b', 1, 0], '$."a"[0]."b"[1][0]', ['$."a"', '$."a"[0]."b"[1]']],
] as const)('%j lists the values that must be arrays for their first items', (path, text, lists) => {
  expect(JSON.parse(encodePath(path))).toEqual({ path: text, lists });
});
