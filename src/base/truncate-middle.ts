/** Maximum message length; longer messages only echo client input. */
const MAX_LENGTH = 500;

/** Truncates a message in the middle, because its end says what is wrong. */
export function truncateMiddle(message: string): string {
  if (message.length <= MAX_LENGTH) return message;
  const half = MAX_LENGTH / 2;
  return `${message.slice(0, half).toWellFormed()} … ${message.slice(-half).toWellFormed()}`;
}

/** Maximum number of list items shown in details. */
const MAX_ITEMS = 20;

/** Truncates details that may echo client input: strings in the middle, lists after their first items. */
export const shortenDetails = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shortenDetail(value)]));

function shortenDetail(value: unknown): unknown {
  if (typeof value === 'string') return truncateMiddle(value);
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(shortenDetail) : value;
}
