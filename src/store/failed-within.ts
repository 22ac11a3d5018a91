import { Refusal } from '../base/errors.ts';

export const FAILED_WITHIN = 'A function or a trigger of the database failed at this; the log tells more.';

/** The refusal for a mistake in what the owner of the database wrote; `undefined` where a database said nothing of the kind. */
export function failedWithin(cause: unknown): Refusal | undefined {
  if (!(cause instanceof Error && 'sqlState' in cause && typeof cause.sqlState === 'string')) return undefined;
  const fault = { entities: [], sqlState: cause.sqlState, message: cause.message };
  return new Refusal('ApplicationError', FAILED_WITHIN, { cause, fault });
}
