import { buildSchema, type GraphQLSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';
import { behindPolicies, seenBehindPolicies } from './behind-policies.ts';
import { type Comparison, compareMany, findShortfalls } from './compare-many.ts';
import type { Slice } from './generate/shape.ts';
import type { Dataset } from './naive/entity.ts';
import { createNaiveService } from './naive/naive-service.ts';
import { readDataset } from './naive/read-dataset.ts';
import { writeSchema } from './naive/write-schema.ts';
import { runApplication } from './run-application.ts';
import { shop } from './shop.ts';
import { writeAnswer } from './write-answer.ts';
import { writeSdl } from './write-sdl.ts';

/** Operations of each run: enough for every feature to be used often. */
const COUNT = 2000;

let rows: Dataset;

beforeAll(async () => {
  rows = await readDataset(inject('postgres'), shop);
});

async function expectSame(comparison: Omit<Comparison, 'rows' | 'count'> & { rows?: Dataset }): Promise<void> {
  const report = await compareMany({ rows, ...comparison, count: COUNT });
  expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
  expect(findShortfalls(report)).toEqual([]);
}

it('the schema of what is read is the one that the documentation promises', async () => {
  const application = await bootShop('postgres', { change: readOnly });
  const promised = sortedSdl(buildSchema(writeSdl(rows.entities)));
  const printed = sortedSdl(application.schema);
  await application.close();
  expect(printed).toBe(promised);
});

/** What is read of the shop: nobody changes anything, or runs procedures. */
const readOnly = (config: Config): Config => ({
  ...config,
  entities: config.entities
    .filter(({ source }) => source.kind !== 'stored-procedure')
    .map((entity) => ({ ...entity, operations: ['read'] })),
});

/** Without descriptions, which are not promised word by word. */
const sortedSdl = (schema: GraphQLSchema): string =>
  printSchema(lexicographicSortSchema(schema)).replace(/ *""".*?"""\n|^\n/gms, '');

describe('random operations', () => {
  it('are answered by the naive service as by itself', { timeout: 300_000 }, async () => {
    const schema = writeSdl(rows.entities);
    const other = createNaiveService(writeSchema(schema), rows);
    const run: Comparison['run'] = async (document, variables) => {
      const { data, errors } = other.answer(parse(document), variables);
      return { data: writeAnswer(data), errors: errors.map((message) => ({ message })) };
    };
    await expectSame({ seed: 1, schema, run });
  });

  it('are answered by PostgreSQL as by the naive service', { timeout: 300_000 }, async () => {
    const application = await bootShop('postgres');
    try {
      await expectSame({ seed: 2, schema: application.schema, run: runApplication(application) });
    } finally {
      await application.close();
    }
  });
});

it('random operations of a role that sees less are answered as if there were no more', {
  timeout: 300_000,
}, async () => {
  const application = await bootShop('postgres', { change: behindPolicies });
  try {
    const { schema } = application;
    const seen = seenBehindPolicies(rows);
    const run = runApplication(application);
    const { mismatches } = await compareMany({ seed: 4, count: COUNT / 2, schema, rows: seen, run });
    expect(mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
  } finally {
    await application.close();
  }
});

/**
 * MariaDB has no paths into JSON. Its shop has NULL for NaN and infinities, and text for addresses of the internet
 * and for spans of time.
 */
const mariadbSlice: Slice = {
  jsonPaths: false,
  excludedFields: ['Product.weight', 'Customer.last_ip', 'Product.warranty'],
};

/** Its means have other digits than those of PostgreSQL. */
const withMeansOfMariadb = ({ entities, ...dataset }: Dataset): Dataset => ({
  ...dataset,
  entities: entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => ({ ...field, means: 'MariaDB' as const })),
  })),
});

/** What is made has few rows, but where it names no page, it could have many. */
const unbounded = ({ runtime, ...config }: Config): Config => ({
  ...config,
  runtime: { ...runtime, limits: { ...runtime.limits, rows: 1e12 } },
});

describeOn('mariadb', 'random operations on MariaDB', () => {
  it('are answered as by the naive service', { timeout: 300_000 }, async () => {
    const application = await bootShop('mariadb', { change: unbounded });
    try {
      const { schema } = application;
      const run = runApplication(application);
      await expectSame({ seed: 3, schema, rows: withMeansOfMariadb(rows), run, slice: mariadbSlice });
    } finally {
      await application.close();
    }
  });
});
