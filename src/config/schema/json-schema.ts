export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** Subset of JSON Schema draft-07. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Only to exclude a number from a range. */
  readonly not?: { readonly enum: readonly number[] };
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: false | JsonSchema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly JsonSchema[];
  /** Only for a choice of keys. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
}

/** Returns keys of which exactly one is required. */
export const alternativesOf = ({ oneOf = [] }: JsonSchema): readonly string[] =>
  oneOf.flatMap(({ required }) => required);

/** Describes a non-empty string. */
export const text = (description: string, examples?: readonly string[]): JsonSchema => ({
  description,
  type: 'string',
  minLength: 1,
  ...(examples && { examples }),
});

/** Describes a list of non-empty strings. */
export const repeatableTexts = (description: string): JsonSchema => ({
  description,
  type: 'array',
  items: { type: 'string', minLength: 1 },
});

/** Describes a list of unique non-empty strings. */
export const texts = (description: string, examples?: readonly (readonly string[])[]): JsonSchema => ({
  ...repeatableTexts(description),
  uniqueItems: true,
  ...(examples && { examples }),
});

export const flag = (description: string, value: boolean): JsonSchema => ({
  description,
  type: 'boolean',
  default: value,
});

/** Describes an integer with inclusive bounds; the default maximum is that of timers and 32-bit counters. */
export const wholeNumber = (
  description: string,
  value: number | undefined,
  { minimum = 1, maximum = 2_147_483_647 }: { minimum?: number; maximum?: number } = {},
): JsonSchema => ({ description, type: 'integer', minimum, maximum, ...(value !== undefined && { default: value }) });

/** Describes a positive integer, -1 (maximum), or null (default). */
export const wholeNumberOrNone = (
  description: string,
  value: number | undefined,
  { maximum = 2_147_483_647 }: { maximum?: number } = {},
): JsonSchema => ({
  ...wholeNumber(description, value, { minimum: -1, maximum }),
  type: ['integer', 'null'],
  not: { enum: [0] },
});

export const choice = (description: string, choices: readonly string[], value?: string): JsonSchema => ({
  description,
  enum: choices,
  ...(value !== undefined && { default: value }),
});

/** Describes an object without other keys. */
export const object = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required?: readonly string[],
): JsonSchema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required && { required }),
});
