import { dirname, resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { buildConfig } from './build/build-config.ts';
import { checkFile } from './check/check-file.ts';
import { checkSeedFiles } from './check/check-seed-files.ts';
import type { Config } from './config.ts';
import type { ConfigFile, Overrides } from './config-file.ts';
import { readDocument } from './document/read-document.ts';
import { type Environment, replaceEnvironment } from './document/replace-environment.ts';
import { pointerOf } from './document/tree.ts';
import { validateShape } from './document/validate-shape.ts';

/**
 * Reads a configuration file (JSON with comments, or YAML by its name) into one frozen value.
 * `env` is where `@env('NAME')` looks; `overrides` win over the file. The problems that come back are warnings.
 * @throws ConfigurationError with every problem at once, warnings among them
 */
export function readConfig(
  file: string,
  env: Environment,
  overrides: Overrides = {},
): { config: Config; problems: readonly Problem[] } {
  const document = readDocument(file);
  if (document.faults.length > 0) throw new ConfigurationError(document.faults);
  const folder = dirname(resolve(file));
  const replaced = replaceEnvironment(document.value, env);
  const shape = validateShape(replaced.value, document.value);
  // Of a value whose variable is not set, nothing else is said.
  const unset = new Set(replaced.problems.map(({ path }) => pointerOf(path)));
  const problems = [
    ...document.duplicates,
    ...replaced.problems,
    ...shape.problems.filter(({ path }) => !unset.has(pointerOf(path))),
    ...checkFile(shape.draft, overrides),
    ...checkSeedFiles(shape.draft, folder),
  ];
  if (problems.some(({ severity }) => severity === 'error')) throw new ConfigurationError(problems);
  // Without errors nothing was taken out of the draft: it is the whole configuration.
  return { config: buildConfig(shape.draft as ConfigFile, folder, overrides), problems };
}
