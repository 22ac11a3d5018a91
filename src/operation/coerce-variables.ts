import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { ApiError, throwApiError } from '../base/errors.ts';
import { truncateMiddle } from '../base/truncate-middle.ts';
import { FilterValue } from '../odata/filter-value.ts';
import type { CountedInput } from '../scalars/aggregates.ts';
import type { Variables } from './operation.ts';
import { affectsPlan } from './structural.ts';
import { withSuggestions } from './suggest-names.ts';
import type { ValueLimits } from './value-limits.ts';

const MAX_ERRORS = 20;

/**
 * Returns the coerced variables, or one error for each invalid value.
 * @throws ApiError LimitExceeded, before coercion, for variables beyond the limits
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  raw: Variables,
  limits: ValueLimits,
): { variables: Variables } | { apiErrors: readonly ApiError[] } {
  const { jsonDepth } = limits;
  if (isDeeper(raw, jsonDepth)) {
    const message = `The value exceeds the maximum depth of ${jsonDepth} levels. Pass a flatter value.`;
    throwApiError('LimitExceeded', message, { limit: 'json-depth', max: jsonDepth });
  }
  for (const { variable, type } of definitions) {
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type);
    if (Object.hasOwn(raw, name) && isInputType(inputType)) checkCounts(inputType, raw[name], limits);
  }
  const { hideNames = false } = limits;
  const options = { maxErrors: MAX_ERRORS, hideSuggestions: hideNames };
  const { coerced, errors } = getVariableValues(schema, definitions, raw, options);
  if (errors === undefined) return { variables: coerced };
  const describe = (message: string): string => withSuggestions(message, schema, hideNames);
  return { apiErrors: errors.map((error) => toApiError(error, describe)) };
}

export type CoercedVariables = ReturnType<typeof coerceVariables>;

/** Prepares a fast coercion of single values. Lists, objects, and invalid values use `coerceVariables`. */
export function createCoercion(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  limits: ValueLimits,
): (raw: Variables) => CoercedVariables {
  const coerceFully = (raw: Variables) => coerceVariables(schema, definitions, raw, limits);
  const leaves = definitions.flatMap((definition) => leafOf(schema, definition) ?? []);
  if (leaves.length < definitions.length) return coerceFully;
  return (raw) => {
    // An undeclared variable may have any depth, which only `coerceVariables` checks.
    if (Object.keys(raw).length > leaves.length) return coerceFully(raw);
    try {
      const variables: Record<string, unknown> = Object.create(null);
      for (const { name, type, required } of leaves) {
        const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
        if (value === undefined && !required && !Object.hasOwn(raw, name)) continue;
        if (value === null && !required) {
          variables[name] = null;
          continue;
        }
        const read = isPlain(value) ? type.parseValue(value) : undefined;
        if (read === undefined) return coerceFully(raw);
        variables[name] = read;
      }
      return { variables };
    } catch {
      return coerceFully(raw);
    }
  };
}

interface Leaf {
  readonly name: string;
  readonly type: GraphQLLeafType;
  readonly required: boolean;
}

/** Returns undefined unless the variable is a single value without a default. */
function leafOf(schema: GraphQLSchema, { variable, type, defaultValue }: VariableDefinitionNode): Leaf | undefined {
  const full = typeFromAST(schema, type);
  const plain = getNullableType(full);
  if (defaultValue !== undefined || !isLeafType(plain)) return undefined;
  return { name: variable.name.value, type: plain, required: isNonNullType(full) };
}

const isPlain = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || value instanceof FilterValue);

export interface ValueError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Finds an error in a value that is not a variable.
 * @param suggest true if the message may reveal other names
 */
export function findMistake(value: unknown, type: GraphQLInputType, suggest: boolean): ValueError | undefined {
  const mistakes: ValueError[] = [];
  coerceInputValue(
    value,
    type,
    (path, _value, { message }) => mistakes.push({ path, message: message.replace(QUOTED_NUMBER, '$1') }),
    !suggest,
  );
  return mistakes[0];
}

/** graphql-js prints a `BigNumber` as an object. */
const QUOTED_NUMBER = /\{ rawJSON: "([^"]*)" \}/g;

function toApiError({ message, locations }: GraphQLError, describe: (message: string) => string): ApiError {
  const details = locations === undefined ? {} : { details: { locations } };
  const code = message.includes(' is not defined by type ') ? 'InvalidField' : 'BadRequest';
  return new ApiError(code, truncateMiddle(describe(message.replace(QUOTED_NUMBER, '$1'))), details);
}

