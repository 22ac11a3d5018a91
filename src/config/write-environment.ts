import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readEnvironment } from './read-environment.ts';

/** Names of variables for the connection string, in order of preference. */
export const CONNECTION_VARIABLES: readonly string[] = ['DATABASE_URL', 'JOINERY_DATABASE_URL'];

/**
 * Returns a variable that has no other value in the environment.
 * @param names in order of preference; the last also gets a number
 * @param replaced variable of a replaced file, which keeps its name
 * @param taken variables to be written
 */
export function chooseVariable(
  value: string,
  names: readonly string[],
  { replaced, taken = new Map() }: { readonly replaced?: string; readonly taken?: ReadonlyMap<string, string> } = {},
): string {
  const written = { ...readEnvironment(process.cwd(), process.env), ...Object.fromEntries(taken) };
  const isFree = (name: string): boolean => written[name] === undefined || written[name] === value;
  if (replaced !== undefined && process.env[replaced] === undefined) return replaced;
  const found = names.find(isFree);
  if (found !== undefined) return found;
  for (let number = 2; ; number += 1) {
    const name = `${names.at(-1)}_${number}`;
    if (isFree(name)) return name;
  }
}

/** Sets the variable in `.env`, and adds `.env` to `.gitignore`. Returns false if the variable had the value. */
export function writeVariable(name: string, value: string): boolean {
  const file = resolve('.env');
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const ignore = resolve('.gitignore');
  const ignored = existsSync(ignore) ? readFileSync(ignore, 'utf8') : '';
  if (!ignored.split('\n').includes('.env')) appendFileSync(ignore, `${endLine(ignored)}.env\n`);
  if (parseEnv(current)[name] === value) return false;
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? '';
  const line = `${name}=${quote}${value}${quote}`;
  const others = current.split('\n').filter((each) => !each.startsWith(`${name}=`));
  const rest = others.join('\n').trimEnd();
  writeFileSync(file, `${rest}${rest === '' ? '' : '\n'}${line}\n`, { mode: 0o600 });
  // The mode applies to new files only.
  chmodSync(file, 0o600);
  return true;
}

const endLine = (content: string): string => (content === '' || content.endsWith('\n') ? '' : '\n');
