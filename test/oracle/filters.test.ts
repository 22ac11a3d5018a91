import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { shopUrl } from '../support/servers.ts';
import { absentFeatures, mainFeatures, rareFeatures } from './expressions/features.ts';
import { compareConditions, type FilterReport } from './filters/compare-conditions.ts';
import { comparePlans } from './filters/compare-plans.ts';
import { commonPart, textOnly } from './filters/methods.ts';
import { openSurfaces, type Surfaces } from './filters/surfaces.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';

/** Minimum number of expressions per test. */
const COUNT = lengthen(1000);

const OFTEN = 20;
const SELDOM = 3;

/** Positions of lists: features of `compareConditions`. */
const places: readonly string[] = ['a collection', 'under another', 'under another, counted', 'under filtered ones'];

/** Features that GraphQL filters lack. */
const onlyInText: readonly string[] = [
  ...['tolower', 'toupper', 'length', 'year', 'month', 'day', 'field against field'],
  ...['outwards to the item', 'outwards to a variable', 'a hidden name', 'literals alone', 'NaN', 'infinite'],
];

/** Features that `$filter` lacks. */
const onlyInPolicies: readonly string[] = ['claim for itself'];

const seed = seedOf(1);

const server = inject('server');

let surfaces: Surfaces;
let dataset: Dataset;
beforeAll(async () => {
  surfaces = await openSurfaces({ server, url: shopUrl(server), prepared: true });
  dataset = await readShop();
});
afterAll(() => surfaces.close());

it('random filters are equal as $filter, as a variable, and in a document', {
  timeout: TIMEOUT,
}, async () => {
  const report = await compareConditions({ surfaces, dataset, seed, count: COUNT }, commonPart);
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(shortfalls(report, [...onlyInText, ...onlyInPolicies, ...absentFeatures(dataset)])).toEqual([]);
});

it('random filters that only $filter supports keep the same rows as the judge', { timeout: TIMEOUT }, async () => {
  const report = await compareConditions({ surfaces, dataset, seed: seed + 1, count: COUNT }, textOnly);
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(shortfalls(report, [...onlyInPolicies, ...absentFeatures(dataset)])).toEqual([]);
});

it('random filters share a plan exactly if they differ in literal values only', {
  timeout: TIMEOUT,
}, async () => {
  const report = await comparePlans({ surfaces, dataset, seed: seed + 2, count: COUNT });
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(report.asked).toBeGreaterThanOrEqual(COUNT);
  expect(report.differing).toBeGreaterThan(0.3 * COUNT);
  expect(report.structures).toBeGreaterThan(0.15 * COUNT);
  expect(report.plans).toBeLessThanOrEqual(report.structures);
  expect(report.telling).toBeGreaterThan(0.6 * COUNT);
});

/**
 * Returns missing coverage of a run; empty for a good one.
 * @param without features that it cannot have
 */
function shortfalls({ asked, kept, coverage }: FilterReport, without: readonly string[]): readonly string[] {
  const telling = kept.filter(({ rows, all }) => rows > 0 && rows < all).length;
  const below = (features: readonly string[], minimum: number): readonly string[] =>
    features
      .filter((feature) => !without.includes(feature) && coverage.of(feature) < minimum)
      .map((feature) => `${feature}: ${coverage.of(feature)}`);
  return [
    ...(asked < COUNT ? [`only ${asked} were asked`] : []),
    ...(telling < 0.6 * asked ? [`only ${telling} of ${asked} keep some rows and not others`] : []),
    ...below([...mainFeatures, ...places], OFTEN),
    ...below(rareFeatures, SELDOM),
  ];
}
