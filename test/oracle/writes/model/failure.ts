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
 * Reason why an operation had no effect. If there are several reasons, the service may report any of them. `when` is
 * the time of the failure.
 */
export class Failure extends Error {
  readonly codes: ReadonlySet<Code>;
  readonly when: 'before the first statement' | 'during a statement' | 'at commit';

  constructor(codes: Iterable<Code>, when: Failure['when']) {
    super([...codes].join());
    this.codes = new Set(codes);
    this.when = when;
  }
}
