/** Error of a procedure that failed, or lost its session, after it may have committed changes. */
export class MayHaveCommitted extends Error {
  override readonly name = 'MayHaveCommitted';

  constructor(cause: unknown) {
    super('A procedure may have committed changes before it failed', { cause });
  }
}
