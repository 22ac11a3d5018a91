import type { ConfigPath } from '../../base/problem.ts';
import { isRecord, valueAt } from '../document/tree.ts';
import type { Tree } from './remark.ts';

/**
 * Returns the path of a member in the converted configuration. Columns and parameters have another place there.
 * @param root value of the file of Data API builder
 * @param config as converted
 */
export function convertPath(path: ConfigPath, root: unknown, config: Tree): ConfigPath {
  const [section, entity, member, key, ...rest] = path;
  if (section !== 'entities' || entity === undefined || member === undefined || key === undefined) return path;
  const inList = (list: ConfigPath, names: readonly string[], name: unknown, inItem: ConfigPath): ConfigPath => {
    const place = ['entities', entity, ...list];
    const items = valueAt(config, place);
    const index = Array.isArray(items)
      ? items.findIndex((item) => isRecord(item) && names.some((each) => item[each] === name))
      : -1;
    return index < 0 ? place : [...place, index, ...inItem];
  };
  if (member === 'mappings') return inList(['fields'], ['name'], key, rest);
  if (member === 'fields') return inList(['fields'], ['name'], valueAt(root, [...path.slice(0, 4), 'name']), rest);
  const [name, ...inItem] = rest;
  if (member !== 'source' || name === undefined) return path;
  // Key fields may be named by their alias.
  if (key === 'key-fields') return inList(['fields'], ['name', 'alias'], valueAt(root, path.slice(0, 5)), inItem);
  return key === 'parameters' && typeof name === 'string'
    ? inList(['source', 'parameters'], ['name'], name, inItem)
    : path;
}
