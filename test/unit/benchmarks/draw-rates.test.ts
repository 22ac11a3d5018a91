import { expect, it } from 'vitest';
import { drawRates } from '../../../benchmarks/report/draw-rates.ts';
import { contenderResult } from './contender-result.ts';

const svg = drawRates(
  [
    {
      name: 'point',
      title: 'keys < 10 & more',
      contenders: [contenderResult('joinery', { rate: 500 }), contenderResult('usual', { rate: 1000 })],
    },
    { name: 'list', title: 'list', contenders: [contenderResult('joinery', { rate: 7 })] },
    { name: 'nested', title: 'three levels', contenders: [contenderResult('joinery', { rate: 70_000 })] },
  ],
  'noted',
);

const numbers = (pattern: RegExp): readonly number[] => [...svg.matchAll(pattern)].map(([, number]) => Number(number));

it('bars are drawn to scale within each workload', () => {
  const [one = 0, other = 0, ...alone] = numbers(/<rect class="(?:joinery|other)" [^>]*width="([\d.]+)"/g);
  expect(one).toBeGreaterThan(0);
  expect(other / one).toBeCloseTo(2, 1);
  expect(alone).toEqual([other, other]);
});

it('spread lines stay left of the figures', () => {
  const [height = 0] = numbers(/<svg [^>]*height="(\d+)"/g);
  const ends = numbers(/ x2="([\d.]+)"/g);
  expect(ends.length).toBe(4);
  expect(Math.max(...ends)).toBeLessThanOrEqual(392);
  expect(Math.max(...numbers(/translate\(\d+ (\d+)\)/g))).toBeLessThan(height);
});

it('labels are escaped, and rates have thousands separators', () => {
  expect(svg).toContain('keys &lt; 10 &amp; more');
  expect(svg).toContain('>70,000</text>');
  expect(svg).toContain('>noted</text>');
});
