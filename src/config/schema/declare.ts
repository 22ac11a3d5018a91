import type {
  Static,
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TObject,
  TProperties,
  TSchema,
  TString,
  TUnsafe,
} from 'typebox';
import type { JsonSchema, JsonType } from './json-schema.ts';

// These functions return JSON Schema with TypeBox's types. TypeBox's own functions would add 0.2 s to each start, and
// describe `true or an object` by `anyOf`, whose errors do not have the path of the wrong value.

interface Annotations<T> {
  readonly default?: T;
  readonly dabDefault?: T;
  readonly examples?: readonly T[];
  readonly inDab?: true | string;
}

type DeclaredSchema<S extends TSchema, A> = A extends { readonly default: unknown }
  ? S & { readonly default: DeepReadonly<NonNullable<Static<S>>> }
  : S;

export type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };

/** Pattern of a path below the root. */
export const URL_PATH = '^(/[A-Za-z0-9._~-]+)+$';

const asSchemaOf = <S>(schema: JsonSchema): S => schema as S;

export const text = <A extends Annotations<string>>(
  description: string,
  { pattern, ...annotations }: A & { readonly pattern?: string } = {} as A,
): DeclaredSchema<TString, A> =>
  asSchemaOf({
    description,
    type: 'string',
    ...(pattern === undefined ? { minLength: 1 } : { pattern }),
    ...annotations,
  });

export const repeatableTexts = <A extends Annotations<readonly string[]>>(
  description: string,
  annotations: A = {} as A,
): DeclaredSchema<TArray<TString>, A> =>
  asSchemaOf({ description, type: 'array', items: { type: 'string', minLength: 1 }, ...annotations });

/** Declares a list of unique non-empty strings. */
export const texts = <A extends Annotations<readonly string[]>>(
  description: string,
  annotations: A = {} as A,
): DeclaredSchema<TArray<TString>, A> => repeatableTexts(description, { uniqueItems: true, ...annotations });

export const listOf = <S extends TSchema, const A extends Annotations<readonly unknown[]>>(
  description: string,
  items: S,
  annotations: A & { readonly uniqueItems?: boolean; readonly minItems?: number } = {} as A,
): DeclaredSchema<TArray<S>, A> => asSchemaOf({ description, type: 'array', items, ...annotations });

export const mapOf = <S extends TSchema>(
  description: string,
  values: S,
  annotations: Omit<Annotations<unknown>, 'default'> & { readonly minProperties?: number } = {},
): TUnsafe<Record<string, Static<S>>> =>
  asSchemaOf({ description, type: 'object', additionalProperties: values, ...annotations });

export const flag = <A extends Annotations<boolean>>(
  description: string,
  annotations: A = {} as A,
): DeclaredSchema<TBoolean, A> => asSchemaOf({ description, type: 'boolean', ...annotations });

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Declares an integer with inclusive bounds; the default maximum is that of timers and 32-bit counters. */
export const integer = <A extends Annotations<number>>(
  description: string,
  { minimum = 1, maximum = 2_147_483_647, ...annotations }: A & Range = {} as A,
): DeclaredSchema<TInteger, A> => asSchemaOf({ description, type: 'integer', minimum, maximum, ...annotations });

/** Declares a positive integer, -1 (maximum), or null (default). */
export const integerOrMaximum = <A extends Annotations<number>>(
  description: string,
  annotations: A & Pick<Range, 'maximum'> = {} as A,
): DeclaredSchema<TUnsafe<number | null>, A> => {
  const { type, ...range } = integer(description, { minimum: -1, ...annotations }) as JsonSchema;
  return asSchemaOf({ ...range, type: ['integer', 'null'], not: { enum: [0] } });
};

export const choice = <const C extends readonly string[], A extends Annotations<C[number]>>(
  description: string,
  choices: C,
  annotations: A = {} as A,
): DeclaredSchema<TEnum<[...C]>, A> => asSchemaOf({ description, enum: choices, ...annotations });

type Members<P extends TProperties, R> = {
  [K in keyof P]: K extends R ? P[K] : P[K] & { '~optional': true };
};

export const object = <const P extends TProperties, const R extends keyof P & string = never>(
  description: string,
  properties: P,
  { required, ...keywords }: { readonly required?: readonly R[] } & Omit<JsonSchema, 'required'> = {},
): TObject<Members<P, R>> =>
  asSchemaOf({
    description,
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required && { required }),
    ...keywords,
  });

interface Alternatives {
  readonly boolean: boolean;
  readonly null: null;
  readonly string: string;
}

/** Adds types to a schema: `orTypes(['boolean'], object(…))` also accepts a flag. */
export const orTypes = <const T extends readonly (keyof Alternatives)[], S extends TSchema>(
  types: T,
  schema: S,
  keywords: JsonSchema = {},
): TUnsafe<Alternatives[T[number]] | Static<S>> & Omit<S, '~kind' | 'type'> => {
  const { type = [], ...declared } = schema as JsonSchema;
  const allTypes: readonly JsonType[] = [...types, ...[type].flat()];
  const hasText = types.includes('string') && keywords.pattern === undefined;
  return asSchemaOf({ ...declared, type: allTypes, ...(hasText && { minLength: 1 }), ...keywords });
};

export const orList = <S extends TSchema>(item: S): TUnsafe<Static<S> | Static<S>[]> & Omit<S, '~kind' | 'type'> =>
  asSchemaOf({ ...(item as JsonSchema), type: ['object', 'array'], items: item, minItems: 1 });

export const choiceOrNull = <const C extends readonly string[], A extends Annotations<C[number]>>(
  description: string,
  choices: C,
  annotations: A = {} as A,
): DeclaredSchema<TUnsafe<C[number] | null>, A> =>
  asSchemaOf({ description, type: ['string', 'null'], anyOf: [{ enum: choices }, { type: 'null' }], ...annotations });

/** Declares a schema whose type TypeBox cannot derive. */
export const unsafe = <T>(schema: Omit<JsonSchema, 'items'> & { readonly items?: TSchema }): TUnsafe<T> =>
  asSchemaOf(schema as JsonSchema);
