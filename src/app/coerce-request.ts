import type { Refusal } from '../base/errors.ts';
import type { CallValues } from '../operation/operation.ts';
import { readOperation } from '../operation/read-operation.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan } from '../plan/shape/plan.ts';
import type { AnswerRequest } from './application.ts';
import type { Snapshot } from './snapshot.ts';

/** A request, read up to the point where its Script is found, or planned. */
export interface CoercedRequest {
  readonly values: CallValues;
  /** Names the script among those of its document: equal parts, equal script. */
  readonly key: readonly string[];
  /** @throws Refusal for what the request may not ask */
  readonly plan: () => Plan;
}

/** Stands for an answer as one text; no list of response keys is written so. */
const WHOLE = '-';

/** Reads a request's operation and variables. @throws Refusal BadRequest when the name does not tell which operation to run */
export function coerceRequest(
  { schema: asked, document, operationName, variables: raw, identity, apart }: AnswerRequest,
  parts: Pick<Snapshot, 'model' | 'operations' | 'schema' | 'restSchema'>,
): CoercedRequest | { readonly refusals: readonly Refusal[] } {
  const { model, operations } = parts;
  const schema = asked ?? parts.schema;
  const operation = operations.get(schema, document, operationName);
  const coerced = operation.coerce(raw);
  if ('refusals' in coerced) return coerced;
  const { variables } = coerced;
  const { role, claims } = identity;
  const isRest = schema === parts.restSchema;
  return {
    values: { variables, claims },
    key: [operationName ?? '', role, apart?.join(' ') ?? WHOLE, operation.shapeOf(variables, raw)],
    plan: () => makePlan(readOperation(schema, operation, variables, raw), { model, role, isRest }, apart),
  };
}
