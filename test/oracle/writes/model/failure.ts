/** Error codes of clients. */
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
 * Reason why an operation had no effect; if there are several, any may be reported. `when`: before a statement is sent,
 * during the transaction, or at its end.
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
