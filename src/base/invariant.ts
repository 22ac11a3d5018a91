/** A condition that only a fault of ours can break; a client sees `Internal`. @throws Error when it does not hold */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}

/** Marks a branch that the types say cannot be reached. @throws Error, always */
export function assertNever(value: never): never {
  throw new Error(`Unexpected variant: ${JSON.stringify(value)}`);
}
