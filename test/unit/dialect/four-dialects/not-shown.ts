/** @throws Error for what the two operations do not ask of a dialect */
export function notShown(what: string): never {
  throw new Error(`${what} are no part of what is shown`);
}
