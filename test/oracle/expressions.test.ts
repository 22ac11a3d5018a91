import { beforeAll, expect, inject, it } from 'vitest';
import { isLong } from '../support/long-run.ts';
import { shopUrl } from '../support/servers.ts';
import { corpusOf } from './corpus/corpus.ts';
import type { Shop } from './expressions/boot-roles.ts';
import { compareColumns } from './expressions/compare-columns.ts';
import { compareFilters } from './expressions/compare-filters.ts';
import { compareOperations, requiredOfOperations } from './expressions/compare-operations.ts';
import { comparePolicies, findShortfalls, type PolicyReport } from './expressions/compare-policies.ts';
import { freshSeed, lengthen, lengthenFresh, often, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';

/** Minimum numbers of fresh expressions: for policies, policies in unprepared statements, and filters. */
const POLICIES = lengthenFresh(1200, 100);
const UNPREPARED = lengthenFresh(300, 100);
const FILTERS = lengthenFresh(200, 60);

/** Number of roles that run random operations, and number of operations for each. */
const ROLES = lengthen(24, 8);
const OPERATIONS = 16;

const seed = freshSeed();

const server = inject('server');
const database: Shop = { server, url: shopUrl(server), prepared: true };

let dataset: Dataset;
let report: PolicyReport;
beforeAll(async () => {
  dataset = await readShop();
});

it('policies keep the same rows as the judge, and reject callers with invalid claims', {
  timeout: TIMEOUT,
}, async () => {
  report = await comparePolicies({ shop: database, dataset, seed, count: POLICIES, ...corpusOf('policies', server) });
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(findShortfalls(report, dataset, often(20))).toEqual([]);
});

it('policies apply to every row that random operations read', { timeout: TIMEOUT }, async () => {
  const roles = report.roles.slice(0, ROLES);
  // The features of a push's operations are counted, so they cannot depend on the commit.
  const outcome = await compareOperations(database, roles, { dataset, count: OPERATIONS, seed: isLong ? seed : 1 });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.roles).toBeGreaterThan(0.8 * roles.length);
  expect(outcome.answers.nonEmpty).toBeGreaterThan(0.6 * outcome.answers.all);
  expect(requiredOfOperations.filter((feature) => (outcome.features.get(feature) ?? 0) < often(20))).toEqual([]);
});

it('policies that compare two columns work, or are rejected at startup', { timeout: TIMEOUT }, async () => {
  const outcome = await compareColumns(database, dataset, ['Product', 'Order', 'Customer']);
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.served).toBeGreaterThan(100);
  expect(outcome.refused).toBeGreaterThan(200);
});

it('policies keep the same rows in unprepared statements', { timeout: TIMEOUT }, async () => {
  const unprepared = { ...database, prepared: false };
  const { mismatches } = await comparePolicies({
    shop: unprepared,
    dataset,
    seed: seed + 1,
    count: UNPREPARED,
  });
  expect(mismatches.join('\n\n')).toBe('');
});

it('expressions keep the same rows as equivalent GraphQL filters', { timeout: TIMEOUT }, async () => {
  const outcome = await compareFilters(database, { dataset, seed, count: FILTERS });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.compared).toBeGreaterThanOrEqual(FILTERS);
});
