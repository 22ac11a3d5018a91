import type { Environment } from './document/replace-environment.ts';

/** Names of variables for the connection string, in order of preference. */
export const CONNECTION_VARIABLES: readonly string[] = ['DATABASE_URL', 'JOINERY_DATABASE_URL'];

/**
 * Returns the first variable that is unset, or already has this value, in the environment.
 * @param names in order of preference; the last also gets a number
 */
export function chooseVariable(value: string, names: readonly string[], env: Environment): string {
  const isFree = (name: string): boolean => env[name] === undefined || env[name] === value;
  const found = names.find(isFree);
  if (found !== undefined) return found;
  for (let number = 2; ; number += 1) {
    const name = `${names.at(-1)}_${number}`;
    if (isFree(name)) return name;
  }
}
