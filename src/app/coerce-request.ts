import type { ApiError } from '../base/errors.ts';
import type { CallValues, Operation } from '../operation/operation.ts';
import { readOperation } from '../operation/read-operation.ts';
import { atPosition, shapeOfPosition, withCursors } from '../operation/stream-position.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan } from '../plan/shape/plan.ts';
import type { AnswerRequest } from './application.ts';
import type { Snapshot } from './snapshot.ts';

export interface CoercedRequest {
  readonly values: CallValues;
  /** Cache key, unique within the document. */
  readonly key: readonly string[];
  /** @throws ApiError for an invalid request */
  readonly operation: () => Operation;
  /** @throws ApiError for a forbidden or invalid request */
  readonly plan: () => Plan;
}

/** Part of the cache key of a request without metadata. No response key contains `-`. */
const NO_METADATA = '-';

/** @throws ApiError BadRequest if the operation name is missing or ambiguous */
export function coerceRequest(
  { schema: requestedSchema, document, operationName, variables: raw, identity, metadata, position }: AnswerRequest,
  snapshot: Pick<Snapshot, 'model' | 'operations' | 'schema' | 'restSchema'>,
): CoercedRequest | { readonly apiErrors: readonly ApiError[] } {
  const { model, operations } = snapshot;
  const schema = requestedSchema ?? snapshot.schema;
  const operation = operations.get(schema, document, operationName);
  const coerced = operation.coerce(raw);
  if ('apiErrors' in coerced) return coerced;
  const { variables } = coerced;
  const { role, claims } = identity;
  const isRest = schema === snapshot.restSchema;
  const read = (): Operation => atPosition(readOperation(schema, operation, variables, raw), position);
  return {
    values: { variables: withCursors(variables, position), claims },
    key: [
      operationName ?? '',
      role,
      metadata?.join(' ') ?? NO_METADATA,
      operation.shapeOf(variables, raw),
      shapeOfPosition(position),
    ],
    operation: read,
    plan: () => makePlan(read(), { model, role, isRest }, metadata),
  };
}
