import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt, warningAt } from '../document/problem-at.ts';
import type { Environment } from '../document/replace-environment.ts';
import { isRecord, mapTree, readFlag } from '../document/tree.ts';
import { type DabKey, dabKeys, stepsOf } from './dab-keys.ts';

export interface ExtractedDabKeys {
  /** The configuration; keys that are ignored or refused are without a value. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where these keys stand. */
  readonly ignored: readonly ConfigPath[];
  readonly refused: readonly ConfigPath[];
}

const handledKeys = dabKeys
  .filter(({ treatment }) => treatment !== 'honoured')
  .map((line) => ({ line, steps: stepsOf(line.key) }));

/**
 * Takes out keys that Data API builder knows and Joinery does not. A key that is ignored is reported once, one that is refused at each
 * place. Nothing is reported of a thing that the value switches off.
 */
export function extractDabKeys(root: unknown): ExtractedDabKeys {
  const places: { readonly line: DabKey; readonly path: ConfigPath; readonly silent: boolean }[] = [];
  const value = mapTree(root, (found, path) => {
    const line = lineFor(path, found);
    if (line === undefined) return found;
    places.push({ line, path, silent: isOff(found) && !line.reportWhenDisabled });
    return undefined;
  });
  const told = places.filter(({ silent }) => !silent);
  const pathsOf = (treatment: DabKey['treatment']): readonly ConfigPath[] =>
    places.filter(({ line }) => line.treatment === treatment).map(({ path }) => path);
  return {
    value,
    problems: [...Map.groupBy(told, ({ line }) => line)].flatMap(([line, same]) =>
      line.treatment === 'ignored'
        ? same.slice(0, 1).map(({ path }) => warningAt(path, describeIgnored(line, path, same.length - 1)))
        : same.map(({ path }) => errorAt(path, `${quote(path)} is refused. ${line.reason}`)),
    ),
    ignored: pathsOf('ignored'),
    refused: pathsOf('refused'),
  };
}

function describeIgnored({ reason }: DabKey, path: ConfigPath, others: number): string {
  const also = others === 0 ? '' : ` (and ${others} more)`;
  return `${quote(path)} is ignored${also}. ${reason}`;
}

/** Returns the problems with a better one for a file that has `autoentities` instead of `entities`. */
export const explainNoEntities = (problems: readonly Problem[], root: unknown): readonly Problem[] =>
  problems.map((problem) =>
    problem.path.join() === 'entities' && isRecord(root) && 'autoentities' in root && !('entities' in root)
      ? errorAt(
          problem.path,
          '"entities" is missing, and "autoentities" does not take its place, because nothing is published that nobody named. Write an entity for each table that "autoentities" would find.',
        )
      : problem,
  );

const quote = (path: ConfigPath): string => `"${path.at(-1)}"`;

const lineFor = (path: ConfigPath, value: unknown): DabKey | undefined =>
  handledKeys.find(
    ({ line, steps }) =>
      steps.length === path.length &&
      steps.every((step, index) => matches(step, path[index])) &&
      (line.values === undefined || (typeof value === 'string' && line.values.includes(value.toLowerCase()))),
  )?.line;

function matches(step: string, key: string | number | undefined): boolean {
  if (step === '[]') return typeof key === 'number';
  return step === '<name>' ? typeof key === 'string' : step === key;
}

/** Whether a value switches its thing off: false, null, an object with `enabled: false`, or one of which all values do. */
function isOff(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return readFlag(value) === false;
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return value === false;
  return 'enabled' in value ? isOff(value.enabled) : Object.values(value).every(isOff);
}

/**
 * The problems, with warnings of keys that Data API builder passes over where it does not know them: of an entity, and of CORS. They are what such files
 * have, `key-fields` beside `source` for example.
 */
export const downgradeUnknownKeys = (
  problems: readonly Problem[],
  { runtime }: Draft<ConfigFile>,
): readonly Problem[] =>
  runtime?.compatibility === 'dab'
    ? problems.map((problem) => (isTolerated(problem) ? forgiven(problem) : problem))
    : problems;

const forgiven = (problem: Problem): Problem => ({
  ...problem,
  message: `${problem.message} It is ignored.`,
  severity: 'warning',
  kind: '{count} keys are not known, and ignored',
});

const isTolerated = ({ path, isUnknownKey, suggestion = '' }: Problem): boolean =>
  isUnknownKey === true && isOpen(path) && !SIGNIFICANT_KEYS.includes(suggestion);

/** Without these, an entity would not be there, or more of it than is meant: who misspells one of them is told. */
const SIGNIFICANT_KEYS: readonly string[] = ['source', 'permissions', 'expose', 'operations', 'rest', 'graphql'];

function isOpen([root, second, third, ...rest]: ConfigPath): boolean {
  if (root === 'entities') return third !== undefined && rest.length === 0;
  return root === 'runtime' && second === 'host' && third === 'cors' && rest.length === 1;
}

const VARIABLE = 'DAB_CONNSTRING';

/** The configuration with the connection string of the environment, where there is one and no embedded server is asked for. */
export function overrideConnection(root: unknown, env: Environment): unknown {
  if (!env[VARIABLE] || !isRecord(root)) return root;
  const source = root['data-source'];
  if (!isRecord(source) || 'embedded' in source) return root;
  // A reference to the variable: so problems show its name and never its value.
  return { ...root, 'data-source': { ...source, 'connection-string': `@env('${VARIABLE}')` } };
}
