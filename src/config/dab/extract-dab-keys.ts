import type { ConfigPath, Problem } from '../../base/problem.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import type { Environment } from '../document/replace-environment.ts';
import { isRecord, mapTree, readFlag } from '../document/tree.ts';
import type { ConfigFile, Draft } from '../schema/config-schema.ts';
import { type DabKey, stepsOf, unsupportedDabKeys } from './dab-keys.ts';

export interface ExtractedDabKeys {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  readonly ignored: readonly ConfigPath[];
  readonly rejected: readonly ConfigPath[];
}

const handledKeys = unsupportedDabKeys.map((dabKey) => ({ dabKey, steps: stepsOf(dabKey.key) }));

interface DabPlace {
  readonly dabKey: DabKey;
  readonly path: ConfigPath;
  /** True if the value disables the feature. */
  readonly isDisabled: boolean;
}

/** Finds the keys that Joinery ignores or rejects. `value` is the configuration without these keys. */
export function findDabKeys(root: unknown): { readonly value: unknown; readonly places: readonly DabPlace[] } {
  const places: DabPlace[] = [];
  const value = mapTree(root, (node, path) => {
    const dabKey = dabKeyAt(path, node);
    if (dabKey === undefined) return node;
    places.push({ dabKey, path, isDisabled: isOff(node) });
    return undefined;
  });
  return { value, places };
}

/**
 * Removes the keys that Joinery ignores or rejects. Reports ignored keys once, and rejected keys at each path. A value
 * that disables the feature is reported only if the key has `reportWhenDisabled`.
 */
export function extractDabKeys(root: unknown): ExtractedDabKeys {
  const { value, places } = findDabKeys(root);
  const reported = places.filter(({ dabKey, isDisabled }) => !isDisabled || dabKey.reportWhenDisabled);
  const pathsOf = (treatment: DabKey['treatment']): readonly ConfigPath[] =>
    places.filter(({ dabKey }) => dabKey.treatment === treatment).map(({ path }) => path);
  return {
    value,
    problems: [...Map.groupBy(reported, ({ dabKey }) => dabKey)].flatMap(([dabKey, places]) =>
      dabKey.treatment === 'ignored'
        ? places.slice(0, 1).map(({ path }) => warningAt(path, describeIgnored(dabKey, path, places.length - 1)))
        : places.map(({ path }) => errorAt(path, `${quote(path)} is not supported. ${dabKey.note}`)),
    ),
    ignored: pathsOf('ignored'),
    rejected: pathsOf('rejected'),
  };
}

function describeIgnored({ note }: DabKey, path: ConfigPath, remaining: number): string {
  const more = remaining === 0 ? '' : ` (and ${remaining} more)`;
  return `${quote(path)} is ignored${more}. ${note}`;
}

const quote = (path: ConfigPath): string => `"${path.at(-1)}"`;

const dabKeyAt = (path: ConfigPath, value: unknown): DabKey | undefined =>
  handledKeys.find(
    ({ dabKey, steps }) =>
      steps.length === path.length &&
      steps.every((step, index) => matches(step, path[index])) &&
      (dabKey.values === undefined || (typeof value === 'string' && dabKey.values.includes(value.toLowerCase()))),
  )?.dabKey;

function matches(step: string, key: string | number | undefined): boolean {
  if (step === '[]') return typeof key === 'number';
  return step === '<name>' ? typeof key === 'string' : step === key;
}

/** Returns true for false, null, `enabled: false`, an empty list, and an object with only such values. */
function isOff(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return readFlag(value) === false;
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return value === false;
  return 'enabled' in value ? isOff(value.enabled) : Object.values(value).every(isOff);
}

/**
 * Downgrades unknown keys of entities and CORS to warnings. Files for Data API builder often have them, such as
 * `key-fields` next to `source`.
 */
export const downgradeUnknownKeys = (
  problems: readonly Problem[],
  { runtime }: Draft<ConfigFile>,
): readonly Problem[] =>
  runtime?.compatibility === 'dab'
    ? problems.map((problem) => (isTolerated(problem) ? toWarning(problem) : problem))
    : problems;

const toWarning = (problem: Problem): Problem => ({
  ...problem,
  message: `${problem.message} It is ignored.`,
  severity: 'warning',
  summary: '{count} unknown keys are ignored',
});

const isTolerated = ({ path, isUnknownKey, suggestion = '' }: Problem): boolean =>
  isUnknownKey === true && allowsUnknownKeys(path) && !SIGNIFICANT_KEYS.includes(suggestion);

/** A misspelling of these keys would hide an entity or expose too much, so it stays an error. */
const SIGNIFICANT_KEYS: readonly string[] = ['source', 'permissions', 'expose', 'operations', 'rest', 'graphql'];

function allowsUnknownKeys([root, second, third, ...rest]: ConfigPath): boolean {
  if (root === 'entities') return third !== undefined && rest.length === 0;
  return root === 'runtime' && second === 'host' && third === 'cors' && rest.length === 1;
}

const VARIABLE = 'DAB_CONNSTRING';

export function overrideConnection(root: unknown, env: Environment): unknown {
  if (!env[VARIABLE] || !isRecord(root)) return root;
  const source = root['data-source'];
  if (!isRecord(source) || 'embedded' in source) return root;
  // Problems show the variable, not its value.
  return { ...root, 'data-source': { ...source, 'connection-string': `@env('${VARIABLE}')` } };
}
