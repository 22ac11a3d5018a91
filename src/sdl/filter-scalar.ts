import { GraphQLScalarType } from 'graphql';
import { FilterValue } from '../odata/filter-value.ts';

/** The name of the scalar that takes a `$filter`. */
export const FILTER_SCALAR = 'ODataFilter';

/** A `$filter` that was parsed already, which only a variable can be. */
export const filterScalar = new GraphQLScalarType({
  name: FILTER_SCALAR,
  description: 'A condition of `$filter`.',
  extensions: { expression: true },
  serialize: (value) => value,
  parseValue: (value) => {
    if (value instanceof FilterValue) return value;
    throw new Error(`${FILTER_SCALAR} must be a parsed $filter`);
  },
  parseLiteral: () => {
    throw new Error(`${FILTER_SCALAR} must be a variable`);
  },
});
