/** Characters of a message. A longer one only repeats what was sent. */
const MAX_LENGTH = 500;

/** A message that may quote what a client sent. It is cut in the middle, since its end says what is wrong. */
export function truncateMiddle(message: string): string {
  if (message.length <= MAX_LENGTH) return message;
  const half = MAX_LENGTH / 2;
  return `${message.slice(0, half).toWellFormed()} … ${message.slice(-half).toWellFormed()}`;
}

/** Items of a list among details that are shown. */
const MAX_ITEMS = 20;

/** Details that may repeat what a client sent. Texts are cut as messages are, lists after their first items. */
export const shortenDetails = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, shortenDetail(value)]));

function shortenDetail(value: unknown): unknown {
  if (typeof value === 'string') return truncateMiddle(value);
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS).map(shortenDetail) : value;
}
