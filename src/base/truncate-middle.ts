const MAX_LENGTH = 500;

/** Removes the middle of a long message. The end usually states the problem. */
export function truncateMiddle(message: string): string {
  if (message.length <= MAX_LENGTH) return message;
  const half = MAX_LENGTH / 2;
  return `${message.slice(0, half).toWellFormed()} … ${message.slice(-half).toWellFormed()}`;
}

const MAX_ITEMS = 20;

export const shortenDetails = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shortenDetail(value)]));

function shortenDetail(value: unknown): unknown {
  if (typeof value === 'string') return truncateMiddle(value);
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(shortenDetail) : value;
}
