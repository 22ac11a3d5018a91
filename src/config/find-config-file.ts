import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ConfigurationError } from '../base/problem.ts';
import { errorAt } from './document/problem-at.ts';
import type { Environment } from './document/replace-environment.ts';
import { joinWords } from './schema/describe-schema.ts';

const DAB_FILE = 'dab-config.json';

const NAMES = ['joinery.json', 'joinery.yaml', 'joinery.yml', DAB_FILE];

/** Where a configuration is. Paths are absolute. */
export interface ConfigPlace {
  readonly file: string;
  /** A file whose values replace those of `file`. */
  readonly variant?: string;
}

/**
 * Returns the place of the configuration: the given file, else the first of the usual names in `folder`. As Data API builder does,
 * `DAB_ENVIRONMENT` names a variant of `dab-config.json` that is merged into it, and `ASPNETCORE_ENVIRONMENT` one that is read instead.
 * @throws ConfigurationError when none was given and none is there
 */
export function findConfigFile(given: string | undefined, folder: string, env: Environment = {}): ConfigPlace {
  if (given !== undefined) return { file: resolve(folder, given) };
  const found = NAMES.map((name) => resolve(folder, name)).find((file) => existsSync(file));
  const isOwn = found !== undefined && basename(found) !== DAB_FILE;
  const place = isOwn ? { file: found } : findDabFile(found, folder, env);
  if (place !== undefined) return place;
  const message = `There is no configuration in ${folder}; name one with --config.`;
  throw new ConfigurationError([errorAt([], message, { expected: joinWords(NAMES, 'or') })]);
}

function findDabFile(
  base: string | undefined,
  folder: string,
  { DAB_ENVIRONMENT, ASPNETCORE_ENVIRONMENT }: Environment,
): ConfigPlace | undefined {
  const variantOf = (environment: string | undefined): string | undefined => {
    const file = resolve(folder, `dab-config.${environment}.json`);
    return environment && existsSync(file) ? file : undefined;
  };
  const variant = variantOf(DAB_ENVIRONMENT);
  if (base !== undefined && variant !== undefined) return { file: base, variant };
  const file = variant ?? (DAB_ENVIRONMENT ? undefined : variantOf(ASPNETCORE_ENVIRONMENT)) ?? base;
  return file === undefined ? undefined : { file };
}
