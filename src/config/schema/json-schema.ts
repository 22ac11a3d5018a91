export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** Subset of JSON Schema draft-07, and two annotations that the published schema does not have. */
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
  /** Used only to exclude a number from a range. */
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
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
  /** Marks a key that Data API builder also has; a string describes the differences. */
  readonly inDab?: true | string;
  readonly dabDefault?: unknown;
}

export const alternativesOf = ({ oneOf = [] }: JsonSchema): readonly string[] =>
  oneOf.flatMap(({ required }) => required);
