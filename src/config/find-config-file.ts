import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '../base/problem.ts';
import { errorAt } from './document/problem-at.ts';
import type { Environment } from './document/replace-environment.ts';
import { joinWords } from './schema/describe-schema.ts';

const DAB_FILE = 'dab-config.json';

const NAMES = ['joinery.json', 'joinery.yaml', 'joinery.yml', DAB_FILE];

/**
 * The absolute path of the configuration: the given one, else the first of the usual names in `folder`.
 * @throws ConfigurationError when none was given and none is there, or when `env` asks for a variant of `dab-config.json`
 */
export function findConfigFile(given: string | undefined, folder: string, env: Environment = {}): string {
  if (given !== undefined) return resolve(folder, given);
  const found = NAMES.find((name) => existsSync(resolve(folder, name)));
  if (found === undefined) {
    const message = `There is no configuration in ${folder}; name one with --config.`;
    throw new ConfigurationError([errorAt([], message, { expected: joinWords(NAMES, 'or') })]);
  }
  if (found === DAB_FILE) refuseVariant(folder, env);
  return resolve(folder, found);
}

/** Data API builder would merge `dab-config.<environment>.json` into the file. To ignore that would change what is served, so it is refused. */
function refuseVariant(folder: string, env: Environment): void {
  const environment = env.DAB_ENVIRONMENT || env.ASPNETCORE_ENVIRONMENT;
  const variant = `dab-config.${environment}.json`;
  if (!environment || !existsSync(resolve(folder, variant))) return;
  const message = `${variant} is not merged into ${DAB_FILE}; name one whole file with --config.`;
  throw new ConfigurationError([errorAt([], message)]);
}
