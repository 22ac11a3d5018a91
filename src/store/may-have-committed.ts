/** A procedure failed, or its session was lost, after a commit. */
export class MayHaveCommitted extends Error {
  override readonly name = 'MayHaveCommitted';

  constructor(cause: unknown) {
    super('A procedure may have committed changes before it failed', { cause });
  }
}
