import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigurationError } from '../base/problem.ts';
import { errorAt } from './document/problem-at.ts';
import { joinWords } from './schema/describe-schema.ts';

const NAMES = ['joinery.json', 'joinery.yaml', 'joinery.yml'];

/**
 * The absolute path of the configuration: the given one, else the first of the usual names in `folder`.
 * @throws ConfigurationError when none was given and none is there
 */
export function findConfigFile(given: string | undefined, folder: string): string {
  if (given !== undefined) return resolve(folder, given);
  const found = NAMES.map((name) => resolve(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  const message = `There is no configuration in ${folder}; name one with --config.`;
  throw new ConfigurationError([errorAt([], message, { expected: joinWords(NAMES, 'or') })]);
}
