import { describe, expect, it } from 'vitest';
import { parseJsonPath } from '../../../src/scalars/json-path.ts';

describe('parseJsonPath', () => {
  it.each([
    ['$', []],
    ['$.size.width', ['size', 'width']],
    ['$._a1', ['_a1']],
    ['$.größe', ['größe']],
    ['$.parts[0]', ['parts', 0]],
    ['$[10][2]', [10, 2]],
    ['$["0"]', ['0']],
    ['$."a name"["b.c[0]"]', ['a name', 'b.c[0]']],
    ['$["a\\"b\\\\"][1].c', ['a"b\\', 1, 'c']],
    ['$["\\u00e9"][""]', ['é', '']],
  ] as const)('parses %s', (text, steps) => {
    expect(parseJsonPath(text)).toEqual(steps);
  });

  it.each([
    ['', 0],
    ['size', 0],
    ['$size', 1],
    ['$.', 1],
    ['$.a.', 3],
    ['$.a-b', 3],
    ['$.0', 1],
    ['$[-1]', 1],
    ['$[01]', 1],
    ['$[1234567890]', 1],
    ['$[0', 1],
    ['$["a"', 1],
    ['$["a]', 1],
    ["$['a']", 1],
    ['$["\\x"]', 1],
    ['$.a[*]', 3],
    ['$..a', 1],
    ['$.a b', 3],
    ['$ ', 1],
  ])('rejects %s', (text, position) => {
    expect(() => parseJsonPath(text)).toThrow(`at position ${position}: ${JSON.stringify(text)}`);
  });
});
