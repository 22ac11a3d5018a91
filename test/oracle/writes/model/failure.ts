/** What a client is told that something went wrong by. */
export type Code =
  | 'BadRequest'
  | 'InvalidField'
  | 'Forbidden'
  | 'ItemNotFound'
  | 'Conflict'
  | 'ConstraintViolated'
  | 'ApplicationError'
  | 'PreconditionFailed';

/**
 * Why an operation did nothing. Where several things are wrong at once, any of them may be told.
 * `when`: before anything is sent to the database, in the middle, or when the transaction ends.
 */
export class Failure extends Error {
  readonly codes: ReadonlySet<Code>;
  readonly when: 'before' | 'within' | 'at the end';

  constructor(codes: Iterable<Code>, when: Failure['when']) {
    super([...codes].join());
    this.codes = new Set(codes);
    this.when = when;
  }
}
