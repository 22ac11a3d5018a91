import { Approximate } from './naive/aggregate.ts';
import { JsonValue } from './naive/entity.ts';
import { Digits } from './naive/exact-json.ts';
import { isSameJson } from './naive/json.ts';
import { Cursor } from './naive/scalars.ts';

/**
 * Returns the first difference, or undefined. Numbers with preserved digits must be identical, floats equal; of cursors
 * only the presence counts.
 * @param actual from `parseExactJson`
 */
export function findDifference(expected: unknown, actual: unknown, path = 'data'): string | undefined {
  if (isSame(expected, actual)) return undefined;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return `${path}: ${expected.length} expected, ${actual.length} found`;
    return firstOf(expected, (member, index) => findDifference(member, actual[index], `${path}[${index}]`));
  }
  if (isObject(expected) && isObject(actual)) {
    const [keys, found] = [Object.keys(expected), Object.keys(actual)];
    if (keys.join() !== found.join()) return `${path}: keys ${keys.join()} expected, ${found.join()} found`;
    return firstOf(keys, (key) => findDifference(expected[key], actual[key], `${path}.${key}`));
  }
  return `${path}: ${show(expected)} expected, ${show(actual)} found`;
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (expected instanceof Cursor) return typeof actual === 'string';
  if (expected instanceof JsonValue) return isSameJson(expected.content, actual);
  if (expected instanceof Digits) return actual instanceof Digits && expected.text === actual.text;
  if (expected instanceof Approximate) {
    return actual instanceof Digits && Math.abs(Number(actual.text) - expected.value) <= expected.tolerance;
  }
  if (typeof expected === 'number') return actual instanceof Digits && Number(actual.text) === expected;
  return expected === actual;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  ![Cursor, JsonValue, Digits, Approximate].some((type) => value instanceof type);

function firstOf<T>(items: readonly T[], find: (item: T, index: number) => string | undefined): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function show(value: unknown): string {
  if (value instanceof Digits) return value.text;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
