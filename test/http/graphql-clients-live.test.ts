import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommandLine } from '../support/run-command-line.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type ClientFolder, makeClientFolder, readClientFiles, readPageFiles } from './support/client-folder.ts';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const { files, outputs } = readPageFiles('docs/guides/typed-client.md');

/** The files of a page in the paths. */
const pick = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, files[path] ?? '']));

const programs = { ...readClientFiles('graphql'), ...readClientFiles('shared') };

const WRONG = "import { graphql } from './graphql.ts';\ngraphql(`query Q { orders { totl } }`);\n";

/** Values of all scalars as the API sends them, with the types that `read-values.ts` checks. */
const values = {
  product: {
    id: 1,
    price: expect.any(Number),
    tags: expect.any(Array),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    _etag: expect.any(String),
  },
  customer: { loyalty_points: expect.any(Number) },
  orders: {
    totalCount: expect.any(Number),
    hasNextPage: true,
    endCursor: expect.any(String),
    groupBy: [{ fields: { status: 'PAID' }, aggregations: { count: expect.any(Number), sum: expect.any(Number) } }],
  },
};

let shop: ServedShop;
let schema: string;
beforeAll(async () => {
  shop = await serveShop();
  schema = await compileSchema();
});
afterAll(() => shop.close());

/** Runs `joinery compile` with the configuration of the sample on the server of the tests. */
async function compileSchema(): Promise<string> {
  const folder = await makeTemporaryFolder();
  const config = JSON.parse(readFileSync('config/shop/joinery.json', 'utf8'));
  config['data-source'] = { 'database-type': 'postgresql', 'connection-string': inject('postgres') };
  await writeFile(join(folder, 'joinery.json'), JSON.stringify(config));
  const out = join(folder, 'schema.graphql');
  const result = await runCommandLine(['compile', '--config', join(folder, 'joinery.json'), '--out', out]);
  expect(result).toMatchObject({ code: 0 });
  return readFile(out, 'utf8');
}

describe('GraphQL Code Generator', () => {
  let folder: ClientFolder;
  beforeAll(async () => {
    const shim = "export { graphql } from './gql/index.ts';\n";
    const own = { 'schema.graphql': schema, 'src/graphql.ts': shim };
    const documented = pick('codegen.ts', 'src/request.ts', 'src/orders.ts');
    folder = await makeClientFolder({ ...documented, ...programs, ...own }, shop.origin);
    await folder.run('graphql-codegen');
  }, 300_000);

  it('generates types of all values, and rejects mistakes', { timeout: 300_000 }, async () => {
    expect(await folder.run('tsc', '-p', '.')).toBe('');
  });

  it('reads values of the generated types', async () => {
    expect(JSON.parse(await folder.run('node', 'src/read-values.ts'))).toMatchObject(values);
  });

  it('prints the documented output', async () => {
    expect(await folder.run('node', 'src/orders.ts')).toBe(outputs['src/orders.ts']);
  });

  it('generates the same types from the running service', { timeout: 300_000 }, async () => {
    const fromFile = await readFile(join(folder.path, 'src/gql/graphql.ts'), 'utf8');
    const config = await readFile(join(folder.path, 'codegen.ts'), 'utf8');
    const url = `${shop.origin}/graphql`;
    await writeFile(join(folder.path, 'codegen.ts'), config.replace("'schema.graphql'", `'${url}'`));
    await writeFile(join(folder.path, 'src/gql/graphql.ts'), '');
    await folder.run('graphql-codegen');
    expect(await readFile(join(folder.path, 'src/gql/graphql.ts'), 'utf8')).toBe(fromFile);
  });

  it('rejects a document with an unknown field', { timeout: 300_000 }, async () => {
    const own = { 'schema.graphql': schema, 'src/wrong.ts': WRONG };
    const other = await makeClientFolder({ ...pick('codegen.ts'), ...own }, shop.origin);
    await expect(other.run('graphql-codegen')).rejects.toThrow(
      'Cannot query field "totl" on type "Order". Did you mean "total"?',
    );
  });
});

describe('gql.tada', () => {
  let folder: ClientFolder;
  beforeAll(async () => {
    const documented = pick('tsconfig.json', 'src/graphql.ts', 'src/request.ts', 'src/products.ts');
    folder = await makeClientFolder({ ...documented, ...programs, 'schema.graphql': schema }, shop.origin);
    await folder.run('gql.tada', 'generate-output');
  }, 300_000);

  it('infers types of all values, and rejects mistakes', { timeout: 300_000 }, async () => {
    expect(await folder.run('tsc', '-p', '.')).toBe('');
  });

  it('reads values of the inferred types', async () => {
    expect(JSON.parse(await folder.run('node', 'src/read-values.ts'))).toMatchObject(values);
  });

  it('prints the documented output', async () => {
    expect(await folder.run('node', 'src/products.ts')).toBe(outputs['src/products.ts']);
  });

  it('generates the same types from the running service', { timeout: 300_000 }, async () => {
    const file = join(folder.path, 'src/graphql-env.d.ts');
    const fromFile = await readFile(file, 'utf8');
    await folder.run('gql.tada', 'generate-schema', `${shop.origin}/graphql`, '--output', 'schema.graphql');
    await folder.run('gql.tada', 'generate-output');
    expect(await readFile(file, 'utf8')).toBe(fromFile);
  });

  it('rejects only the document with an unknown field', { timeout: 300_000 }, async () => {
    await writeFile(join(folder.path, 'src/wrong.ts'), WRONG);
    const error = /^src\/wrong.ts\n.*Cannot query field "totl" on type "Order".*\n\n.* 1 problems/m;
    await expect(folder.run('gql.tada', 'check')).rejects.toThrow(error);
  });
});
