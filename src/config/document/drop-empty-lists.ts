import { isRecord } from './tree.ts';

/** Columns of a relationship, in the longer spelling. */
const COLUMNS = ['source.fields', 'target.fields', 'linking.source.fields', 'linking.target.fields'];

/**
 * A configuration without its empty lists of fields, which tools write where nothing was given. An empty `include` stays: without it, a
 * role that should have no field would have all.
 */
export function dropEmptyLists(root: unknown): unknown {
  return changed(root, 'entities', (entities) => eachOf(entities, dropInEntity));
}

function dropInEntity(entity: unknown): unknown {
  const inSource = changed(entity, 'source', (source) => without(source, ['key-fields', 'parameters']));
  const inExpose = changed(inSource, 'expose', (expose) => without(expose, ['exclude']));
  const inAll = changed(inExpose, 'relationships', (all) => eachOf(all, (one) => without(one, COLUMNS)));
  return without(inAll, ['fields', 'mappings', 'search', 'expose', 'relationships']);
}

/** A map with one of its values changed, if it has that key. */
const changed = (map: unknown, key: string, change: (value: unknown) => unknown): unknown =>
  isRecord(map) && key in map ? { ...map, [key]: change(map[key]) } : map;

const eachOf = (map: unknown, change: (value: unknown) => unknown): unknown =>
  isRecord(map) ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)])) : map;

/** A map without those of these keys that hold an empty list. */
const without = (map: unknown, keys: readonly string[]): unknown =>
  isRecord(map)
    ? Object.fromEntries(Object.entries(map).filter(([key, value]) => !keys.includes(key) || !isEmpty(value)))
    : map;

const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.entries(value).length === 0);
