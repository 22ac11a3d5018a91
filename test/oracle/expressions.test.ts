import { beforeAll, expect, inject, it } from 'vitest';
import { shopUrl } from '../support/servers.ts';
import type { Shop } from './expressions/boot-roles.ts';
import { compareColumns } from './expressions/compare-columns.ts';
import { compareFilters } from './expressions/compare-filters.ts';
import { compareOperations, requiredOfOperations } from './expressions/compare-operations.ts';
import { comparePolicies, findShortfalls, type PolicyReport } from './expressions/compare-policies.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';

/** Minimum numbers of compared policies, of those in unprepared statements, and of filters. */
const POLICIES = 1200;
const UNPREPARED = 300;
const FILTERS = 200;

/** Roles with random operations, and operations per role. */
const ROLES = 24;
const OPERATIONS = 16;

const seed = seedOf(1);

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
  report = await comparePolicies({ shop: database, dataset, seed, count: lengthen(POLICIES) });
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(findShortfalls(report, dataset)).toEqual([]);
});

it('policies apply to all rows of random operations', { timeout: TIMEOUT }, async () => {
  const roles = report.roles.slice(0, lengthen(ROLES));
  const outcome = await compareOperations(database, roles, { dataset, count: OPERATIONS, seed });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.roles).toBeGreaterThan(0.8 * roles.length);
  expect(outcome.answers.nonEmpty).toBeGreaterThan(0.6 * outcome.answers.all);
  expect(requiredOfOperations.filter((feature) => (outcome.features.get(feature) ?? 0) < 20)).toEqual([]);
});

it('policies that compare two columns work, or are rejected at startup', { timeout: TIMEOUT }, async () => {
  const outcome = await compareColumns(database, dataset, ['Product', 'Order', 'Customer']);
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.served).toBeGreaterThan(100);
  expect(outcome.refused).toBeGreaterThan(200);
});

it('policies are equal in unprepared statements', { timeout: TIMEOUT }, async () => {
  const unprepared = { ...database, prepared: false };
  const { mismatches } = await comparePolicies({
    shop: unprepared,
    dataset,
    seed: seed + 1,
    count: lengthen(UNPREPARED),
  });
  expect(mismatches.join('\n\n')).toBe('');
});

it('expressions equal GraphQL filters where both exist', { timeout: TIMEOUT }, async () => {
  const outcome = await compareFilters(database, { dataset, seed, count: lengthen(FILTERS) });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.compared).toBeGreaterThanOrEqual(lengthen(FILTERS));
});
