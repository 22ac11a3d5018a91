import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { shopUrl } from '../support/servers.ts';
import { asCohort, CohortCounts } from './as-cohort.ts';
import { compareMany } from './compare-many.ts';
import type { Shop } from './expressions/boot-roles.ts';
import { comparePolicies } from './expressions/compare-policies.ts';
import { compareConditions } from './filters/compare-conditions.ts';
import { commonPart } from './filters/methods.ts';
import { openSurfaces } from './filters/surfaces.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';
import { runApplication } from './run-application.ts';
import { sliceHere } from './slice-here.ts';

// The statement of a cohort answers random queries. `as-cohort.ts` compares each member with its own query.

const server = inject('server');
const COUNT = lengthen(1000, server === 'mariadb' ? 30 : 60);
const POLICIES = lengthen(600, 60);
const FILTERS = lengthen(500, 30);

const seed = freshSeed();
const shopOf = (cohorts: CohortCounts): Shop => ({ server, url: shopUrl(server), prepared: true, cohorts });

let rows: Dataset;
beforeAll(async () => {
  rows = await readShop();
});

const unbounded = ({ runtime, dataSource, ...config }: Config): Config => ({
  ...config,
  dataSource: { ...dataSource, statementTimeoutMs: TIMEOUT },
  runtime: { ...runtime, limits: { ...runtime.limits, rows: 1e12 } },
});

function expectShared({ shared, alone, failed }: CohortCounts): void {
  expect([...failed].join('\n\n')).toBe('');
  // MariaDB reads lists one by one, so few operations share a statement.
  expect(shared).toBeGreaterThan(server === 'mariadb' ? lengthen(20, -1) : alone);
}

describe('random reads', () => {
  it('a cohort answers random operations as the naive service does', { timeout: TIMEOUT }, async () => {
    const observers = new Observers();
    const counts = new CohortCounts(seed);
    const application = asCohort(await bootShop({ change: unbounded, observers }), observers, counts);
    try {
      const report = await compareMany({
        seed,
        count: COUNT,
        rows,
        slice: sliceHere(),
        schema: application.schema,
        run: runApplication(application),
      });
      expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
      expectShared(counts);
    } finally {
      await application.close();
    }
  });

  it.skipIf(server === 'mariadb')(
    'a cohort of callers with different claims keeps the rows that each policy allows',
    {
      timeout: TIMEOUT,
    },
    async () => {
      const counts = new CohortCounts(seed + 1);
      const comparison = { dataset: rows, seed: seed + 1, count: POLICIES };
      const { mismatches } = await comparePolicies({ shop: shopOf(counts), ...comparison });
      expect(mismatches.join('\n\n')).toBe('');
      expectShared(counts);
    },
  );

  it.skipIf(server === 'mariadb')(
    'a cohort keeps the same rows for each of its filters',
    { timeout: TIMEOUT },
    async () => {
      const counts = new CohortCounts(seed + 2);
      const surfaces = await openSurfaces(shopOf(counts));
      try {
        const comparison = { surfaces, dataset: rows, seed: seed + 2, count: FILTERS };
        const report = await compareConditions({ ...comparison }, commonPart);
        expect(report.mismatches.join('\n\n')).toBe('');
        expectShared(counts);
      } finally {
        await surfaces.close();
      }
    },
  );
});
