/** `DOUBLE value is out of range in 'exp(7107107)'` */
const OUT_OF_RANGE = 1690;

/** Returns the out-of-range expression that an error names, as the server prints it. */
export const expressionOutOfRange = (error: unknown): string | undefined =>
  error instanceof Error && 'errno' in error && error.errno === OUT_OF_RANGE
    ? /^\w+(?: \w+)? value is out of range in '(.*)'$/s.exec(error.message)?.[1]
    : undefined;

/**
 * Returns true if this expression caused the error. Values of clients cannot imitate it, because the server prints them
 * as quoted strings.
 */
export const isRaisedBy = (error: unknown, expression: string): boolean => expressionOutOfRange(error) === expression;
