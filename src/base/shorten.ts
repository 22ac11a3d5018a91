/** Characters of a message. What is longer only repeats what was sent. */
const MAX_LENGTH = 500;

/** A message that may quote what a client sent, cut in the middle: its end says what is wrong. */
export function shorten(message: string): string {
  if (message.length <= MAX_LENGTH) return message;
  const half = MAX_LENGTH / 2;
  return `${message.slice(0, half).toWellFormed()} … ${message.slice(-half).toWellFormed()}`;
}
