import { describe, expect, it } from 'vitest';
import { diffJson } from '../../../src/live/diff-json.ts';

describe('a patch of keys that libraries ignore', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('has changes below %s', (key) => {
    const before = `{"rows":[{"${key}":[{"a":1}]}],"kept":{"b":2}}`;
    const after = `{"rows":[{"${key}":[{"a":2}]}],"kept":{"b":2}}`;
    expect(diffJson(before, after)).toBe(`[{"op":"replace","path":"/rows","value":[{"${key}":[{"a":2}]}]}]`);
  });

  it('adds and removes members', () => {
    const patch = diffJson('{"__proto__":1,"a/b":1}', '{"__proto__":12345678901234567890,"~c":null}');
    expect(patch).toBe(
      '[{"op":"replace","path":"/__proto__","value":12345678901234567890},{"op":"remove","path":"/a~1b"},{"op":"add","path":"/~0c","value":null}]',
    );
  });
});
