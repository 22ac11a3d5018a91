import {
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { Refusal } from '../base/errors.ts';
import { BigNumber } from '../base/json.ts';
import type { Variables } from './operation.ts';

/** Enough to mend a request by; more would only be noise. */
const MAX_ERRORS = 20;

/**
 * Variables as the specification coerces them, every scalar checked.
 * @throws Refusal[] one for each value that does not fit, with its place in the document
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  raw: Variables,
): { variables: Variables } | { refusals: readonly Refusal[] } {
  const settled = settleNumbers(schema, definitions, raw);
  const { coerced, errors } = getVariableValues(schema, definitions, settled, { maxErrors: MAX_ERRORS });
  return errors === undefined ? { variables: coerced } : { refusals: errors.map(toRefusal) };
}

function toRefusal(error: GraphQLError): Refusal {
  const details = error.locations === undefined ? {} : { details: { locations: error.locations } };
  return new Refusal('BadRequest', error.message, details);
}

/** GraphQL's own `Int` and `Float` know plain numbers only: big ones become such where these types stand. */
function settleNumbers(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  raw: Variables,
): Variables {
  if (!Object.values(raw).some(holdsBigNumber)) return raw;
  const settled: Record<string, unknown> = { ...raw };
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined;
    if (type !== undefined && name in raw) settled[name] = settleValue(type, raw[name]);
  }
  return settled;
}

function holdsBigNumber(value: unknown): boolean {
  if (value instanceof BigNumber) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigNumber);
}

function settleValue(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return settleValue(type.ofType, value);
  if (value instanceof BigNumber) {
    const leaf = isListType(type) ? type.ofType : type;
    return String(leaf).startsWith('Int') || String(leaf).startsWith('Float') ? Number(value.text) : value;
  }
  if (isListType(type) && Array.isArray(value)) return value.map((item) => settleValue(type.ofType, item));
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = fields[name];
      return [name, field === undefined ? member : settleValue(field.type, member)];
    }),
  );
}
