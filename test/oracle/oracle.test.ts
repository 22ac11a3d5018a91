import { buildSchema, type GraphQLSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { beforeAll, expect, inject, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type Comparison, compareMany, findShortfalls } from './compare-many.ts';
import { lengthen, often } from './lengthen.ts';
import type { Dataset } from './naive/entity.ts';
import { createNaiveService } from './naive/naive-service.ts';
import { readDataset } from './naive/read-dataset.ts';
import { writeSchema } from './naive/write-schema.ts';
import { shop } from './shop.ts';
import { writeAnswer } from './write-answer.ts';
import { writeSdl } from './write-sdl.ts';

/** Number of operations, enough to use every feature often. */
const COUNT = lengthen(2000, 600);

let rows: Dataset;

beforeAll(async () => {
  rows = await readDataset(inject('postgres'), shop);
});

it('the schema matches the documentation', async () => {
  const application = await bootShop({ change: readOnly });
  const promised = sortedSdl(buildSchema(writeSdl(rows.entities)));
  const printed = sortedSdl(application.schema);
  await application.close();
  expect(printed).toBe(promised);
});

/** Restricts the shop to reads. */
const readOnly = (config: Config): Config => ({
  ...config,
  entities: config.entities
    .filter(({ source }) => source.kind !== 'stored-procedure')
    .map((entity) => ({ ...entity, operations: ['read'] })),
});

/** Without descriptions, which may change. */
const sortedSdl = (schema: GraphQLSchema): string =>
  printSchema(lexicographicSortSchema(schema)).replace(/ *""".*?"""\n|^\n/gms, '');

it('the naive service agrees with itself on random operations', { timeout: 300_000 }, async () => {
  const schema = writeSdl(rows.entities);
  const other = createNaiveService(writeSchema(schema), rows);
  const run: Comparison['run'] = async (document, variables) => {
    const { data, errors } = other.answer(parse(document), variables);
    return { data: writeAnswer(data), errors: errors.map((message) => ({ message })) };
  };
  const report = await compareMany({ rows, seed: 1, schema, run, count: COUNT });
  expect(report.mismatches.map((mismatch) => Object.values(mismatch).join('\n')).join('\n\n')).toBe('');
  expect(findShortfalls(report, often(20))).toEqual([]);
});
