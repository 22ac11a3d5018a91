import { describe, expect, it } from 'vitest';
import { Coverage } from '../generate/coverage.ts';
import { type DrawContext, Draws, MIN_USES } from './corpus.ts';
import { reduce } from './reduce.ts';

describe('Draws', () => {
  /** Draws one of two features, the rarer one only if the generator prefers rare features. */
  const make = ({ random, coverage }: DrawContext): string => {
    const rare = coverage.of('rare') < coverage.of('common');
    coverage.count(rare ? 'rare' : 'common');
    return `${rare ? 'rare' : 'common'} ${random.next()}`;
  };
  const drawAll = (seed: number, corpus?: readonly number[]): { items: string[]; coverage: Coverage } => {
    const coverage = new Coverage(['common', 'rare']);
    const draws = new Draws({ seed, count: 3, ...(corpus && { corpus }) }, coverage, ['common', 'rare']);
    const items: string[] = [];
    while (!draws.isOver) items.push(draws.next(make));
    return { items, coverage };
  };

  it('draws only fresh items without a corpus', () => {
    const { items } = drawAll(1);
    expect(items).toHaveLength(3);
    expect(items).toEqual(drawAll(1).items);
    expect(items).not.toEqual(drawAll(2).items);
  });

  it('draws the corpus, then what it lacks, then fresh items, and only the last depend on the seed', () => {
    const [first, second] = [drawAll(1, [7, 8]), drawAll(2, [7, 8])];
    expect(first.items.slice(0, 2)).toEqual(drawAll(3, [7, 8]).items.slice(0, 2));
    expect(first.items.slice(0, -3)).toEqual(second.items.slice(0, -3));
    expect(first.items.slice(-3)).not.toEqual(second.items.slice(-3));
    expect(first.items).toHaveLength(2 * MIN_USES + 3);
    expect(first.coverage.below(MIN_USES)).toEqual([]);
  });
});

describe('reduce', () => {
  const pool = new Map([
    [1, new Set(['a', 'b', 'c'])],
    [2, new Set(['a'])],
    [3, new Set(['b', 'd'])],
    [4, new Set(['a', 'c', 'd'])],
    [5, new Set(['c'])],
  ]);

  it.each([1, 2])('keeps items that together use each feature %i times', (often) => {
    const reduced = reduce(pool, often);
    expect(reduced.length).toBeLessThan(pool.size);
    for (const feature of ['a', 'b', 'c', 'd']) {
      const uses = reduced.filter((seed) => pool.get(seed)?.has(feature)).length;
      expect(uses).toBeGreaterThanOrEqual(often);
    }
  });

  it('keeps all items with a feature that is too rare', () => {
    expect(reduce(pool, 9)).toEqual([1, 2, 3, 4, 5]);
  });
});
