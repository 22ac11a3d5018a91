const DAY = 86_400_000;

/** The date so many days after 1 January 2021, as `2021-01-01`. */
export function dateAfter(days: number): string {
  return new Date(Date.UTC(2021, 0, 1) + days * DAY).toISOString().slice(0, 10);
}

/** That date with a time of day: seconds since midnight, and a fraction of up to six digits as text (`.123456`). */
export function timestampAfter(days: number, seconds: number, fraction = ''): string {
  return `${dateAfter(days)} ${new Date(seconds * 1000).toISOString().slice(11, 19)}${fraction}`;
}
