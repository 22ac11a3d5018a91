/**
 * A procedure failed after it had ended the transaction it was called in, by COMMIT or a statement that commits, or its session was lost:
 * changes that it committed stay. The cause is the error.
 */
export class MayHaveCommitted extends Error {
  override readonly name = 'MayHaveCommitted';

  constructor(cause: unknown) {
    super('A procedure may have committed changes before it failed', { cause });
  }
}
