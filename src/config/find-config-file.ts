import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { ConfigurationError } from '../base/problem.ts';
import { errorAt } from './document/problem-at.ts';
import type { Environment } from './document/replace-environment.ts';
import { joinWords } from './schema/describe-schema.ts';

const DAB_FILE = 'dab-config.json';

/** Returns whether the name is that of a file of Data API builder, or of a variant such as `dab-config.Test.json`. */
export const isDabFile = (file: string): boolean => /^dab-config(\..+)?\.json$/i.test(basename(file));

/** Names of configuration files, in order of precedence. */
export const CONFIG_FILES = ['joinery.json', 'joinery.yaml', 'joinery.yml', DAB_FILE];

export interface ConfigPlace {
  readonly file: string;
  readonly variant?: string;
}

/**
 * Returns the given file, otherwise the first default name in `folder`. As in Data API builder, `DAB_ENVIRONMENT`
 * selects a variant to merge into `dab-config.json`, and `ASPNETCORE_ENVIRONMENT` a replacement.
 * @throws ConfigurationError if no file is given or found
 */
export function findConfigFile(configFile: string | undefined, folder: string, env: Environment = {}): ConfigPlace {
  if (configFile !== undefined) return { file: resolve(folder, configFile) };
  const existing = CONFIG_FILES.map((name) => resolve(folder, name)).find((file) => existsSync(file));
  const isJoinery = existing !== undefined && basename(existing) !== DAB_FILE;
  const place = isJoinery ? { file: existing } : findDabFile(existing, folder, env);
  if (place !== undefined) return place;
  const message = `No configuration found in ${folder}. Run "joinery init" to write one, or pass a file with --config.`;
  throw new ConfigurationError([errorAt([], message, { expected: joinWords(CONFIG_FILES, 'or') })]);
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
