import { compareNumbers, isList, sortedText, type Wire } from '../wire.ts';
import type { Condition, Filter } from './step.ts';
import type { Row } from './table.ts';

/** Returns rows that match all conditions. */
export const keepRows = (rows: readonly Row[], filter: Filter): readonly Row[] =>
  rows.filter((row) => filter.every((condition) => holds(condition, row[condition.field] ?? null)));

/** Comparisons with NULL are unknown, except `eq: null`. An operator without a value is ignored. */
function holds({ operator, value }: Condition, found: Wire): boolean {
  if (value === undefined) return true;
  if (operator === 'isNull') return (found === null) === value;
  if (operator === 'eq' && value === null) return found === null;
  if (found === null) return false;
  switch (operator) {
    case 'eq':
      return same(found, value);
    case 'neq':
      return !same(found, value);
    case 'in':
      return isList(value) && value.some((candidate) => same(found, candidate));
    case 'gt':
      return compareNumbers(found, value) > 0;
    case 'lt':
      return compareNumbers(found, value) < 0;
  }
}

function same(left: Wire, right: Wire): boolean {
  const sign = compareNumbers(left, right);
  return Number.isNaN(sign) ? sortedText(left) === sortedText(right) : sign === 0;
}
