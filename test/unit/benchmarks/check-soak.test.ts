import { expect, it } from 'vitest';
import { checkSoak } from '../../../benchmarks/soak/check-soak.ts';

const soak = (heaps: readonly number[], peakMemory?: number) =>
  checkSoak({
    minutes: heaps.map((heap) => ({ answers: 1, heap, ...(peakMemory !== undefined && { peakMemory }) })),
  });

it('the last minute is held against the second', () => {
  expect(soak([10, 100, 300, 105])).toEqual({ growth: 1.05, isMet: true });
  expect(soak([100, 100, 100, 106])).toMatchObject({ isMet: false });
});

it('a heap that stays is not enough where the process is too large', () => {
  expect(soak([1, 1, 1], 219_999_999)).toMatchObject({ isMet: true });
  expect(soak([1, 1, 1], 220_000_000)).toMatchObject({ isMet: false });
});

it('two minutes do not tell', () => {
  expect(() => soak([1, 1])).toThrow(RangeError);
});
