import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Slice } from '../generate/shape.ts';
import type { Dataset } from '../naive/entity.ts';
import { readDataset } from '../naive/read-dataset.ts';
import { shop } from '../shop.ts';
import type { Shop } from './boot-roles.ts';
import { compareColumns } from './compare-columns.ts';
import { compareFilters } from './compare-filters.ts';
import { compareOperations, requiredOfOperations } from './compare-operations.ts';
import { comparePolicies, findShortfalls, type PolicyReport } from './compare-policies.ts';
import { withoutColumns } from './role.ts';

export interface ExpressionTests {
  readonly open: () => Promise<Shop>;
  /** Columns that the shop on this server has not, or has other values in: `Product.weight`. */
  readonly missing: readonly string[];
  readonly slice: Slice;
  /** Expressions to compare at least, for policies and for filters; then roles that random operations are asked for. */
  readonly counts: { readonly policies: number; readonly filters: number; readonly roles: number };
  readonly seed: number;
}

/** Operations for each role. */
const OPERATIONS = 16;

/** For longer runs, JOINERY_EXPRESSIONS says how many times as much is compared, and JOINERY_SEED is another seed. */
export const lengthen = (usual: number): number => usual * Number(process.env.JOINERY_EXPRESSIONS ?? 1);
export const seedOf = (usual: number): number => Number(process.env.JOINERY_SEED ?? usual);

/** The comparison of the expression language with the naive judge on one server. */
export function describeExpressions({ open, missing, slice, counts, seed: usual }: ExpressionTests): void {
  const seed = seedOf(usual);
  const timeout = lengthen(120_000);

  describe('random expressions', () => {
    let database: Shop;
    let dataset: Dataset;
    let report: PolicyReport;
    beforeAll(async () => {
      database = await open();
      dataset = withoutColumns(await readDataset(inject('postgres'), shop), missing);
    });

    it('as policies keep the rows that the judge keeps, and refuse callers whose claims are unfit', {
      timeout,
    }, async () => {
      report = await comparePolicies({ shop: database, dataset, seed, count: lengthen(counts.policies) });
      expect(report.mismatches.join('\n\n')).toBe('');
      expect(findShortfalls(report, dataset)).toEqual([]);
    });

    it('hold as policies wherever random operations meet rows', { timeout }, async () => {
      const roles = report.roles.slice(0, lengthen(counts.roles));
      const outcome = await compareOperations(database, roles, { dataset, slice, count: OPERATIONS, seed });
      expect(outcome.mismatches.join('\n\n')).toBe('');
      expect(outcome.roles).toBeGreaterThan(0.8 * roles.length);
      expect(outcome.answers.nonEmpty).toBeGreaterThan(0.6 * outcome.answers.all);
      expect(requiredOfOperations(slice).filter((feature) => (outcome.features.get(feature) ?? 0) < 20)).toEqual([]);
    });

    it('of one column and another are compared, or refused at the start', { timeout }, async () => {
      const outcome = await compareColumns(database, dataset, ['Product', 'Order', 'Customer']);
      expect(outcome.mismatches.join('\n\n')).toBe('');
      expect(outcome.served).toBeGreaterThan(100);
      expect(outcome.refused).toBeGreaterThan(200);
    });

    it('ask the same as filters of GraphQL, as far as those have words', { timeout }, async () => {
      const outcome = await compareFilters(database, { dataset, seed, count: lengthen(counts.filters) });
      expect(outcome.mismatches.join('\n\n')).toBe('');
      expect(outcome.compared).toBeGreaterThanOrEqual(lengthen(counts.filters));
    });
  });
}
