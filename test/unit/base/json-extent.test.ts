import { describe, expect, it } from 'vitest';
import { type JsonSize, measureJson } from '../../../src/server/http/read-body.ts';

/** Measures a parsed value. */
function measureValue(value: unknown): JsonSize {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const members = Object.values(value).map(measureValue);
  return {
    // An object and its first member count as two values; an empty object does too.
    values:
      1 +
      Math.max(
        1,
        members.reduce((sum, { values }) => sum + values, 0),
      ),
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
  };
}

/** Returns a random value whose strings contain JSON syntax. */
function makeValue(next: () => number, levels: number): unknown {
  const texts = ['', '"', '\\', '\\"', '[{,', '}],:', 'é\u0000', '\\\\"['];
  const kind = next() % (levels > 0 ? 6 : 3);
  if (kind === 0) return texts[next() % texts.length];
  if (kind === 1) return next();
  if (kind === 2) return [true, false, null][next() % 3];
  const members = Array.from({ length: next() % 4 }, () => makeValue(next, levels - 1));
  if (kind === 3) return members;
  return Object.fromEntries(members.map((member, index) => [`${texts[next() % texts.length]}${index}`, member]));
}

describe('measureJson', () => {
  it.each([
    ['1', 1, 0],
    ['"a, [b] \\" {"', 1, 0],
    ['[]', 2, 1],
    ['[1, 2, 3]', 4, 1],
    ['{"a": [{}, {}], "b": "\\\\"}', 7, 3],
  ])('counts the values and the depth of %s', (text, values, depth) =>
    expect(measureJson(text)).toEqual({ values, depth }),
  );

  it('agrees with the parsed value, whatever its strings contain', () => {
    let seed = 1;
    const next = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed >> 8;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const value = makeValue(next, 5);
      const text = JSON.stringify(value, undefined, next() % 2);
      expect(measureJson(text).depth, text).toBe(measureValue(value).depth);
      expect(measureJson(text).values, text).toBe(measureValue(value).values);
    }
  });

  it.each(['"', '"\\', '[[[', ']]]', '{"a', ''])('counts at least one value in malformed JSON: %s', (text) => {
    expect(measureJson(text).values).toBeGreaterThan(0);
  });
});
