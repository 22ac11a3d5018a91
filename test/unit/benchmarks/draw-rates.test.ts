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

it('bars of one question are to scale, and each question has a scale of its own', () => {
  const [one = 0, other = 0, ...alone] = numbers(/<rect class="(?:joinery|other)" [^>]*width="([\d.]+)"/g);
  expect(one).toBeGreaterThan(0);
  expect(other / one).toBeCloseTo(2, 1);
  expect(alone).toEqual([other, other]);
});

it('no line of the spread reaches into the figures', () => {
  const [height = 0] = numbers(/<svg [^>]*height="(\d+)"/g);
  const ends = numbers(/ x2="([\d.]+)"/g);
  expect(ends.length).toBe(4);
  expect(Math.max(...ends)).toBeLessThanOrEqual(392);
  expect(Math.max(...numbers(/translate\(\d+ (\d+)\)/g))).toBeLessThan(height);
});

it('texts are texts, rates have their thousands apart', () => {
  expect(svg).toContain('keys &lt; 10 &amp; more');
  expect(svg).toContain('>70,000</text>');
  expect(svg).toContain('>noted</text>');
});
