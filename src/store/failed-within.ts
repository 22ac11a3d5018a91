import { ApiError } from '../base/errors.ts';

export const FAILED_WITHIN =
  'A view, function, trigger, or policy in the database failed. The service log has the reason.';

/** Returns the error for a failure in the database owner's code; undefined without an SQLSTATE. */
export function failedWithin(cause: unknown, entities: readonly string[] = []): ApiError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const sqlState = sqlStateOf(cause);
  if (sqlState === undefined) return failedWithin(cause.cause, entities);
  const databaseError = { entities, sqlState, message: cause.message };
  return new ApiError('ApplicationError', FAILED_WITHIN, { cause, databaseError });
}

/** Node also uses `code`. */
function sqlStateOf(error: Error): string | undefined {
  if ('sqlState' in error && typeof error.sqlState === 'string') return error.sqlState;
  return 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}
