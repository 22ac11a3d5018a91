import { type OperationDefinitionNode, parse, type VariableDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import { parseJson } from '../../../src/base/json.ts';
import { coerceVariables, createCoercion } from '../../../src/operation/coerce-variables.ts';
import { limits, schema } from './prepare.ts';

const definitionsOf = (declared: string): readonly VariableDefinitionNode[] =>
  (parse(`query (${declared}) { __typename }`).definitions[0] as OperationDefinitionNode).variableDefinitions ?? [];

/** Variables, or the messages of refusals; a refusal that was thrown as its code. */
function outcome(coerce: () => ReturnType<typeof coerceVariables>): unknown {
  try {
    const coerced = coerce();
    return 'variables' in coerced
      ? { ...coerced.variables }
      : coerced.refusals.map(({ code, message }) => [code, message]);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const coerced = (declared: string, raw: Readonly<Record<string, unknown>>): unknown =>
  outcome(() => coerceVariables(schema, definitionsOf(declared), raw, limits));

describe('variables of one value each, which are read by their types alone', () => {
  const declared = '$id: Int!, $name: String, $flag: Boolean, $at: DateTime, $price: Decimal, $order: OrderBy';

  it.each([
    ['all of them', { id: 1, name: 'a', flag: true, at: '2024-01-01T00:00:00Z', price: '1.50', order: 'ASC' }],
    ['those that are required', { id: 1 }],
    ['null', { id: 1, name: null, flag: null }],
    ['null where it may not be', { id: null }],
    ['undefined, which is absence', { id: 1, name: undefined }],
    ['nothing', {}],
    ['another type', { id: 'one' }],
    ['a number beyond its type', { id: 2 ** 40 }],
    ['digits beyond a double', { id: 1, price: parseJson('12345678901234567890.123') }],
    ['no label', { id: 1, order: 'UPWARDS' }],
    ['an object', { id: { a: 1 } }],
    ['a list', { id: [1] }],
    ['several mistakes', { id: 'one', flag: 'yes', at: 'noon' }],
    ['what nobody declared', { id: 1, other: 'b' }],
    ['what nobody declared, in place of what is', { other: 1 }],
    ['names that objects inherit', { id: 1, constructor: 'x', toString: 'y' }],
    ['what is much too deep', { id: 1, other: JSON.parse('['.repeat(200) + ']'.repeat(200)) }],
  ])('come to the same as by the specification: %s', (_name, raw) => {
    const definitions = definitionsOf(declared);
    const quick = outcome(() => createCoercion(schema, definitions, limits)(raw));
    expect(quick).toEqual(outcome(() => coerceVariables(schema, definitions, raw, limits)));
  });

  it('are nothing that objects inherit', () => {
    const quick = createCoercion(schema, definitionsOf('$constructor: String, $toString: String'), limits)({});
    expect(quick).toEqual({ variables: Object.create(null) });
  });

  it('are left out where they are absent, and null where they are null', () => {
    const read = createCoercion(schema, definitionsOf('$a: Int, $b: Int'), limits)({ b: null });
    expect(outcome(() => read)).toEqual({ b: null });
  });
});

describe('variables by the specification', () => {
  it('have defaults where they are absent, not where they are null', () => {
    expect(coerced('$first: Int = 3, $last: Int = 4', { last: null })).toEqual({ first: 3, last: null });
  });

  it('take one value for a list of it', () => {
    expect(coerced('$ids: [Int!]', { ids: 1 })).toEqual({ ids: [1] });
  });

  it('keep the digits of numbers', () => {
    const { price } = coerced('$price: Decimal', { price: parseJson('10.50') }) as { price: unknown };
    expect(String(price)).toBe('10.50');
  });

  it('are refused by a number as it was written, not as the object that keeps its digits', () => {
    expect(coerced('$id: Int', { id: parseJson('12345678901234567890') })).toEqual([
      ['BadRequest', expect.stringMatching(/12345678901234567890/)],
    ]);
    expect(JSON.stringify(coerced('$id: Int', { id: parseJson('12345678901234567890') }))).not.toContain('rawJSON');
  });

  it('are refused for a field that there is not by another code than for a value', () => {
    expect(coerced('$filter: OrderFilterInput', { filter: { idd: { eq: 1 } } })).toEqual([
      ['InvalidField', expect.stringContaining('"idd"')],
    ]);
    expect(coerced('$filter: OrderFilterInput', { filter: { id: { eq: 'a' } } })).toEqual([
      ['BadRequest', expect.stringContaining('filter.id.eq')],
    ]);
  });

  it('are refused with twenty mistakes and a word that there are more', () => {
    const names = Array.from({ length: 50 }, (_, index) => `v${index}`);
    const raw = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(coerced(names.map((name) => `$${name}: Int`).join(' '), raw)).toHaveLength(21);
  });

  it('may be as deep as the bound, counted from the variable on', () => {
    const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const definitions = definitionsOf('$value: JSON');
    const coerce = (levels: number) =>
      outcome(() => coerceVariables(schema, definitions, { value: deep(levels) }, { ...limits, jsonDepth: 8 }));
    expect(coerce(8)).toEqual({ value: deep(8) });
    expect(coerce(9)).toBe('LimitExceeded');
  });
});

describe('an unknown value of an enum', () => {
  it('is refused with the values of the enum, which a closed introspection withholds', () => {
    const raw = { order: 'UPWARDS' };
    const definitions = definitionsOf('$order: OrderBy');
    const start = 'Variable "$order" got invalid value "UPWARDS"; Value "UPWARDS" does not exist in "OrderBy" enum.';
    const values = 'ASC, DESC, ASC_NULLS_FIRST, ASC_NULLS_LAST, DESC_NULLS_FIRST, DESC_NULLS_LAST';
    expect(coerced('$order: OrderBy', raw)).toEqual([['BadRequest', `${start} Its values are ${values}.`]]);
    expect(outcome(() => coerceVariables(schema, definitions, raw, { ...limits, hideNames: true }))).toEqual([
      ['BadRequest', start],
    ]);
    const number = coerced('$order: OrderBy', { order: 1 });
    expect(number).toEqual([
      ['BadRequest', expect.stringContaining(`cannot represent non-string value: 1. Its values are ${values}.`)],
    ]);
  });

  it('takes no longer for a long text that looks like a message', () => {
    const long = 'Enum "OrderBy" cannot represent '.repeat(30_000);
    expect(coerced('$order: OrderBy', { order: long })).toMatchObject([['BadRequest', expect.any(String)]]);
  });
});

describe('an unknown member of an input', () => {
  it('is suggested no name where introspection is closed', () => {
    const definitions = definitionsOf('$filter: OrderFilterInput');
    const told = outcome(() =>
      coerceVariables(schema, definitions, { filter: { statu: {} } }, { ...limits, hideNames: true }),
    );
    expect(told).toEqual([['InvalidField', expect.not.stringContaining('Did you mean')]]);
    expect(coerced('$filter: OrderFilterInput', { filter: { statu: {} } })).toEqual([
      ['InvalidField', expect.stringContaining('Did you mean "status"')],
    ]);
  });
});
