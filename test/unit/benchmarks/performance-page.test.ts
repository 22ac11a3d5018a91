import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { optionList, partList } from '../../../benchmarks/read-options.ts';
import { fillTemplate } from '../../../benchmarks/report/fill-template.ts';
import { writeGrid } from '../../../benchmarks/report/grid.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('fillTemplate rejects unfilled placeholders and unused values', () => {
  expect(fillTemplate('{{a}} and {{a-b}}, {{a}}', { a: '$1', 'a-b': '{{a}}' })).toBe('$1 and {{a}}, $1');
  expect(() => fillTemplate('{{a}} {{b}}', { a: '' })).toThrow('"b"');
  expect(() => fillTemplate('{{a}}', { a: '', toString: '' })).toThrow('"toString"');
  expect(() => fillTemplate('{{toString}}', {})).toThrow('"toString"');
});

it('writeGrid aligns words to the left and figures to the right', () => {
  const grid = {
    head: ['question', 'rate'],
    textColumns: 1,
    rows: [
      ['point', '1'],
      ['', '2'],
    ],
  };
  expect(writeGrid(grid)).toBe('| question | rate |\n|---|---:|\n| point | 1 |\n| | 2 |');
});

it('the page contains the text of its template and every option', () => {
  const page = read('docs/performance.md');
  const words = read('benchmarks/report/performance.template.md').split(/\{\{[\w-]+\}\}/);
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((text) => !page.includes(text))).toEqual([]);
  expect(page).not.toContain('{{');
  const descriptions = [...optionList, ...partList].map((cells) => cells.at(-1) ?? '');
  expect(descriptions.filter((meaning) => !page.includes(meaning))).toEqual([]);
});
