import { expect, inject, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';
import { adaptShop } from './adapt-shop.ts';
import { compareMany } from './compare-many.ts';
import type { Slice } from './generate/shape.ts';
import { freshSeed, lengthen, TIMEOUT } from './lengthen.ts';
import { readDataset } from './naive/read-dataset.ts';
import { runApplication } from './run-application.ts';
import { shop } from './shop.ts';

const COUNT = lengthen(1000, 40);

/** Types that BSON lacks, and bytes, whose order differs. */
const slice: Slice = {
  excludedScalars: ['LocalTime', 'Base64String', 'Single'],
  jsonPaths: false,
};

const unbounded = ({ runtime, dataSource, ...config }: Config): Config => ({
  ...config,
  dataSource: { ...dataSource, statementTimeoutMs: TIMEOUT },
  runtime: { ...runtime, limits: { ...runtime.limits, rows: 1e12, anonymousStatementMs: TIMEOUT } },
});

describeOn('mongodb', 'random operations on MongoDB', () => {
  it('are answered as by the naive service', { timeout: TIMEOUT }, async () => {
    const rows = adaptShop(await readDataset(inject('postgres'), shop), 'mongodb');
    const application = await bootShop({ server: 'mongodb', change: unbounded });
    try {
      const run = runApplication(application);
      const report = await compareMany({
        seed: freshSeed(),
        count: COUNT,
        rows,
        slice,
        schema: application.schema,
        run,
      });
      expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
    } finally {
      await application.close();
    }
  });
});
