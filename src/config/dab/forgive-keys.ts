import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../config-file.ts';

/**
 * The problems, with warnings of keys that Data API builder passes over where it does not know them: of an entity, and of CORS. They are what such files
 * have, `key-fields` beside `source` for example.
 */
export const forgiveKeys = (problems: readonly Problem[], { runtime }: Draft<ConfigFile>): readonly Problem[] =>
  runtime?.compatibility === 'dab'
    ? problems.map((problem) => (isPassedOver(problem) ? forgiven(problem) : problem))
    : problems;

const forgiven = (problem: Problem): Problem => ({
  ...problem,
  message: `${problem.message} It is ignored.`,
  severity: 'warning',
  kind: '{count} keys are not known, and ignored',
});

const isPassedOver = ({ path, isUnknownKey, suggestion = '' }: Problem): boolean =>
  isUnknownKey === true && isOpen(path) && !MEANT.includes(suggestion);

/** Without these, an entity would not be there, or more of it than is meant: who misspells one of them is told. */
const MEANT: readonly string[] = ['source', 'permissions', 'expose', 'operations', 'rest', 'graphql'];

function isOpen([root, second, third, ...rest]: ConfigPath): boolean {
  if (root === 'entities') return third !== undefined && rest.length === 0;
  return root === 'runtime' && second === 'host' && third === 'cors' && rest.length === 1;
}
