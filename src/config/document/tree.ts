import type { ConfigPath } from '../../base/problem.ts';

/** A copy in which every value is what `replace` makes of it, parents before their children. */
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

/** The value at a path, undefined where the path leads nowhere. */
export function valueAt(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}

/** The path that a JSON pointer names in this tree; positions in lists become numbers. */
export function pathOf(pointer: string, root: unknown): ConfigPath {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.map((key, index) => (Array.isArray(valueAt(root, keys.slice(0, index))) ? Number(key) : key));
}

/** The JSON pointer of a path. */
export function pointerOf(path: ConfigPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function isRecord(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the path leads to the place, or to a value within it. */
export const isWithin = (path: ConfigPath, place: ConfigPath): boolean =>
  place.every((key, index) => path[index] === key);
