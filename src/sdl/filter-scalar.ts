import type { GraphQLScalarType } from 'graphql';
import { FilterValue } from '../odata/filter-value.ts';
import { FILTER_SCALAR } from '../scalars/scalar.ts';

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
