import { basename, dirname, resolve } from 'node:path';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { buildConfig } from './build/build-config.ts';
import { checkFile } from './check/check-file.ts';
import { checkFileReferences, checkKeyFiles, checkOneDatabase } from './check/check-named-files.ts';
import type { Config, Overrides } from './config.ts';
import { downgradeUnknownKeys, extractDabKeys, overrideConnection } from './dab/extract-dab-keys.ts';
import { errorAt, warningAt } from './document/problem-at.ts';
import { type FilePart, type ReadFiles, readFiles, readReferences } from './document/read-files.ts';
import { type Environment, replaceEnvironment } from './document/replace-environment.ts';
import { dropEmptyLists, isRecord, isWithin, pointerOf } from './document/tree.ts';
import { validateShape } from './document/validate-shape.ts';
import { withoutMistakes, withoutRepeats } from './document/without-mistakes.ts';
import type { ConfigFile } from './schema/config-schema.ts';

/**
 * Reads a configuration file and the files it references. Returns a frozen value and warnings. `overrides` take
 * precedence.
 * @throws ConfigurationError with all problems, including warnings
 */
export function readConfig(
  file: string,
  env: Environment,
  overrides?: Overrides,
): { config: Config; problems: readonly Problem[] } {
  const { config, problems } = inspectConfig(file, env, overrides);
  if (config === undefined) throw new ConfigurationError(problems);
  return { config, problems };
}

export interface InspectedConfig {
  readonly config?: Config;
  /** The valid part of a file with errors, if its database is known. */
  readonly validPart?: Config;
  readonly problems: readonly Problem[];
}

/** Reads like `readConfig`, but returns errors. `variant` is a file that overrides `file`. */
export function inspectConfig(
  file: string,
  env: Environment,
  overrides: Overrides = {},
  variant?: string,
): InspectedConfig {
  return inspectParts(readFiles(file, variant), dirname(resolve(file)), env, overrides);
}

/** Inspects a configuration that is not in a file. Relative paths in it start at `folder`. */
export function inspectValue(
  value: unknown,
  folder: string,
  env: Environment,
  overrides: Overrides = {},
): InspectedConfig {
  const document = { value, duplicates: [], faults: [], lineOf: () => undefined };
  const files = readReferences({ file: resolve(folder, 'configuration'), document, reference: [] });
  return inspectParts(files, folder, env, overrides);
}

function inspectParts(
  { parts, missing, faults }: ReadFiles,
  folder: string,
  env: Environment,
  overrides: Overrides,
): InspectedConfig {
  if (missing.length + faults.length > 0) return { problems: [...missing, ...faults] };
  const merged = mergeFiles(parts);
  const written = overrideConnection(merged.value, env);
  const replaced = replaceEnvironment(written, env);
  const extracted = extractDabKeys(replaced.value);
  const shape = validateShape(dropEmptyLists(extracted.value), written);
  // Missing variables of ignored keys do not matter. A removed value has a problem already.
  const unset = replaced.problems.filter(({ path }) => !extracted.ignored.some((place) => isWithin(path, place)));
  const removed = new Set(
    [...unset.map(({ path }) => path), ...extracted.ignored, ...extracted.rejected].map(pointerOf),
  );
  const mistakes = [
    ...checkOneDatabase(parts, env),
    ...unset,
    ...downgradeUnknownKeys(
      requireEntities(shape.problems, replaced.value).filter(({ path }) => !removed.has(pointerOf(path))),
      shape.draft,
    ),
    ...checkFile(shape.draft, overrides),
    ...checkFileReferences(shape.draft, folder),
    ...checkKeyFiles(shape.draft, folder),
  ];
  const problems = withoutRepeats([
    ...parts.flatMap(({ document }) => document.duplicates),
    ...merged.problems,
    ...extracted.problems,
    ...mistakes,
  ]);
  if (problems.some(({ severity }) => severity === 'error')) {
    const usable = withoutMistakes(shape.draft, mistakes);
    return { problems, ...(usable && { validPart: buildConfig(usable, folder, overrides) }) };
  }
  return { config: buildConfig(shape.draft as ConfigFile, folder, overrides), problems };
}

/** Accepts a file without entities if `autoentities` may find some. */
function requireEntities(problems: readonly Problem[], root: unknown): readonly Problem[] {
  if (!isRecord(root) || !isRecord(root.autoentities)) return problems;
  const { entities = {}, autoentities } = root;
  const isOptional = Object.keys(autoentities).length > 0 && isRecord(entities) && Object.keys(entities).length === 0;
  return isOptional ? problems.filter(({ path }) => path.join() !== 'entities') : problems;
}

/**
 * Merges entities of all files; other keys come from the earliest file that has them, `runtime` only from the first.
 */
export function mergeFiles([first, ...others]: readonly FilePart[]): { value: unknown; problems: readonly Problem[] } {
  const value = first?.document.value;
  if (first === undefined || others.length === 0 || !isRecord(value)) return { value, problems: [] };
  const values = others.map(({ document }) => (isRecord(document.value) ? document.value : {}));
  const all = [value, ...values];
  return {
    value: {
      ...merge([...values.map(({ runtime: _, 'data-source-files': __, ...rest }) => rest).reverse(), value]),
      entities: mergeEntities(all.map(({ entities = {} }) => entities)),
    },
    problems: [...others.flatMap(checkRuntime), ...checkNames([first, ...others])],
  };
}

const mergeEntities = (entities: readonly unknown[]): unknown =>
  entities.find((record) => !isRecord(record)) ?? merge(entities.filter(isRecord));

const merge = (records: readonly object[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(records.flatMap((record) => Object.entries(record)));

function checkRuntime({ file, document: { value }, reference }: FilePart): Problem[] {
  if (!isRecord(value) || !('runtime' in value)) return [];
  return [warningAt(reference, `"runtime" in ${basename(file)} is ignored. Only the first file may have it.`)];
}

function checkNames(parts: readonly FilePart[]): Problem[] {
  const owners = new Map<string, string>();
  return parts.flatMap(({ file, document: { value } }) => {
    const entities = isRecord(value) && isRecord(value.entities) ? Object.keys(value.entities) : [];
    return entities.flatMap((name) => {
      const owner = owners.get(name);
      owners.set(name, owner ?? basename(file));
      if (owner === undefined) return [];
      return [errorAt(['entities', name], `Duplicate entity "${name}" in ${owner} and ${basename(file)}. Rename one.`)];
    });
  });
}
