/**
 * A procedure failed, or its session was lost, after it ended its transaction with COMMIT or an implicit commit.
 * Committed changes persist. The cause is the original error.
 */
export class MayHaveCommitted extends Error {
  override readonly name = 'MayHaveCommitted';

  constructor(cause: unknown) {
    super('A procedure may have committed changes before it failed', { cause });
  }
}
