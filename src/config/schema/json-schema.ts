export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** The keywords of JSON Schema draft-07 that the configuration's schema uses. */
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
  /** Only to leave one number out of a range. */
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
  /** Only as a choice between keys. */
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
}

/** Keys, exactly one of which must be there. */
export const alternativesOf = ({ oneOf = [] }: JsonSchema): readonly string[] =>
  oneOf.flatMap(({ required }) => required);

/** Text that is not empty. */
export const text = (description: string, examples?: readonly string[]): JsonSchema => ({
  description,
  type: 'string',
  minLength: 1,
  ...(examples && { examples }),
});

/** A list of texts that are not empty. */
export const repeatableTexts = (description: string): JsonSchema => ({
  description,
  type: 'array',
  items: { type: 'string', minLength: 1 },
});

/** The same, each at most once. */
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

/** A whole number within bounds, both included. By default the upper one is the most that a timer or a 32 bit counter can hold. */
export const wholeNumber = (
  description: string,
  value: number | undefined,
  { minimum = 1, maximum = 2_147_483_647 }: { minimum?: number; maximum?: number } = {},
): JsonSchema => ({ description, type: 'integer', minimum, maximum, ...(value !== undefined && { default: value }) });

/** A whole number from 1 on. -1 stands for the most there can be, null for the default. */
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

/** An object with these keys and no others. */
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
