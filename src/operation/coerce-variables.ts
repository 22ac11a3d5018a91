import { type GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql';
import { Refusal } from '../base/errors.ts';
import type { Variables } from './operation.ts';

/** Enough to mend a request by; more would only be noise. */
const MAX_ERRORS = 20;

/** Variables as the specification coerces them, every scalar checked; or one refusal for each value that does not fit. */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  raw: Variables,
): { variables: Variables } | { refusals: readonly Refusal[] } {
  const { coerced, errors } = getVariableValues(schema, definitions, raw, { maxErrors: MAX_ERRORS });
  return errors === undefined ? { variables: coerced } : { refusals: errors.map(toRefusal) };
}

function toRefusal(error: GraphQLError): Refusal {
  const details = error.locations === undefined ? {} : { details: { locations: error.locations } };
  return new Refusal('BadRequest', error.message, details);
}