/**
 * Returns true if a value is deeper than `max`. Iterates, because recursion on deep values would overflow the stack.
 */
function isDeeper(value: unknown, max: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true;
    level = level.flatMap((item) => (hasMembers(item) ? Object.values(item) : []));
  }
  return false;
}

const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof FilterValue);

interface Budget {
  remaining: number;
  readonly counted: CountedInput;
  readonly limits: ValueLimits;
}

/**
 * Limits the number of comparisons, order terms, and rows. Also rejects an object with more members than its type has.
 * Coercion checks the types later.
 * @throws ApiError LimitExceeded, InvalidField
 */
export function checkCounts(type: GraphQLInputType, value: unknown, limits: ValueLimits): void {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    const counted = named.extensions.counted as CountedInput | undefined;
    if (counted !== undefined) countItems(named, value, { remaining: maxOf(counted, limits), counted, limits });
  } else if (isEnumType(named) && affectsPlan(named) && Array.isArray(value) && value.length > limits.orderTerms) {
    throwApiError('LimitExceeded', `The list exceeds the maximum of ${limits.orderTerms} fields. Remove duplicates.`, {
      limit: 'order-terms',
      max: limits.orderTerms,
    });
  }
}

/** Counts items. An empty object counts as one. */
function countItems(type: GraphQLInputObjectType, value: unknown, counting: Budget): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    const before = counting.remaining;
    if (counting.counted === 'rows') take(counting);
    if (isObject(item)) countMembers(type, item, counting);
    if (counting.remaining === before) take(counting);
  }
}

function countMembers(type: GraphQLInputObjectType, value: object, counting: Budget): void {
  const fields = type.getFields();
  const names = Object.keys(value);
  if (names.length > Object.keys(fields).length) rejectUnknown(type, names);
  for (const name of names) {
    const field = fields[name];
    if (field !== undefined) countMember(field.type, (value as Record<string, unknown>)[name], counting);
  }
}

function countMember(type: GraphQLInputType, value: unknown, counting: Budget): void {
  const { counted, limits } = counting;
  const named = getNamedType(type);
  if (!isInputObjectType(named)) {
    if (counted === 'rows') return;
    take(counting);
    if (Array.isArray(value) && value.length > limits.inValues) rejectList(value.length, limits.inValues);
  } else if (isListType(getNullableType(type))) {
    // A connective (`and`, `or`, `not`) counts as one, in addition to its members.
    if (counted === 'filter') take(counting);
    countItems(named, value, counting);
  } else if (isObject(value)) {
    if (counted === 'rows') take(counting);
    countMembers(named, value, counting);
  }
}

function take(counting: Budget): void {
  counting.remaining -= 1;
  if (counting.remaining < 0) rejectMore(counting);
}

const maxOf = (counted: CountedInput, { filterNodes, orderTerms, newRows }: ValueLimits): number =>
  ({ filter: filterNodes, order: orderTerms, rows: newRows })[counted];

function rejectMore({ counted, limits }: Budget): never {
  const max = maxOf(counted, limits);
  switch (counted) {
    case 'filter':
      return throwApiError(
        'LimitExceeded',
        `The filter exceeds the maximum of ${max} comparisons and connectives. Use "in", or send several requests.`,
        { limit: 'filter-nodes', max },
      );
    case 'order':
      return throwApiError('LimitExceeded', `The order exceeds the maximum of ${max} terms. Remove redundant terms.`, {
        limit: 'order-terms',
        max,
      });
    case 'rows':
      return throwApiError(
        'LimitExceeded',
        `The request exceeds the maximum of ${max} new rows, including nested rows. Send several requests.`,
        {
          limit: 'new-rows',
          max,
        },
      );
  }
}

const rejectList = (found: number, max: number): never =>
  throwApiError(
    'LimitExceeded',
    `A list of "in" or "nin" exceeds the maximum of ${max} values, found ${found}. Send several requests.`,
    { limit: 'in-values', max },
  );

function rejectUnknown(type: GraphQLInputObjectType, names: readonly string[]): never {
  const fields = type.getFields();
  const unknown = names.find((name) => fields[name] === undefined) ?? '';
  return throwApiError(
    'InvalidField',
    `Field "${truncateMiddle(unknown)}" is not defined by type "${type.name}", and there are more.`,
  );
}

/** A `BigNumber` is also an object, but its members do not count. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
