import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { UnusableConfiguration } from './unusable-configuration.ts';

/**
 * Sets the variable in `.env`, and adds `.env` to `.gitignore`. Returns false if the variable had the value.
 * @throws UnusableConfiguration for a value that the file cannot hold, unless the environment already has that value
 */
export function writeVariable(name: string, value: string): boolean {
  const file = resolve('.env');
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const ignore = resolve('.gitignore');
  const ignored = existsSync(ignore) ? readFileSync(ignore, 'utf8') : '';
  if (!ignored.split('\n').includes('.env')) appendFileSync(ignore, `${endLine(ignored)}.env\n`);
  if (parseEnv(current)[name] === value) return false;
  const content = withVariable(current, name, value);
  if (content === undefined) {
    if (process.env[name] === value) return false;
    throw new UnusableConfiguration(
      `.env cannot hold the value of ${name}: no quotation marks keep it unchanged. Set the environment variable ${name} yourself, and run the command again.`,
    );
  }
  writeFileSync(file, content, { mode: 0o600 });
  // The mode applies to new files only.
  chmodSync(file, 0o600);
  return true;
}

/**
 * In order of preference. Double quotes come late, because a backslash and an `n` in double quotes are a line break.
 */
const QUOTES = ["'", '`', '"', ''];

/**
 * Returns the content with the value. Returns undefined if the file cannot hold the value, or if the line would change
 * another variable.
 */
function withVariable(content: string, name: string, value: string): string | undefined {
  const others = content.split('\n').filter((line) => !line.startsWith(`${name}=`));
  const rest = others.join('\n').trimEnd();
  const expected = { ...parseEnv(content), [name]: value };
  return QUOTES.map((quote) => `${rest}${endLine(rest)}${name}=${quote}${value}${quote}\n`).find((candidate) =>
    isDeepStrictEqual({ ...parseEnv(candidate) }, expected),
  );
}

const endLine = (content: string): string => (content === '' || content.endsWith('\n') ? '' : '\n');
