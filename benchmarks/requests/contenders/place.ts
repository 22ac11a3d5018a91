const FIRST = Date.UTC(2021, 0, 1);

/** When the order with this number was placed, as the seed has it; RFC 3339 in UTC, without the zone. */
export function placedAt(key: number): string {
  return new Date(FIRST + key * 11 * 60_000).toISOString().slice(0, 19);
}
