import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { errorAt } from './problem-at.ts';
import { mapTree } from './tree.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /@env\('([^']+)'\)/g;

/**
 * Replaces `@env('NAME')`, alone or within a string. Removes values with a missing variable, so that later checks do
 * not report them again.
 */
export function replaceEnvironment(root: unknown, env: Environment): { value: unknown; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const value = mapTree(root, (node, path) => {
    if (typeof node !== 'string') return node;
    const mistakes = findMistakes(node, path, env);
    problems.push(...mistakes);
    return mistakes.length > 0 ? undefined : node.replace(REFERENCE, (_, name: string) => env[name] ?? '');
  });
  return { value, problems };
}

function findMistakes(text: string, path: ConfigPath, env: Environment): Problem[] {
  if (/@akv\(/.test(text)) {
    return [
      errorAt(path, "Key vaults are not supported. Pass the secret in an environment variable, as @env('NAME')."),
    ];
  }
  if (/@env\(/.test(text.replace(REFERENCE, ''))) {
    return [
      errorAt(path, 'Invalid reference. Write the name of the variable in single quotes.', {
        expected: "@env('NAME')",
      }),
    ];
  }
  const names = new Set([...text.matchAll(REFERENCE)].map(([, name]) => name ?? ''));
  return [...names]
    .filter((name) => typeof env[name] !== 'string')
    .map((name) => {
      const suggestion = nearest(name, Object.keys(env));
      return errorAt(
        path,
        `The environment variable ${name} is not set. Set it, or add it to ".env" in the current folder.`,
        suggestion === undefined ? {} : { suggestion },
      );
    });
}
