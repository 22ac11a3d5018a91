import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Shop } from '../expressions/boot-roles.ts';
import { lengthen, seedOf } from '../expressions/describe-expressions.ts';
import { absentFeatures, mainFeatures, rareFeatures } from '../expressions/features.ts';
import { withoutColumns } from '../expressions/role.ts';
import { readDataset } from '../naive/read-dataset.ts';
import { shop } from '../shop.ts';
import { compareConditions, type FilterReport } from './compare-conditions.ts';
import { comparePlans } from './compare-plans.ts';
import { commonPart, textOnly } from './methods.ts';
import { openSurfaces, type Surfaces } from './surfaces.ts';

export interface FilterTests {
  readonly open: () => Promise<Shop>;
  /** Columns that the shop on this server has not, or has other values in: `Product.weight`. */
  readonly missing: readonly string[];
  /** Where lists can stand: features of `compareConditions`. */
  readonly places: readonly string[];
  /** Expressions to compare: that both languages have, that only `$filter` has, and of equal and other structures. */
  readonly counts: { readonly common: number; readonly textOnly: number; readonly plans: number };
  readonly seed: number;
}

const OFTEN = 20;
const SELDOM = 3;

/** What no filter of GraphQL has a word for. */
const onlyInText: readonly string[] = [
  ...['tolower', 'toupper', 'length', 'year', 'month', 'day', 'field against field'],
  ...['outwards to the item', 'outwards to a variable', 'a hidden name', 'literals alone', 'NaN', 'infinite'],
];

/** What `$filter` has no word for. */
const onlyInPolicies: readonly string[] = ['claim for itself'];

/** The comparison of `$filter`, the filters of GraphQL and the naive judge on one server. */
export function describeFilters({ open, missing, places, counts, seed: usual }: FilterTests): void {
  const seed = seedOf(usual);
  const timeout = lengthen(180_000);

  describe('random filters', () => {
    let surfaces: Surfaces;
    let dataset: Parameters<typeof compareConditions>[0]['dataset'];
    beforeAll(async () => {
      surfaces = await openSurfaces(await open());
      dataset = withoutColumns(await readDataset(inject('postgres'), shop), missing);
    });
    afterAll(() => surfaces.close());

    it('mean the same as $filter and as a filter of GraphQL, in a variable and in a document', {
      timeout,
    }, async () => {
      const count = lengthen(counts.common);
      const report = await compareConditions({ surfaces, dataset, seed, count }, commonPart);
      expect(report.mismatches.join('\n\n')).toBe('');
      expect(
        shortfalls(report, { count, without: [...onlyInText, ...onlyInPolicies, ...absentFeatures(dataset)], places }),
      ).toEqual([]);
    });

    it('keep the rows that the judge keeps where only $filter has words', { timeout }, async () => {
      const count = lengthen(counts.textOnly);
      const report = await compareConditions({ surfaces, dataset, seed: seed + 1, count }, textOnly);
      expect(report.mismatches.join('\n\n')).toBe('');
      expect(shortfalls(report, { count, without: [...onlyInPolicies, ...absentFeatures(dataset)], places })).toEqual(
        [],
      );
    });

    it('share one plan where they differ in what literals say, and only there', { timeout }, async () => {
      const count = lengthen(counts.plans);
      const report = await comparePlans({ surfaces, dataset, seed: seed + 2, count });
      expect(report.mismatches.join('\n\n')).toBe('');
      expect(report.asked).toBeGreaterThanOrEqual(count);
      expect(report.differing).toBeGreaterThan(0.3 * count);
      expect(report.structures).toBeGreaterThan(0.15 * count);
      expect(report.plans).toBeLessThanOrEqual(report.structures);
      expect(report.telling).toBeGreaterThan(0.6 * count);
    });
  });
}

/** Where a run falls short of what makes it worth something: empty for a good one. */
function shortfalls(
  { asked, kept, coverage }: FilterReport,
  {
    count,
    without,
    places,
  }: { readonly count: number; readonly without: readonly string[]; readonly places: readonly string[] },
): readonly string[] {
  const telling = kept.filter(({ rows, all }) => rows > 0 && rows < all).length;
  const below = (features: readonly string[], minimum: number): readonly string[] =>
    features
      .filter((feature) => !without.includes(feature) && coverage.of(feature) < minimum)
      .map((feature) => `${feature}: ${coverage.of(feature)}`);
  return [
    ...(asked < count ? [`only ${asked} were asked`] : []),
    ...(telling < 0.6 * asked ? [`only ${telling} of ${asked} keep some rows and not others`] : []),
    ...below([...mainFeatures, ...places], OFTEN),
    ...below(rareFeatures, SELDOM),
  ];
}
