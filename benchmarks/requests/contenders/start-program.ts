import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../../support/run-node.ts';
import type { Place } from '../contender.ts';

/**
 * Starts a program of `benchmarks/servers` in production mode.
 * @param name file name without extension
 */
export function startProgram(name: string): (place: Place) => Promise<ServerProcess> {
  const file = fileURLToPath(new URL(`../../servers/${name}.ts`, import.meta.url));
  return ({ connectionString }) =>
    startServer({ args: [file], env: { DATABASE_URL: connectionString, NODE_ENV: 'production' } });
}
