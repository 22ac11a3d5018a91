import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { refuse } from '../base/errors.ts';
import { shorten } from '../base/shorten.ts';
import type { Counted } from '../scalars/counted.ts';
import { isStructural } from './structural.ts';
import type { ValueLimits } from './value-limits.ts';

/** One count: how many parts there still may be, and as what they count. */
interface Counting {
  left: number;
  readonly counted: Counted;
  readonly limits: ValueLimits;
}

/**
 * Holds the value of a variable against the bounds, before any other work is done on it. Nothing of it is looked at beyond its bound.
 * Whether the value fits its type is left to coercion, but for objects with more members than their type has.
 * @throws Refusal LimitExceeded, InvalidField
 */
export function checkCounts(type: GraphQLInputType, value: unknown, limits: ValueLimits): void {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    const counted = named.extensions.counted as Counted | undefined;
    if (counted !== undefined) countItems(named, value, { left: maxOf(counted, limits), counted, limits });
  } else if (isEnumType(named) && isStructural(named) && Array.isArray(value) && value.length > limits.orderTerms) {
    refuse(
      'LimitExceeded',
      `A list of fields may have ${limits.orderTerms} of them; leave out those that repeat others.`,
      {
        limit: 'order-terms',
        max: limits.orderTerms,
      },
    );
  }
}

/** One object or a list of them. Each counts as one at least, whatever is in it. */
function countItems(type: GraphQLInputObjectType, value: unknown, counting: Counting): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    const before = counting.left;
    if (counting.counted === 'rows') take(counting);
    if (isObject(item)) countMembers(type, item, counting);
    if (counting.left === before) take(counting);
  }
}

function countMembers(type: GraphQLInputObjectType, value: object, counting: Counting): void {
  const fields = type.getFields();
  const names = Object.keys(value);
  if (names.length > Object.keys(fields).length) refuseUnknown(type, names);
  for (const name of names) {
    const field = fields[name];
    if (field !== undefined) countMember(field.type, (value as Record<string, unknown>)[name], counting);
  }
}

function countMember(type: GraphQLInputType, value: unknown, counting: Counting): void {
  const { counted, limits } = counting;
  const named = getNamedType(type);
  if (!isInputObjectType(named)) {
    if (counted === 'rows') return;
    take(counting);
    if (Array.isArray(value) && value.length > limits.inValues) refuseList(value.length, limits.inValues);
  } else if (isListType(getNullableType(type))) {
    // A connective counts beside what it connects.
    if (counted === 'filter') take(counting);
    countItems(named, value, counting);
  } else if (isObject(value)) {
    if (counted === 'rows') take(counting);
    countMembers(named, value, counting);
  }
}

function take(counting: Counting): void {
  counting.left -= 1;
  if (counting.left < 0) refuseMore(counting);
}

const maxOf = (counted: Counted, { filterNodes, orderTerms, newRows }: ValueLimits): number =>
  ({ filter: filterNodes, order: orderTerms, rows: newRows })[counted];

function refuseMore({ counted, limits }: Counting): never {
  const max = maxOf(counted, limits);
  switch (counted) {
    case 'filter':
      return refuse(
        'LimitExceeded',
        `A filter may have ${max} comparisons and connectives, empty ones counted; use "in", or ask in parts.`,
        { limit: 'filter-nodes', max },
      );
    case 'order':
      return refuse('LimitExceeded', `An order may have ${max} terms; leave out those that repeat others.`, {
        limit: 'order-terms',
        max,
      });
    case 'rows':
      return refuse('LimitExceeded', `One request may create ${max} rows, nested ones counted: use several requests.`, {
        limit: 'new-rows',
        max,
      });
  }
}

const refuseList = (found: number, max: number): never =>
  refuse(
    'LimitExceeded',
    `A list of "in" or "nin" may have at most ${max} values, found ${found}; ask in several requests.`,
    { limit: 'in-values', max },
  );

function refuseUnknown(type: GraphQLInputObjectType, names: readonly string[]): never {
  const fields = type.getFields();
  const unknown = names.find((name) => fields[name] === undefined) ?? '';
  return refuse(
    'InvalidField',
    `Field "${shorten(unknown)}" is not defined by type "${type.name}", and there are more.`,
  );
}

/** A `BigNumber` is an object too; it has no members that count. */
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
