import { ApiError, type DatabaseErrorDetails, type ErrorCode } from '../base/errors.ts';

/** Messages contain no database names. */
export const violations = {
  notUnique: ['Conflict', 'Another row has the same values, which have to be unique.'],
  missingReference: ['ConstraintViolated', 'A row that is referred to does not exist.'],
  stillReferred: ['ConstraintViolated', 'Other rows still refer to this one; change or delete those first.'],
  brokenReference: ['ConstraintViolated', 'A row that is referred to is missing, or would be missing afterwards.'],
  missingValue: ['ConstraintViolated', 'A value is missing that must not be null.'],
  failedCheck: ['ConstraintViolated', 'A value breaks a rule of the database.'],
  excluded: ['ConstraintViolated', 'Another row has values that these must not go together with.'],
  outsideView: ['ConstraintViolated', 'The row would not be one of the view afterwards.'],
  filledByDatabase: ['ConstraintViolated', 'The database itself fills a value that was given; leave it out.'],
  outOfRange: ['ConstraintViolated', 'A value is beyond the range of its column.'],
  tooLong: ['ConstraintViolated', 'A value is longer than its column allows.'],
  dividedByZero: ['BadRequest', 'The database divided by zero for a value that was given; give another one.'],
  malformed: ['BadRequest', 'The database cannot work with a value that was given; check its form.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

export type ViolationKind = keyof typeof violations;

/** Contains database names, which must not reach clients. */
export interface ViolationDetails {
  readonly constraint?: string;
  /** Table of the constraint or column. */
  readonly schema?: string;
  readonly table?: string;
  readonly columns?: readonly string[];
  /** True if a function or trigger caused it, possibly on another table. */
  readonly within?: true;
  /** True without a named column or parameter: an expression of the statement or a trigger failed. */
  readonly isOfExpression?: true;
  /** 1-based position. */
  readonly parameter?: number;
}

export interface ErrorOrigin {
  /** For the log. */
  readonly cause: unknown;
  readonly databaseError?: DatabaseErrorDetails | undefined;
}

/** `execute/translate-violation.ts` translates it to API names. */
export class Violation extends ApiError {
  readonly kind: ViolationKind;
  readonly violated: ViolationDetails;

  constructor(kind: ViolationKind, violated: ViolationDetails, { cause, databaseError }: ErrorOrigin) {
    const [code, message] = violations[kind];
    super(code, message, { cause, databaseError });
    this.kind = kind;
    this.violated = violated;
  }
}
