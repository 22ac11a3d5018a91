/** What an expression makes that no number can hold: `DOUBLE value is out of range in 'exp(7107107)'`. */
const OUT_OF_RANGE = 1690;

/**
 * Whether a statement failed at this expression, as the server prints it: the message ends with it. What others wrote may have its text, but
 * within quotes of its own.
 */
export const failedAt = (error: unknown, expression: string): boolean =>
  error instanceof Error &&
  'errno' in error &&
  error.errno === OUT_OF_RANGE &&
  error.message.endsWith(` '${expression}'`);
