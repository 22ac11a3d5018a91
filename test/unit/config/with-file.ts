import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationError, type Problem } from '../../../src/base/problem.ts';
import type { Config, Overrides } from '../../../src/config/config.ts';
import { readConfig } from '../../../src/config/read-config.ts';

interface Context {
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  readonly name?: string;
}

/** Runs `use` with a file that has this content, in a temporary folder. */
export const withFile = <T>(content: unknown, use: (file: string) => T, name = 'joinery.json'): T =>
  withFiles({ [name]: content }, (folder) => use(join(folder, name)));

/** Runs `use` with a temporary folder that contains the named files. */
export function withFiles<T>(files: Readonly<Record<string, unknown>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-config-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function read(content: unknown, { env = {}, overrides, name }: Context = {}): Config {
  return withFile(content, (file) => readConfig(file, env, overrides).config, name);
}

/** Returns all errors and warnings. */
export const problemsOf = (content: unknown, { name, ...context }: Context = {}): readonly Problem[] =>
  withFile(content, (file) => problemsOfFile(file, context), name);

/** Returns all errors and warnings of an existing file. */
export function problemsOfFile(file: string, { env = {}, overrides }: Context = {}): readonly Problem[] {
  try {
    return readConfig(file, env, overrides).problems;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

/** Returns one line per problem: path and message. */
export const problemLines = (content: unknown, context?: Context): string[] =>
  problemsOf(content, context).map(({ path, message }) => `${path.join(' ')}: ${message}`);

export const dataSource = { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@localhost/shop' };

export const permissions = [{ role: 'anonymous', actions: ['read'] }];

/** Returns a minimal configuration without problems, plus these entities. */
export const withEntities = (entities: Record<string, unknown>): Record<string, unknown> => ({
  'data-source': dataSource,
  entities: { Customer: { source: 'customers', permissions }, ...entities },
});

/** Returns a minimal configuration with these runtime settings. */
export const withRuntime = (runtime: unknown): Record<string, unknown> => ({ ...withEntities({}), runtime });
