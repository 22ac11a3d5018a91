import type { ConfigPath } from '../../base/problem.ts';

export function mapTree(
  value: unknown,
  replace: (value: unknown, path: ConfigPath) => unknown,
  path: ConfigPath = [],
): unknown {
  const replaced = replace(value, path);
  if (Array.isArray(replaced)) return replaced.map((item, index) => mapTree(item, replace, [...path, index]));
  if (!isRecord(replaced)) return replaced;
  return Object.fromEntries(
    Object.entries(replaced).map(([key, child]) => [key, mapTree(child, replace, [...path, key])]),
  );
}

export function valueAt(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

export function pathOf(pointer: string, root: unknown): ConfigPath {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.map((key, index) => (Array.isArray(valueAt(root, keys.slice(0, index))) ? Number(key) : key));
}

export function pointerOf(path: ConfigPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isRecord(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isWithin = (path: ConfigPath, place: ConfigPath): boolean =>
  place.every((key, index) => path[index] === key);

const COLUMNS = ['source.fields', 'target.fields', 'linking.source.fields', 'linking.target.fields'];

/** Removes empty field lists written by tools. Keeps an empty `include`, without which a role would have all fields. */
export function dropEmptyLists(root: unknown): unknown {
  return changeMember(root, 'entities', (entities) => eachOf(entities, dropInEntity));
}

function dropInEntity(entity: unknown): unknown {
  const inSource = changeMember(entity, 'source', (source) => without(source, ['key-fields', 'parameters']));
  const inExpose = changeMember(inSource, 'expose', (expose) => without(expose, ['exclude']));
  const inAll = changeMember(inExpose, 'relationships', (relationships) =>
    eachOf(relationships, (relationship) => without(relationship, COLUMNS)),
  );
  return without(inAll, ['fields', 'mappings', 'search', 'expose', 'relationships']);
}

const changeMember = (map: unknown, key: string, change: (value: unknown) => unknown): unknown =>
  isRecord(map) && key in map ? { ...map, [key]: change(map[key]) } : map;

const eachOf = (map: unknown, change: (value: unknown) => unknown): unknown =>
  isRecord(map) ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)])) : map;

const without = (map: unknown, keys: readonly string[]): unknown =>
  isRecord(map)
    ? Object.fromEntries(Object.entries(map).filter(([key, value]) => !keys.includes(key) || !isEmpty(value)))
    : map;

const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.entries(value).length === 0);

export function readFlag(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}
