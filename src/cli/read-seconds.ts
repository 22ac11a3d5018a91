import { InvalidArgumentError } from 'commander';

/** Whole seconds, a day at most. @throws InvalidArgumentError for anything else */
export function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^[0-9]+$/.test(text) || seconds > 86_400) {
    throw new InvalidArgumentError(`Seconds are a whole number from 0 to 86400, not "${text}".`);
  }
  return seconds;
}
