/**
 * Freezes a value and all that it holds, the values of maps too. A map's own entries are guarded by its type
 * (`ReadonlyMap`): JavaScript cannot freeze them.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(child);
  return value;
}
