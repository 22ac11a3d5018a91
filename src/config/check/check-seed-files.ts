import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';

/** The SQL files that an embedded server starts from are there. `folder` is the one of the configuration. */
export function checkSeedFiles(file: Draft<ConfigFile>, folder: string): Problem[] {
  const seed = file['data-source']?.embedded?.seed;
  const path = ['data-source', 'embedded', 'seed'];
  return [seed ?? []].flat().flatMap((name, index) => {
    if (name === undefined || existsSync(resolve(folder, name))) return [];
    return [errorAt(typeof seed === 'string' ? path : [...path, index], `There is no file ${resolve(folder, name)}.`)];
  });
}
