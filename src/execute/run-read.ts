import { ApiError } from '../base/errors.ts';
import type { PlanReader } from '../store/driver.ts';
import { runOne } from '../store/run-one.ts';
import { schemaChanged } from '../store/schema-changed.ts';
import type { ReadRequest } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import { cancellable } from './admission/cancellable.ts';
import type { ReadValues, SessionReadRequest } from './admission/session-request.ts';
import { asPrivilegeChange, attributeToExpression, attributeToRoutine } from './errors/attribute-error.ts';
import { invalidValueError } from './errors/invalid-value-error.ts';
import { isTimeout, toApiError } from './errors/to-api-error.ts';
import { hasTypeChanged, translateViolation } from './errors/translate-violation.ts';
import type { ExecutionContext } from './execution-context.ts';
import { runPlainRead, runRequest, toBoundStatement } from './run-request.ts';

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

/**
 * Returns the database's plan of a read, in the queue and with the limits of the read itself. The read never runs.
 * @throws ApiError for a full queue, a timeout, or the database's error; otherwise the error of the driver
 */
export function explainRead(
  read: SessionReadRequest,
  plans: PlanReader,
  context: Pick<ExecutionContext, 'driver' | 'admissions' | 'maxBytes'>,
): Promise<string> {
  const { driver, admissions } = context;
  const statement = plans.planQuery(toBoundStatement(read.bound, context));
  return admissions.reads.run(async () => {
    try {
      const result = await driver.reads.use((session) => cancellable(session, read, () => runOne(session, statement)));
      return plans.readPlan(result);
    } catch (error) {
      throw read.limit?.apiError ?? toApiError(error, driver);
    }
  }, read);
}
