import { InvalidArgumentError } from 'commander';

/** A TCP port, 0 for any free one. @throws InvalidArgumentError for anything else */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError(`A port is a number from 0 to 65535, not "${text}".`);
  }
  return port;
}
