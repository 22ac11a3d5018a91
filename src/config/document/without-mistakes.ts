import type { ConfigPath, Problem } from '../../base/problem.ts';
import type { ConfigFile } from '../schema/config-schema.ts';
import { isRecord, pathOf, pointerOf, valueAt } from './tree.ts';
import { findShapeErrors } from './validate-shape.ts';

const NAMING_DATABASE = ['database-type', 'connection-string', 'embedded', 'tls'];

/**
 * Returns the valid part of a configuration, to check it against the database. Undefined if the database is unknown or
 * nothing is valid. Removes the smallest part that encloses a mistake, and relationships to removed entities.
 */
export function withoutMistakes(draft: unknown, problems: readonly Problem[]): ConfigFile | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ path }) => path);
  if (errors.some(hidesDatabase)) return undefined;
  // An error at the path of a whole entity, such as a duplicate name, does not remove the entity.
  let remaining = removeAll(
    draft,
    errors.filter((path) => path.length > 2 || path[0] !== 'entities').map((path) => smallestPartOf(path, draft)),
  );
  for (let shapeErrors = findShapeErrors(remaining); shapeErrors.length > 0; shapeErrors = findShapeErrors(remaining)) {
    const places = shapeErrors.map(({ instancePath, keyword, params }) => {
      const place = pathOf(instancePath, remaining);
      return smallestPartOf(
        keyword === 'additionalProperties' ? [...place, String(params.additionalProperty)] : place,
        remaining,
      );
    });
    if (places.some((place) => place.length < 2 || place[0] === 'data-source')) return undefined;
    remaining = removeAll(remaining, places);
  }
  return withoutDeadEnds(
    remaining,
    namesIn(draft).filter((name) => !namesIn(remaining).includes(name)),
  ) as ConfigFile;
}

const hidesDatabase = ([root, key]: ConfigPath): boolean =>
  root === undefined ||
  root === 'data-source-files' ||
  (root === 'data-source' && (key === undefined || NAMING_DATABASE.includes(String(key))));

/**
 * Returns the path of the wrong value, or of the parent of a missing value. Returns the path of the relationship for a
 * mistake in a relationship.
 */
function smallestPartOf(path: ConfigPath, root: unknown): ConfigPath {
  if (path[0] === 'entities' && path[2] === 'relationships') return path.slice(0, 4);
  return path.length > 1 && !exists(path, root) ? path.slice(0, -1) : path;
}

function exists(path: ConfigPath, root: unknown): boolean {
  const parent = valueAt(root, path.slice(0, -1));
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, path.at(-1) ?? '');
}

function removeAll(root: unknown, places: readonly ConfigPath[]): unknown {
  const removed = new Set(places.map(pointerOf));
  const copy = (value: unknown, path: ConfigPath): unknown => {
    const entries = (members: readonly (readonly [string | number, unknown])[]) =>
      members.flatMap(([key, child]) => {
        const place = [...path, key];
        return child === undefined || removed.has(pointerOf(place)) ? [] : [[key, copy(child, place)] as const];
      });
    if (Array.isArray(value)) return entries([...value.entries()]).map(([, child]) => child);
    return isRecord(value) ? Object.fromEntries(entries(Object.entries(value))) : value;
  };
  return copy(root, []);
}

const namesIn = (root: unknown): readonly string[] => Object.keys(valueAt(root, ['entities']) ?? {});

function withoutDeadEnds(root: unknown, removedEntities: readonly string[]): unknown {
  if (removedEntities.length === 0) return root;
  const places = namesIn(root).flatMap((name) => {
    const relationships = valueAt(root, ['entities', name, 'relationships']);
    const entries = Object.entries(isRecord(relationships) ? relationships : {});
    return entries
      .filter(([, relationship]) => textsIn(relationship).some((text) => removedEntities.includes(text)))
      .map(([key]) => ['entities', name, 'relationships', key]);
  });
  return removeAll(root, places);
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : isRecord(value) ? Object.values(value).flatMap(textsIn) : [];

export function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const reported = new Set<string>();
  return problems.filter(({ path, message }) => {
    const key = `${pointerOf(path)} ${message}`;
    if (reported.has(key)) return false;
    reported.add(key);
    return true;
  });
}

/** Appends later problems, except at paths that already have an error. */
export function withLaterProblems(problems: readonly Problem[], later: readonly Problem[]): readonly Problem[] {
  const reported = new Set(problems.filter(({ severity }) => severity === 'error').map(({ path }) => pointerOf(path)));
  return withoutRepeats([...problems, ...later.filter(({ path }) => !reported.has(pointerOf(path)))]);
}
