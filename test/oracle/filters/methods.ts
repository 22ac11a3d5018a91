import type { Condition } from '../expressions/expression.ts';
import { toGraphqlFilter } from '../expressions/graphql-filter.ts';
import { printCondition } from '../expressions/print-condition.ts';
import type { Method, Trial, TrialContext } from './compare-conditions.ts';
import { answeredKeys, expectedKeys } from './expected-keys.ts';

/** Features without an equivalent in GraphQL filters. */
const onlyInText: readonly string[] = [
  ...['tolower', 'toupper', 'length', 'year', 'month', 'day', 'field against field'],
  ...['outwards to the item', 'outwards to a variable', 'a shadowed name', 'literals alone', 'NaN', 'infinite'],
];

/** Features without an equivalent in `$filter`. */
const onlyInPolicies: readonly string[] = ['claim for itself'];

/** Checks expressions that `$filter` and GraphQL can both state. GraphQL gets a variable and then a literal. */
export const commonPart: Method = {
  suits: (condition) => toGraphqlFilter(condition) !== undefined,
  without: [...onlyInText, ...onlyInPolicies],
  check: async (trial, context) => {
    const { question, condition, matched } = trial;
    const { surfaces, random } = context;
    const graphql = toGraphqlFilter(condition);
    if (graphql === undefined) throw new Error('GraphQL has no equivalent of the expression.');
    const filter = printCondition(condition, '$filter');
    const byText = await surfaces.byText(question, filter, random);
    for (const place of ['variable', 'document'] as const) {
      const byFilter = await surfaces.byFilter(question, graphql, place);
      if (byFilter === byText) continue;
      const filterText = JSON.stringify(graphql);
      return `filter in a ${place} is answered otherwise: ${filterText}\n${describeDifference(byFilter, trial, context) ?? 'that is right'}\n$filter: ${describeDifference(byText, trial, context) ?? 'right'}`;
    }
    const counts =
      question.under === undefined ? await surfaces.counts(question, { filter, graphql }, random) : undefined;
    if (counts?.some((count) => count !== matched.length))
      return `counts: ${matched.length} expected, ${counts.join(' and ')} found`;
    return describeDifference(byText, trial, context);
  },
};

/** Expressions that GraphQL cannot state. */
export const textOnly: Method = {
  suits: (condition: Condition) => toGraphqlFilter(condition) === undefined,
  without: onlyInPolicies,
  check: async (trial, context) => {
    const filter = printCondition(trial.condition, '$filter');
    return describeDifference(await context.surfaces.byText(trial.question, filter, context.random), trial, context);
  },
};

/** Returns how a response differs from the judge's rows and order, or undefined. */
export function describeDifference(
  items: string,
  { question, matched }: Trial,
  { store }: TrialContext,
): string | undefined {
  const [expected, found] = [expectedKeys(question, matched, store), answeredKeys(question, items)];
  if (expected.join('\n') === found.join('\n')) return undefined;
  const sample = (keys: Iterable<string>): string => [...keys].slice(0, 4).join(', ');
  const [expectedRows, actual] = [new Set(expected), new Set(found)];
  return `rows differ: ${expected.length} expected, ${found.length} found; too many: ${sample(actual.difference(expectedRows))}; missing: ${sample(expectedRows.difference(actual))}`;
}
