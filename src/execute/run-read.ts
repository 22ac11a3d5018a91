import { ApiError } from '../base/errors.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { ReadRequest } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import type { ReadValues, SessionReadRequest } from './admission/session-request.ts';
import { asPrivilegeChange, attributeToExpression, attributeToRoutine } from './errors/attribute-error.ts';
import { invalidValueError } from './errors/invalid-value-error.ts';
import { isTimeout } from './errors/to-api-error.ts';
import { hasTypeChanged, translateViolation } from './errors/translate-violation.ts';
import type { ExecutionContext } from './execution-context.ts';
import { runPlainRead, runRequest } from './run-request.ts';

/**
 * @throws ApiError for the database's error; OutcomeUnknown for a read that calls a function; DatabaseTimeout if the
 * statement exceeds its limit
 */
export function runRead(read: SessionReadRequest, context: ExecutionContext): Promise<ReadValues> {
  const { limit, bound } = read;
  const values = runUnlimited(read, context);
  if (limit === undefined) return values;
  if (bound.request.calls)
    return values.catch((error) => Promise.reject((isTimeout(error) && limit.apiError) || error));
  return new Promise((resolve, reject) => {
    limit.onExceeded = reject;
    values.then(resolve, reject);
  });
}

function runUnlimited(read: SessionReadRequest, context: ExecutionContext): Promise<ReadValues> {
  const { admissions, pipeline, model } = context;
  const { request } = read.bound;
  if (request.calls) {
    return admissions.changes
      .run(() => runRequest(read.bound, read, context), read)
      .catch((error) => {
        // A function may have changed rows of any entity.
        throw translateViolation(attributeToRoutine(error), model, { changed: [], slots: request.slots });
      });
  }
  const values = pipeline?.run(read) ?? admissions.reads.run(() => runPlainRead(read, context), read);
  return values.catch((error) => {
    const statement = { entities: read.entities, slots: request.slots, values: read.bound.values, isRead: true };
    return rejectInvalidValue(
      asPrivilegeChange(attributeToExpression(error, statement, model), read.entities),
      request,
    );
  });
}

/** An out-of-range number comes from the client, or is a floating-point sum. */
function rejectInvalidValue(error: unknown, { slots }: ReadRequest): never {
  if (error instanceof Violation) {
    const valueError = invalidValueError(error, slots);
    if (valueError !== undefined) throw valueError;
    if (error.kind === 'malformed' && hasTypeChanged(error, slots)) throw schemaChanged(error.cause);
  }
  if (!(error instanceof ApiError) || error.code !== 'ConstraintViolated') throw error;
  throw new ApiError(
    'BadRequest',
    'A number of the request, or a sum of floating-point numbers, is out of range. Use a smaller number, or sum fewer rows.',
    { cause: error, databaseError: error.databaseError },
  );
}
