import type { ConfigPath } from '../../base/problem.ts';
import { CONNECTION_VARIABLES, chooseVariable } from '../choose-variable.ts';
import type { Environment } from '../document/replace-environment.ts';
import { isRecord, mapTree } from '../document/tree.ts';
import type { AddRemark, Tree } from './remark.ts';

/** Value of a variable, by name. */
export type Variables = ReadonlyMap<string, string>;

/** Matches a password in keywords or in a URL. Other parts of the string may be references to variables. */
const PASSWORD =
  /(?<=(?:^|;)\s*(?:password|pwd)\s*=\s*)(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]+)|(?<=:\/\/[^:@/]*:)[^@/]+(?=@)/i;

/** Matches a password in a URL, or a key whose name suggests a secret, with a value that is not a reference. */
const POSSIBLE_SECRET =
  /:\/\/[^:@/\s]*:[^@/\s]+@|(?:password|passwd|passphrase|pwd|secret|(?:access|account|api|private)[ _-]?(?:key|token))["']?\s*[=:]\s*["']?(?!@(?:env|akv)\()[^\s"',;}]/i;

const isSecretOfIssuer = (path: ConfigPath): boolean =>
  path.slice(0, 4).join('.') === 'runtime.host.authentication.jwt' && path.at(-1) === 'secret';

const isPassphrase = (path: ConfigPath): boolean => path.join('.') === 'runtime.host.tls.passphrase';

/**
 * Moves secrets to variables. In a connection string that contains references, moves only a literal password.
 * @param env environment; a variable that it sets to another value is not used
 */
export function moveSecrets(
  config: Tree,
  env: Environment,
  remark: AddRemark,
): { readonly config: Tree; readonly variables: Variables } {
  const variables = new Map<string, string>();
  const move = (path: ConfigPath, value: string, names: readonly string[]): string => {
    const name = chooseVariable(value, names, { ...env, ...Object.fromEntries(variables) });
    variables.set(name, value);
    remark('changed', path, `The secret is in .env, as ${name}.`);
    return `@env('${name}')`;
  };
  const moved = mapTree(config, (value, path) => {
    if (typeof value !== 'string' || value === '') return value;
    const isLiteral = !value.includes('@env(');
    if (path.join('.') === 'data-source.connection-string') {
      if (isLiteral) return move(path, value, CONNECTION_VARIABLES);
      return value.replace(PASSWORD, (password) =>
        password.includes('@env(') ? password : move(path, password, ['DATABASE_PASSWORD']),
      );
    }
    if (isLiteral && isSecretOfIssuer(path)) return move(path, value, ['TOKEN_SECRET']);
    return isLiteral && isPassphrase(path) ? move(path, value, ['TLS_PASSPHRASE']) : value;
  });
  return { config: isRecord(moved) ? moved : {}, variables };
}

/** Returns whether a comment contains a moved value, its password, or a possible secret. */
export function mayContainSecret(comment: string, variables: Variables): boolean {
  const moved = [...variables.values()].flatMap((value) => [value, PASSWORD.exec(value)?.[0] ?? value]);
  const written = moved.flatMap((value) => [value, unquote(value), JSON.stringify(value).slice(1, -1)]);
  return POSSIBLE_SECRET.test(comment) || written.some((value) => comment.includes(value));
}

/** Removes the quotes of a quoted value in a connection string. */
const unquote = (value: string): string =>
  value.replace(/^(["'])(.*)\1$/s, (_, quote: string, content: string) => content.replaceAll(quote + quote, quote));
