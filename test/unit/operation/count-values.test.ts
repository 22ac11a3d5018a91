import { type GraphQLInputType, isInputType, parseType, typeFromAST } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { checkCounts } from '../../../src/operation/coerce-variables.ts';
import { limits, schema } from './prepare.ts';

function typeOf(text: string): GraphQLInputType {
  const type = typeFromAST(schema, parseType(text));
  if (!isInputType(type)) throw new Error(`${text} is not an input type.`);
  return type;
}

/** Returns the name of the exceeded limit, or undefined. */
function exceeded(type: string, value: unknown): unknown {
  const small = { ...limits, filterNodes: 4, orderTerms: 3, newRows: 3, inValues: 5 };
  try {
    checkCounts(typeOf(type), value, small);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.details?.limit ?? error.code;
    throw error;
  }
}

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe('a filter value', () => {
  const comparison = { id: { eq: 1 } };

  it.each([
    [
      'comparisons of one field',
      { id: { eq: 1, neq: 2, lt: 3, gt: 4 } },
      { id: { eq: 1, neq: 2, lt: 3, gt: 4, lte: 5 } },
    ],
    [
      'comparisons of several fields',
      { id: { eq: 1 }, priority: { eq: 1, lt: 2, gt: 3 } },
      { id: { eq: 1, lt: 1 }, priority: { eq: 1, lt: 2, gt: 3 } },
    ],
    ['connectives and their members', { or: times(3, comparison) }, { or: times(4, comparison) }],
    ['empty members of a connective', { and: times(3, {}) }, { and: times(4, {}) }],
    ['members that are null', { and: times(3, null) }, { and: times(4, null) }],
    [
      'connectives without members',
      { and: [{ and: [{ and: [] }] }] },
      { and: [{ and: [{ and: [{ and: [{ and: [] }] }] }] }] },
    ],
    [
      'conditions behind a relationship',
      { customer: { id: { eq: 1, lt: 2, gt: 3, neq: 4 } } },
      { customer: { id: { eq: 1, lt: 2, gt: 3, neq: 4, lte: 5 } } },
    ],
  ])('is limited in size: %s', (_name, within, beyond) => {
    expect([exceeded('OrderFilterInput', within), exceeded('OrderFilterInput', beyond)]).toEqual([
      undefined,
      'filter-nodes',
    ]);
  });

  it('is limited in the number of values of one list', () => {
    expect(exceeded('OrderFilterInput', { id: { in: times(5, 1) } })).toBeUndefined();
    expect(exceeded('OrderFilterInput', { id: { in: times(6, 1) } })).toBe('in-values');
  });

  it('counts values of a wrong type as far as possible', () => {
    expect(exceeded('OrderFilterInput', 'text')).toBeUndefined();
    expect(exceeded('OrderFilterInput', { id: 7, or: 'text' })).toBeUndefined();
    expect(exceeded('OrderFilterInput', { or: { or: { or: { or: { or: {} } } } } })).toBe('filter-nodes');
  });

  it('with more members than its type is rejected for an unknown name', () => {
    const members = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`unknown${index}`, {}]));
    expect(exceeded('OrderFilterInput', members)).toBe('InvalidField');
  });
});

describe('an order value', () => {
  it.each([
    ['terms in one list', times(3, { id: 'ASC' }), times(4, { id: 'ASC' })],
    [
      'terms in one object',
      { id: 'ASC', total: 'ASC', gift: 'ASC' },
      { id: 'ASC', total: 'ASC', gift: 'ASC', status: 'ASC' },
    ],
    ['objects without terms', times(3, {}), times(4, {})],
    [
      'terms behind a relationship',
      { customer: { id: 'ASC', name: 'ASC', email: 'ASC' } },
      { customer: { id: 'ASC', name: 'ASC', email: 'ASC', phone: 'ASC' } },
    ],
  ])('is limited in size: %s', (_name, within, beyond) => {
    expect([exceeded('[OrderOrderByInput!]', within), exceeded('[OrderOrderByInput!]', beyond)]).toEqual([
      undefined,
      'order-terms',
    ]);
  });

  it('of groups is limited in the number of fields', () => {
    expect(exceeded('[OrderScalarFields!]', times(3, 'id'))).toBeUndefined();
    expect(exceeded('[OrderScalarFields!]', times(4, 'id'))).toBe('order-terms');
  });
});

describe('new rows in a mutation', () => {
  it.each([
    ['consecutive rows', times(3, {}), times(4, {})],
    ['rows with children', [{ orderDetails: [{}, {}] }], [{ orderDetails: [{}, {}, {}] }]],
    ['a row with its parent', [{ customer: {} }, {}], [{ customer: {} }, { customer: {} }]],
  ])('are limited in number: %s', (_name, within, beyond) => {
    expect([exceeded('[CreateOrderInput!]', within), exceeded('[CreateOrderInput!]', beyond)]).toEqual([
      undefined,
      'new-rows',
    ]);
  });

  it('may have any number of fields', () => {
    const full = { reference: 'a', customer_id: 1, status: 'PAID', gift: true, comment: 'b', total: 1, priority: 2 };
    expect(exceeded('CreateOrderInput', full)).toBeUndefined();
  });
});

it('lists and JSON outside filters are not counted', () => {
  expect(exceeded('[Int!]', times(100, 1))).toBeUndefined();
  expect(exceeded('JSON', times(100, { id: 1 }))).toBeUndefined();
});
