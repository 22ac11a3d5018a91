/**
 * An error with the statement as it was written, in place of what was sent: there values of clients may stand, which belong in no log, and in
 * which nobody may look for the names of tables.
 * @param text with placeholders
 */
export function withoutValues(error: unknown, text: string): unknown {
  if (error instanceof Error && 'sql' in error) error.sql = text;
  return error;
}
