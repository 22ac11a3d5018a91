import { expect, inject, it } from 'vitest';
import type { Dataset } from '../naive/entity.ts';
import { readDataset } from '../naive/read-dataset.ts';
import { shop } from '../shop.ts';
import { comparePolicies, findShortfalls } from './compare-policies.ts';

/** Inverts `discontinued` of all products. */
const withWrongProducts = ({ entities, rows }: Dataset): Dataset => ({
  entities,
  rows: new Map(
    [...rows].map(([name, all]) => [
      name,
      name === 'Product' ? all.map((row) => ({ ...row, discontinued: row.discontinued !== true })) : all,
    ]),
  ),
});

it('detects wrongly kept rows, and shrinks the policy', async () => {
  const postgres = { server: 'postgres', url: inject('postgres'), prepared: true } as const;
  const dataset = withWrongProducts(await readDataset(inject('postgres'), shop));
  const report = await comparePolicies({ shop: postgres, dataset, seed: 5, count: 200 });
  expect(report.mismatches).toHaveLength(1);
  const [, policy, claims, reason] = report.mismatches[0]?.split('\n') ?? [];
  // Only the relevant condition remains.
  expect(policy).toMatch(/discontinued/);
  expect(policy).not.toMatch(/ and | or |not |@item/);
  expect(claims).toMatch(/^claims: \{/);
  expect(reason).toMatch(/^\d+ rows expected, \d+ found; too many: .*; missing: .*$/);
  expect(findShortfalls(report, dataset, 20)).toContainEqual(expect.stringMatching(/^claim in a match: \d+$/));
});
