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

/** Expressions to compare at least: policies, those in statements that are not kept prepared, and filters. */
const POLICIES = 1200;
const UNPREPARED = 300;
const FILTERS = 200;

/** Roles that random operations are asked for, and operations for each. */
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

it('policies keep the rows that the judge keeps, and refuse callers whose claims are unfit', {
  timeout: TIMEOUT,
}, async () => {
  report = await comparePolicies({ shop: database, dataset, seed, count: lengthen(POLICIES) });
  expect(report.mismatches.join('\n\n')).toBe('');
  expect(findShortfalls(report, dataset)).toEqual([]);
});

it('policies hold wherever random operations meet rows', { timeout: TIMEOUT }, async () => {
  const roles = report.roles.slice(0, lengthen(ROLES));
  const outcome = await compareOperations(database, roles, { dataset, count: OPERATIONS, seed });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.roles).toBeGreaterThan(0.8 * roles.length);
  expect(outcome.answers.nonEmpty).toBeGreaterThan(0.6 * outcome.answers.all);
  expect(requiredOfOperations.filter((feature) => (outcome.features.get(feature) ?? 0) < 20)).toEqual([]);
});

it('policies of one column and another are compared, or refused at the start', { timeout: TIMEOUT }, async () => {
  const outcome = await compareColumns(database, dataset, ['Product', 'Order', 'Customer']);
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.served).toBeGreaterThan(100);
  expect(outcome.refused).toBeGreaterThan(200);
});

it('policies mean the same in statements that are not kept prepared', { timeout: TIMEOUT }, async () => {
  const unprepared = { ...database, prepared: false };
  const { mismatches } = await comparePolicies({
    shop: unprepared,
    dataset,
    seed: seed + 1,
    count: lengthen(UNPREPARED),
  });
  expect(mismatches.join('\n\n')).toBe('');
});

it('expressions ask the same as filters of GraphQL, as far as those have words', { timeout: TIMEOUT }, async () => {
  const outcome = await compareFilters(database, { dataset, seed, count: lengthen(FILTERS) });
  expect(outcome.mismatches.join('\n\n')).toBe('');
  expect(outcome.compared).toBeGreaterThanOrEqual(lengthen(FILTERS));
});
