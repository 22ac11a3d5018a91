import { beforeAll, expect, inject, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { behindPolicies, visibleDataset } from './behind-policies.ts';
import { type Comparison, compareMany, findShortfalls } from './compare-many.ts';
import { corpusOf } from './corpus/corpus.ts';
import { freshSeed, lengthenFresh, often, TIMEOUT } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { readShop } from './read-shop.ts';
import { runApplication } from './run-application.ts';
import { sliceHere } from './slice-here.ts';

/** Numbers of fresh operations: for all entities, and for entities with policies. */
const COUNT = lengthenFresh(2000, 100);
const HIDDEN_COUNT = lengthenFresh(1000, 50);

const seed = freshSeed();

let rows: Dataset;

beforeAll(async () => {
  rows = await readShop();
});

/** Generated operations have few rows, but may have no page size. */
const unbounded = ({ runtime, dataSource, ...config }: Config): Config => ({
  ...config,
  dataSource: { ...dataSource, statementTimeoutMs: TIMEOUT },
  runtime: { ...runtime, limits: { ...runtime.limits, rows: 1e12 } },
});

async function compare(
  comparison: Pick<Comparison, 'seed' | 'count' | 'corpus' | 'rows'>,
  change: (config: Config) => Config,
): Promise<Awaited<ReturnType<typeof compareMany>>> {
  const application = await bootShop({ change: (config) => unbounded(change(config)) });
  try {
    const run = runApplication(application);
    const report = await compareMany({ ...comparison, slice: sliceHere(), schema: application.schema, run });
    expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
    return report;
  } finally {
    await application.close();
  }
}

it('random operations are answered as by the naive service', { timeout: TIMEOUT }, async () => {
  const report = await compare(
    { seed, count: COUNT, ...corpusOf('operations', inject('server')), rows },
    (config) => config,
  );
  expect(findShortfalls(report, often(20))).toEqual([]);
});

it('random operations of a restricted role are answered as if nothing else existed', {
  timeout: TIMEOUT,
}, async () => {
  const visible = visibleDataset(rows);
  const comparison = {
    seed: seed + 2,
    count: HIDDEN_COUNT,
    ...corpusOf('hidden operations', inject('server')),
    rows: visible,
  };
  const report = await compare(comparison, behindPolicies);
  expect(findShortfalls(report, often(20))).toEqual([]);
});
