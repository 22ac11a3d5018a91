import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getVariableValues,
  type VariableDefinitionNode,
} from 'graphql';
import { Refusal } from '../base/errors.ts';
import { shorten } from '../base/shorten.ts';
import { FilterValue } from '../odata/filter-value.ts';
import type { Variables } from './operation.ts';

/** Enough to mend a request by; more would only be noise. */
const MAX_ERRORS = 20;

/** Levels of objects and lists: far more than a filter within its bound of nodes has, far less than a stack. */
const MAX_DEPTH = 500;

/** Variables as the specification coerces them, every scalar checked; or one refusal for each value that does not fit. */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  raw: Variables,
): { variables: Variables } | { refusals: readonly Refusal[] } {
  if (isDeeper(raw, MAX_DEPTH)) {
    const message = `Values may be ${MAX_DEPTH} levels deep at most; make them flatter.`;
    return { refusals: [new Refusal('LimitExceeded', message, { details: { limit: 'variables', max: MAX_DEPTH } })] };
  }
  const { coerced, errors } = getVariableValues(schema, definitions, raw, { maxErrors: MAX_ERRORS });
  return errors === undefined ? { variables: coerced } : { refusals: errors.map(toRefusal) };
}

/** What is wrong with a value of a type, as coercion finds it first, and where in the value. */
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Looks for a mistake in a value that is no variable. @param suggest whether names that were not given may be told */
export function findMistake(value: unknown, type: GraphQLInputType, suggest: boolean): Mistake | undefined {
  const mistakes: Mistake[] = [];
  coerceInputValue(
    value,
    type,
    (path, _value, { message }) => mistakes.push({ path, message: message.replace(QUOTED_NUMBER, '$1') }),
    !suggest,
  );
  return mistakes[0];
}

/** graphql-js quotes a number that kept its digits as the object that it is. */
const QUOTED_NUMBER = /\{ rawJSON: "([^"]*)" \}/g;

function toRefusal({ message, locations }: GraphQLError): Refusal {
  const details = locations === undefined ? {} : { details: { locations } };
  const code = message.includes(' is not defined by type ') ? 'InvalidField' : 'BadRequest';
  return new Refusal(code, shorten(message.replace(QUOTED_NUMBER, '$1')), details);
}

/** Looks level by level, as deep values would be too much for a stack. */
function isDeeper(value: unknown, max: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap((item) => (hasMembers(item) ? Object.values(item) : []));
  }
  return false;
}

/** A `$filter` that was parsed is as deep as its parser allows. */
const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof FilterValue);
