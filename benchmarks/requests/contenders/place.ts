const FIRST = Date.UTC(2021, 0, 1);

/** `placed_at` of a seeded order: RFC 3339 in UTC, without the offset. */
export function placedAt(key: number): string {
  return new Date(FIRST + key * 11 * 60_000).toISOString().slice(0, 19);
}
