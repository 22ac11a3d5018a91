import Type from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  choice,
  choiceOrNull,
  flag,
  integer,
  listOf,
  object,
  orList,
  orTypes,
  text,
  texts,
} from '../../../../src/config/schema/declare.ts';

const closed = { additionalProperties: false };
const nonEmpty = Type.String({ minLength: 1 });

describe('declarations', () => {
  it.each([
    [text('d'), Type.String({ description: 'd', minLength: 1 })],
    [text('d', { pattern: '^a$', default: 'a' }), Type.String({ description: 'd', pattern: '^a$', default: 'a' })],
    [texts('d'), Type.Array(nonEmpty, { description: 'd', uniqueItems: true })],
    [
      listOf('d', flag('f'), { minItems: 1 }),
      Type.Array(Type.Boolean({ description: 'f' }), { description: 'd', minItems: 1 }),
    ],
    [integer('d', { default: 1, maximum: 5 }), Type.Integer({ description: 'd', default: 1, minimum: 1, maximum: 5 })],
    [choice('d', ['a', 'b'], { default: 'a' }), Type.Enum(['a', 'b'], { description: 'd', default: 'a' })],
    [
      object('d', { a: text('t'), b: flag('f', { default: true }) }, { required: ['a'] }),
      Type.Object(
        {
          a: Type.String({ description: 't', minLength: 1 }),
          b: Type.Optional(Type.Boolean({ description: 'f', default: true })),
        },
        { description: 'd', ...closed },
      ),
    ],
  ])('have the JSON Schema of their TypeBox type: %j', (declared, expected) => {
    expect(JSON.parse(JSON.stringify(declared))).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('keep the keywords of an object that accepts other types', () => {
    const item = object('d', { a: flag('f', { default: true }) });
    expect(orTypes(['boolean'], item)).toEqual({ ...item, type: ['boolean', 'object'] });
    expect(orList(item)).toEqual({ ...item, type: ['object', 'array'], items: item, minItems: 1 });
  });
});

it('declarations have the types of their values', () => {
  const declared = object(
    'd',
    {
      a: integer('a'),
      b: orTypes(['string', 'null'], object('b', { c: choiceOrNull('c', ['x', 'y']) })),
      d: orList(object('d', { e: flag('e') }, { required: ['e'] })),
    },
    { required: ['a'] },
  );
  interface Expected {
    readonly a: number;
    readonly b?: string | null | { readonly c?: 'x' | 'y' | null };
    readonly d?: { readonly e: boolean } | { readonly e: boolean }[];
  }
  expectTypeOf<Type.Static<typeof declared>>().toExtend<Expected>();
  expectTypeOf<Expected>().toExtend<Type.Static<typeof declared>>();
});
