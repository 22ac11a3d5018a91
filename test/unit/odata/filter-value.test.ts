import { describe, expect, it } from 'vitest';
import { FilterValue } from '../../../src/odata/filter-value.ts';
import { parseFilter } from '../../../src/odata/parse-filter.ts';

const shapeOf = (filter: string): string =>
  new FilterValue(parseFilter(filter), { option: '$filter', suggest: true }).shape;

describe('the shape of a filter', () => {
  it.each([
    ['total gt 100', 'total gt 200'],
    ["city eq 'Oslo'", "city eq 'Rome'"],
    ['id in (1, 2)', 'id in (3)'],
  ])('is that of a filter with other literals: %s, %s', (one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other));
  });

  it.each([
    ['true', 'false'],
    ['gift eq true', 'gift eq false'],
    ['city eq null', "city eq 'Oslo'"],
    ['total gt 100', 'total ge 100'],
  ])('differs from that of a filter with another meaning: %s, %s', (one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other));
  });
});
