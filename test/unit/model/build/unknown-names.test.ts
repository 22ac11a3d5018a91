import { expect, it } from 'vitest';
import { ProblemList } from '../../../../src/model/build/problems.ts';

const expectedFor = (known: readonly string[]): string | undefined => {
  const problems = new ProblemList();
  problems.unknownName(['entities', 'A', 'source'], 'Table or view', { name: 'zzzzzz', known });
  return problems.all[0]?.expected;
};

const names = Array.from({ length: 15 }, (_, index) => `table${index}`);

it('lists all known names, or the first ones and the number of others', () => {
  expect(expectedFor(names.slice(0, 12))).toBe(`one of ${names.slice(0, 12).join(', ')}`);
  expect(expectedFor(names)).toBe(`one of ${names.slice(0, 12).join(', ')}, and 3 more`);
});
