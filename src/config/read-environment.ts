import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from './document/replace-environment.ts';

/** Adds the variables of `.env` in `folder`; existing variables take precedence. */
export function readEnvironment(folder: string, env: Environment): Environment {
  const file = resolve(folder, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env;
}
