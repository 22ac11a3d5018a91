import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './document/replace-environment.ts';

/** The environment and the variables of the file `.env` in `folder`. A variable that is set already stays as it is. */
export function readEnvironment(folder: string, env: Environment): Environment {
  const file = resolve(folder, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}
