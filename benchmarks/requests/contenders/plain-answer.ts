/** Numbers that some answer as text, with or without zeros at the end. */
const NUMBERS = new Set(['total', 'price', 'sum', 'count', 'totalCount']);

/**
 * An answer in the one form in which answers are compared: numbers are numbers, points in time are milliseconds since 1970,
 * and of a cursor, which each server makes in its own way, only whether there is one.
 */
export function plainAnswer(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plainAnswer(item));
  if (key === 'endCursor') return value !== null && value !== undefined;
  if (key === 'placed_at') return Date.parse(String(value));
  if (NUMBERS.has(key)) return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainAnswer(member, name)]));
}

/** What stands at a path in JSON; undefined where there is nothing. */
export function pick(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}
