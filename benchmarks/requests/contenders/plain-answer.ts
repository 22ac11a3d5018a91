/** Some servers return these numbers as strings, or with trailing zeros. */
const NUMBERS = new Set(['total', 'price', 'sum', 'count', 'totalCount']);

/**
 * Normalizes a response for comparison: numbers, timestamps in epoch milliseconds, and only the presence of a cursor,
 * because its format is server-specific.
 */
export function plainAnswer(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plainAnswer(item));
  if (key === 'endCursor') return value !== null && value !== undefined;
  if (key === 'placed_at') return Date.parse(String(value));
  if (NUMBERS.has(key)) return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainAnswer(member, name)]));
}

export function pick(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}
