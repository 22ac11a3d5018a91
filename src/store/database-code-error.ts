import { ApiError } from '../base/errors.ts';

export const DATABASE_CODE_FAILED =
  'A view, function, trigger, or policy in the database failed. The service log has the reason.';

/** Returns the error for a failure in the database owner's code; undefined without an SQLSTATE. */
export function databaseCodeError(cause: unknown, entities: readonly string[] = []): ApiError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const sqlState = sqlStateOf(cause);
  if (sqlState === undefined) return databaseCodeError(cause.cause, entities);
  const databaseError = { entities, sqlState, message: cause.message };
  return new ApiError('ApplicationError', DATABASE_CODE_FAILED, { cause, databaseError });
}

/** Returns the SQLSTATE of an error. A `code` must look like an SQLSTATE, because Node.js also sets `code`. */
function sqlStateOf(error: Error): string | undefined {
  if ('sqlState' in error && typeof error.sqlState === 'string') return error.sqlState;
  return 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}
