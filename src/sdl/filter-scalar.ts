import type { GraphQLScalarType } from 'graphql';
import { FilterValue } from '../odata/filter-value.ts';

/** The name of the scalar that takes a `$filter`. */
export const FILTER_SCALAR = 'ODataFilter';

/** The scalar takes a `FilterValue`, which only a variable can be. */
export const filterParsers: Pick<GraphQLScalarType, 'serialize' | 'parseValue' | 'parseLiteral' | 'extensions'> = {
  extensions: { expression: true },
  serialize: (value) => value,
  parseValue: (value) => {
    if (value instanceof FilterValue) return value;
    throw new Error(`${FILTER_SCALAR} must be a parsed $filter`);
  },
  parseLiteral: () => {
    throw new Error(`${FILTER_SCALAR} must be a variable`);
  },
};
