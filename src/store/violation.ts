import { ApiError, type DatabaseErrorDetails, type ErrorCode } from '../base/errors.ts';

export const violations = {
  notUnique: ['Conflict', 'Another row has the same values, which must be unique.'],
  missingReference: ['ConstraintViolated', 'A referenced row does not exist.'],
  stillReferenced: ['ConstraintViolated', 'Other rows still refer to this row. Change or delete them first.'],
  brokenReference: ['ConstraintViolated', 'A referenced row does not exist, or would no longer exist.'],
  missingValue: ['ConstraintViolated', 'A required value is null.'],
  failedCheck: ['ConstraintViolated', 'A value violates a constraint of the database.'],
  excluded: ['ConstraintViolated', 'Another row has values that conflict with these.'],
  outsideView: ['ConstraintViolated', 'The row would not be visible in the view.'],
  generatedValue: ['ConstraintViolated', 'The database generates one of the values. Omit it.'],
  outOfRange: ['ConstraintViolated', 'A value is out of range for its column.'],
  tooLong: ['ConstraintViolated', 'A value is too long for its column.'],
  dividedByZero: ['BadRequest', 'A given value causes a division by zero. Use another value.'],
  malformed: ['BadRequest', 'A given value has an invalid format.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

export type ViolationKind = keyof typeof violations;

/** Contains database names, which must not reach clients. */
export interface ViolationDetails {
  readonly constraint?: string;
  /** Schema and table of the constraint or column. */
  readonly schema?: string;
  readonly table?: string;
  readonly columns?: readonly string[];
  /** True if the error occurred inside a function or trigger, possibly on another table. */
  readonly inDatabaseCode?: true;
  /** True if the error names no column or parameter. */
  readonly isOfExpression?: true;
  /** Number of rows that the statement wrote before the error, and that are not rolled back. */
  readonly remaining?: number | 'unknown';
  /** 1-based position of the parameter. */
  readonly parameter?: number;
}

export interface ErrorOrigin {
  /** Error of the driver, for the log. */
  readonly cause: unknown;
  readonly databaseError?: DatabaseErrorDetails | undefined;
}

/** A violated constraint or an invalid value. `execute/errors/translate-violation.ts` translates it to API names. */
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
