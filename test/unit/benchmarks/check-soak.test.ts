import { expect, it } from 'vitest';
import { checkSoak } from '../../../benchmarks/soak/check-soak.ts';

const soak = (heaps: readonly number[], peakMemory?: number) =>
  checkSoak({
    minutes: heaps.map((heap) => ({ answers: 1, heap, ...(peakMemory !== undefined && { peakMemory }) })),
  });

it('the last minute is compared with the second', () => {
  expect(soak([10, 100, 300, 105])).toEqual({ growth: 1.05, isMet: true });
  expect(soak([100, 100, 100, 106])).toMatchObject({ isMet: false });
});

it('a process that is too large fails, even if its heap does not grow', () => {
  expect(soak([1, 1, 1], 219_999_999)).toMatchObject({ isMet: true });
  expect(soak([1, 1, 1], 220_000_000)).toMatchObject({ isMet: false });
});

it('fewer than three minutes throw a RangeError', () => {
  expect(() => soak([1, 1])).toThrow(RangeError);
});
