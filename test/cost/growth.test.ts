import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeTables } from '../../benchmarks/growth/make-tables.ts';
import { measureQuestions } from '../../benchmarks/growth/measure-questions.ts';
import { growthQuestions } from '../../benchmarks/growth/questions.ts';
import { growths } from '../../benchmarks/micro/growths.ts';
import { openShop } from '../../benchmarks/micro/open-shop.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { coerceVariables } from '../../src/operation/coerce-variables.ts';
import { prepareOperation } from '../../src/operation/prepared-operation.ts';
import { readOperation } from '../../src/operation/read-operation.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { createDocuments } from '../../src/server/documents/documents.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** Cost of compiling a request. */
interface Compiled {
  /** Characters of the statements. */
  readonly text: number;
  /** Items of lists created by `flatMap`. */
  readonly copied: number;
}

/** Compiles the request of a growth series at this size. */
async function compile(name: string, size: number): Promise<Compiled> {
  const growth = growths.find((candidate) => candidate.name === name);
  if (growth === undefined) throw new Error(`There is no growth series "${name}".`);
  const { parts, application } = await openShop(growth.shop(size));
  const { document: text, variables: raw } = growth.workload(size);
  const { limits } = application.config.runtime;
  const documents = createDocuments({ schema: parts.schema, introspection: true, cacheBytes: 1, limits });
  const document = documents.parse(text);
  expect(documents.validate(document)).toEqual([]);
  const prepared = prepareOperation(parts.schema, document, undefined, limits);
  const coerced = coerceVariables(parts.schema, prepared.definition.variableDefinitions ?? [], raw, limits);
  if ('apiErrors' in coerced) throw coerced.apiErrors[0];
  const operation = readOperation(parts.schema, prepared, coerced.variables, raw);
  const plan = makePlan(operation, { model: parts.model, role: ANONYMOUS.role });
  const joining = vi.spyOn(Array.prototype, 'flatMap');
  const { requests } = parts.store.compile(plan);
  const copied = joining.mock.results.reduce((sum, { value }) => sum + value.length, 0);
  joining.mockRestore();
  return { text: requests.reduce((sum, { text }) => sum + text.length, 0), copied };
}

describe.each([
  ['nesting depth', [2, 4, 6]],
  ['number of fields in a list', [10, 30, 50]],
  ['number of filter nodes in the document', [20, 60, 100]],
  ['number of filter nodes in a variable', [20, 60, 100]],
  ['number of rows created at once', [20, 60, 100]],
  ['number of rows created with their parent', [20, 60, 100]],
])('compiling with a growing %s', (name, [few, some, many]) => {
  it.each(['text', 'copied'] as const)('adds constant cost per unit: %s', async (count) => {
    const counts: number[] = [];
    for (const size of [few, some, many]) counts.push((await compile(name, size ?? 0))[count]);
    const [first = 0, second = 0, third = 0] = counts;
    expect(first).toBeGreaterThan(0);
    // Names and parameter numbers may have an extra digit.
    expect(third - second).toBeLessThanOrEqual((second - first) * 1.25);
  });
});

it('validation does not list the types of the schema unless a type is unknown', async () => {
  const growth = growths.find(({ name }) => name === 'number of entities in the configuration');
  if (growth === undefined) throw new Error('The growth series was not found.');
  const { parts, application } = await openShop(growth.shop(10));
  const { limits } = application.config.runtime;
  const documents = createDocuments({ schema: parts.schema, introspection: true, cacheBytes: 1, limits });
  // Caches the validity of the schema itself.
  documents.validate(documents.parse('{ __typename }'));
  let listed = 0;
  const types = new Proxy(parts.schema.getTypeMap(), {
    ownKeys: (map) => {
      listed += 1;
      return Reflect.ownKeys(map);
    },
  });
  vi.spyOn(parts.schema, 'getTypeMap').mockReturnValue(types);
  expect(documents.validate(documents.parse(growth.workload(10).document))).toEqual([]);
  expect(listed).toBe(0);
  const unknown = documents.parse('query ($filter: OrderFilterInptu) { orders(filter: $filter) { id } }');
  const [apiError] = documents.validate(unknown);
  expect(apiError?.message).toMatch('Unknown type "OrderFilterInptu". Did you mean "OrderFilterInput"');
  expect(listed).toBe(1);
});

describe('database pages read by a statement', () => {
  it('do not grow with the table, except for an offset and the depth of an index', async () => {
    const folder = await makeTemporaryFolder();
    const seen: (readonly number[])[] = [];
    for (const size of [1000, 30_000]) {
      const file = join(folder, `${size}.sql`);
      await writeFile(file, makeTables(size));
      const database = await createDatabase('postgres', `growth_${size}`, [file]);
      seen.push((await measureQuestions(database, size)).map(({ buffers }) => buffers));
    }
    const grown = growthQuestions.filter((_, index) => {
      const [small = 0, large = 0] = seen.map((ofSize) => ofSize[index]);
      expect(small).toBeGreaterThan(0);
      // Each index may be one level deeper in each of the 61 lookups of three levels.
      return large > small * 1.5 + 3;
    });
    expect(grown.map(({ title }) => title)).toEqual(['page by offset in the middle']);
  });
});
