import type { AnswerRequest, Application } from '../../src/app/application.ts';
import { prepareOperation } from '../../src/operation/prepared-operation.ts';
import { readOperation } from '../../src/operation/read-operation.ts';

/** Returns the Operation of a request as JSON, with maps as objects. */
export function printOperation(
  { schema, model: { limits } }: Application,
  { document, operationName, variables: raw }: AnswerRequest,
): string {
  const prepared = prepareOperation(schema, document, operationName, limits);
  const coerced = prepared.coerce(raw);
  if ('apiErrors' in coerced) throw coerced.apiErrors[0];
  const operation = readOperation(schema, prepared, coerced.variables, raw);
  return `${JSON.stringify(operation, (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value), 2)}\n`;
}
