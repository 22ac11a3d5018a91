import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { shopUrl } from '../support/servers.ts';
import { corpusOf } from './corpus/corpus.ts';
import { rareFeatures } from './expressions/features.ts';
import { compareConditions, type FilterReport, featuresOfFilters } from './filters/compare-conditions.ts';
import { comparePlans } from './filters/compare-plans.ts';
import { commonPart, textOnly } from './filters/methods.ts';
import { openSurfaces, type Surfaces } from './filters/surfaces.ts';
import { freshSeed, lengthenFresh, often, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';

/** Numbers of fresh expressions: compared in each test, and compared by their plans. */
const COUNT = lengthenFresh(1000, 50);
const PLANNED = lengthenFresh(1000, 300);

/** Minimum uses of each feature. Rare features have a lower minimum without a corpus. */
const MIN_USES = often(20);
const SELDOM = 3;

const seed = freshSeed();

const server = inject('server');

let surfaces: Surfaces;
let dataset: Dataset;
beforeAll(async () => {
  surfaces = await openSurfaces({ server, url: shopUrl(server), prepared: true });
  dataset = await readShop();
});
afterAll(() => surfaces.close());

it('random filters keep the same rows as $filter, as a variable, and in a document', {
  timeout: TIMEOUT,
}, async () => {
  const comparison = { surfaces, dataset, seed, count: COUNT, ...corpusOf('common filters', server) };
  const report = await compareConditions(comparison, commonPart);
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(shortfalls(report, featuresOfFilters(commonPart, dataset))).toEqual([]);
});

it('random filters without a GraphQL equivalent keep the same rows as the judge', { timeout: TIMEOUT }, async () => {
  const comparison = { surfaces, dataset, seed: seed + 1, count: COUNT, ...corpusOf('text filters', server) };
  const report = await compareConditions(comparison, textOnly);
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(shortfalls(report, featuresOfFilters(textOnly, dataset))).toEqual([]);
});

it('random filters share a plan exactly if they differ in literal values only', {
  timeout: TIMEOUT,
}, async () => {
  const report = await comparePlans({ surfaces, dataset, seed: seed + 2, count: PLANNED });
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(report.checked).toBeGreaterThanOrEqual(PLANNED);
  expect(report.differing).toBeGreaterThan(0.3 * PLANNED);
  expect(report.structures).toBeGreaterThan(0.15 * PLANNED);
  expect(report.plans).toBeLessThanOrEqual(report.structures);
  expect(report.selective).toBeGreaterThan(0.6 * PLANNED);
});

/** Lists the weaknesses of a run; empty if it is representative. */
function shortfalls({ checked, matched, coverage }: FilterReport, required: readonly string[]): readonly string[] {
  const selective = matched.filter(({ rows, all }) => rows > 0 && rows < all).length;
  const below = (features: readonly string[], minimum: number): readonly string[] =>
    features
      .filter((feature) => coverage.of(feature) < minimum)
      .map((feature) => `${feature}: ${coverage.of(feature)}`);
  return [
    ...(checked < COUNT ? [`only ${checked} were checked`] : []),
    ...(selective < 0.6 * checked ? [`only ${selective} of ${checked} keep some rows and not others`] : []),
    ...below(
      required.filter((feature) => !rareFeatures.includes(feature)),
      MIN_USES,
    ),
    ...below(
      required.filter((feature) => rareFeatures.includes(feature)),
      SELDOM,
    ),
  ];
}
