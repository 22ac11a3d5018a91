import { type OperationDefinitionNode, parse, type VariableDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { parseJson } from '../../../src/base/json.ts';
import { coerceVariables, createCoercion } from '../../../src/operation/coerce-variables.ts';
import { limits, schema } from './prepare.ts';

const definitionsOf = (declared: string): readonly VariableDefinitionNode[] =>
  (parse(`query (${declared}) { __typename }`).definitions[0] as OperationDefinitionNode).variableDefinitions ?? [];

/** Returns the variables, the messages of the errors, or the code of a thrown ApiError. */
function outcome(coerce: () => ReturnType<typeof coerceVariables>): unknown {
  try {
    const coerced = coerce();
    return 'variables' in coerced
      ? { ...coerced.variables }
      : coerced.apiErrors.map(({ code, message }) => [code, message]);
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

const coerced = (declared: string, raw: Readonly<Record<string, unknown>>): unknown =>
  outcome(() => coerceVariables(schema, definitionsOf(declared), raw, limits));

describe('scalar variables, read without the general algorithm', () => {
  const declared = '$id: Int!, $name: String, $flag: Boolean, $at: DateTime, $price: Decimal, $order: OrderBy';

  it.each([
    ['all variables', { id: 1, name: 'a', flag: true, at: '2024-01-01T00:00:00Z', price: '1.50', order: 'ASC' }],
    ['required variables only', { id: 1 }],
    ['null', { id: 1, name: null, flag: null }],
    ['null for a non-null variable', { id: null }],
    ['undefined, which means absent', { id: 1, name: undefined }],
    ['an absent required variable', {}],
    ['a value of another type', { id: 'one' }],
    ['a number out of range', { id: 2 ** 40 }],
    ['more digits than a double has', { id: 1, price: parseJson('12345678901234567890.123') }],
    ['an unknown label', { id: 1, order: 'UPWARDS' }],
    ['an object', { id: { a: 1 } }],
    ['a list', { id: [1] }],
    ['several errors', { id: 'one', flag: 'yes', at: 'noon' }],
    ['an undeclared variable', { id: 1, other: 'b' }],
    ['an undeclared variable in place of a declared one', { other: 1 }],
    ['names of Object members', { id: 1, constructor: 'x', toString: 'y' }],
    ['excessive depth', { id: 1, other: JSON.parse('['.repeat(200) + ']'.repeat(200)) }],
  ])('match the result of the specification: %s', (_name, raw) => {
    const definitions = definitionsOf(declared);
    const quick = outcome(() => createCoercion(schema, definitions, limits)(raw));
    expect(quick).toEqual(outcome(() => coerceVariables(schema, definitions, raw, limits)));
  });

  it('do not include inherited members of objects', () => {
    const quick = createCoercion(schema, definitionsOf('$constructor: String, $toString: String'), limits)({});
    expect(quick).toEqual({ variables: Object.create(null) });
  });

  it('are omitted if absent, and null if null', () => {
    const read = createCoercion(schema, definitionsOf('$a: Int, $b: Int'), limits)({ b: null });
    expect(outcome(() => read)).toEqual({ b: null });
  });
});

describe('variables read by the specification', () => {
  it('use defaults if absent, but not if null', () => {
    expect(coerced('$first: Int = 3, $last: Int = 4', { last: null })).toEqual({ first: 3, last: null });
  });

  it('coerce a single value into a list', () => {
    expect(coerced('$ids: [Int!]', { ids: 1 })).toEqual({ ids: [1] });
  });

  it('preserve the digits of numbers', () => {
    const { price } = coerced('$price: Decimal', { price: parseJson('10.50') }) as { price: unknown };
    expect(String(price)).toBe('10.50');
  });

  it('report an invalid number as the client wrote it', () => {
    expect(coerced('$id: Int', { id: parseJson('12345678901234567890') })).toEqual([
      ['BadRequest', expect.stringMatching(/12345678901234567890/)],
    ]);
    expect(JSON.stringify(coerced('$id: Int', { id: parseJson('12345678901234567890') }))).not.toContain('rawJSON');
  });

  it('report unknown fields and invalid values with different codes', () => {
    expect(coerced('$filter: OrderFilterInput', { filter: { idd: { eq: 1 } } })).toEqual([
      ['InvalidField', expect.stringContaining('"idd"')],
    ]);
    expect(coerced('$filter: OrderFilterInput', { filter: { id: { eq: 'a' } } })).toEqual([
      ['BadRequest', expect.stringContaining('filter.id.eq')],
    ]);
  });

  it('report at most twenty errors and a note that there are more', () => {
    const names = Array.from({ length: 50 }, (_, index) => `v${index}`);
    const raw = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(coerced(names.map((name) => `$${name}: Int`).join(' '), raw)).toHaveLength(21);
  });

  it('are limited in depth, counted from the variable', () => {
    const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const definitions = definitionsOf('$value: JSON');
    const coerce = (levels: number) =>
      outcome(() => coerceVariables(schema, definitions, { value: deep(levels) }, { ...limits, jsonDepth: 8 }));
    expect(coerce(8)).toEqual({ value: deep(8) });
    expect(coerce(9)).toBe('LimitExceeded');
  });
});

describe('an unknown enum value', () => {
  it('lists the enum values unless introspection is disabled', () => {
    const raw = { order: 'UPWARDS' };
    const definitions = definitionsOf('$order: OrderBy');
    const start = 'Variable "$order" got invalid value "UPWARDS"; Value "UPWARDS" does not exist in "OrderBy" enum.';
    const values = 'ASC, DESC, ASC_NULLS_FIRST, ASC_NULLS_LAST, DESC_NULLS_FIRST, DESC_NULLS_LAST';
    expect(coerced('$order: OrderBy', raw)).toEqual([['BadRequest', `${start} Known values: ${values}.`]]);
    expect(outcome(() => coerceVariables(schema, definitions, raw, { ...limits, hideNames: true }))).toEqual([
      ['BadRequest', start],
    ]);
    const number = coerced('$order: OrderBy', { order: 1 });
    expect(number).toEqual([
      ['BadRequest', expect.stringContaining(`cannot represent non-string value: 1. Known values: ${values}.`)],
    ]);
  });

  it('accepts a long string that looks like a message without delay', () => {
    const long = 'Enum "OrderBy" cannot represent '.repeat(30_000);
    expect(coerced('$order: OrderBy', { order: long })).toMatchObject([['BadRequest', expect.any(String)]]);
  });
});

describe('an unknown input field', () => {
  it('gets no suggestion if introspection is disabled', () => {
    const definitions = definitionsOf('$filter: OrderFilterInput');
    const errors = outcome(() =>
      coerceVariables(schema, definitions, { filter: { statu: {} } }, { ...limits, hideNames: true }),
    );
    expect(errors).toEqual([['InvalidField', expect.not.stringContaining('Did you mean')]]);
    expect(coerced('$filter: OrderFilterInput', { filter: { statu: {} } })).toEqual([
      ['InvalidField', expect.stringContaining('Did you mean "status"')],
    ]);
  });
});
