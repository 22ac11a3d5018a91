const DAY = 86_400_000;

/** Returns the date this many days after January 1, 2021, as `2021-01-01`. */
export function dateAfter(days: number): string {
  return new Date(Date.UTC(2021, 0, 1) + days * DAY).toISOString().slice(0, 10);
}

/**
 * Returns that date with a time of day.
 * @param seconds seconds since midnight
 * @param fraction up to six fractional digits, such as `.123456`
 */
export function timestampAfter(days: number, seconds: number, fraction = ''): string {
  return `${dateAfter(days)} ${new Date(seconds * 1000).toISOString().slice(11, 19)}${fraction}`;
}
