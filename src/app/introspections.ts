import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { refuse } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import { type CallValues, readSlot, type SelectedField, type Value } from '../operation/operation.ts';

/** What a schema tells of itself (`__schema`, `__type`), as JSON text; remembered by what was asked, bounded in bytes. */
export class Introspections {
  readonly #schema: GraphQLSchema;
  readonly #maxBytes: number;
  readonly #known: LRUCache<string, string>;

  /**
   * @param maxBytes of one answer
   * @param cacheBytes that remembered answers may take together, about
   */
  constructor(schema: GraphQLSchema, maxBytes: number, cacheBytes: number) {
    this.#schema = schema;
    this.#maxBytes = maxBytes;
    this.#known = new LRUCache({
      maxSize: Math.max(1, cacheBytes),
      sizeCalculation: (text, key) => text.length + key.length,
    });
  }

  /** The answer to a field of the query's root that is the schema's own. @throws Refusal LimitExceeded for one that is too large */
  answer(field: SelectedField, values: CallValues): string {
    const asked = JSON.stringify(field, (_key, value) => (value instanceof Map ? readArguments(value, values) : value));
    const known = this.#known.get(asked);
    if (known !== undefined) return known;
    const writer = new Writer(this.#schema, this.#maxBytes, values);
    const text = writer.root(field);
    this.#known.set(asked, text);
    return text;
  }
}

/**
 * Resolvers are those of graphql-js; each thing of the schema is written once for each selection, however often it is met, so that few
 * words cannot make much work.
 */
class Writer {
  readonly #info: GraphQLResolveInfo;
  readonly #maxBytes: number;
  readonly #values: CallValues;
  readonly #written = new Map<readonly SelectedField[], Map<unknown, string>>();

  constructor(schema: GraphQLSchema, maxBytes: number, values: CallValues) {
    // Resolvers of introspection look at nothing else of it.
    this.#info = { schema } as GraphQLResolveInfo;
    this.#maxBytes = maxBytes;
    this.#values = values;
  }

  root(field: SelectedField): string {
    const definition = [SchemaMetaFieldDef, TypeMetaFieldDef].find(({ name }) => name === field.name);
    // The placeholder of an empty schema.
    if (definition === undefined) return 'null';
    const { args, resolve, type } = definition;
    return this.#value(type, resolve?.(undefined, this.#arguments(field, args), undefined, this.#info), field);
  }

  #value(type: GraphQLOutputType, value: unknown, field: SelectedField): string {
    if (value === null || value === undefined) return 'null';
    const plain = getNullableType(type);
    if (isLeafType(plain)) return JSON.stringify(plain.serialize(value));
    if (isListType(plain)) {
      return this.#join(
        '[',
        [...(value as Iterable<unknown>)].map((item) => this.#value(plain.ofType, item, field)),
        ']',
      );
    }
    invariant(isObjectType(plain), 'introspection has neither interfaces nor unions');
    const known = this.#written.get(field.fields) ?? new Map<unknown, string>();
    this.#written.set(field.fields, known);
    const text = known.get(value) ?? this.#object(plain, value, field.fields);
    known.set(value, text);
    return text;
  }

  #object(type: GraphQLObjectType, source: unknown, fields: readonly SelectedField[]): string {
    return this.#join(
      '{',
      fields.map((field) => `"${field.key}":${this.#member(type, source, field)}`),
      '}',
    );
  }

  #member(type: GraphQLObjectType, source: unknown, field: SelectedField): string {
    if (field.name === '__typename') return JSON.stringify(type.name);
    const definition = type.getFields()[field.name];
    invariant(definition?.resolve, `introspection resolves ${type.name}.${field.name}`);
    const value = definition.resolve(source, this.#arguments(field, definition.args), undefined, this.#info);
    return this.#value(definition.type, value, field);
  }

  #arguments(field: SelectedField, args: GraphQLObjectTypeArguments): Readonly<Record<string, unknown>> {
    const defaults = args.map(({ name, defaultValue }) => [name, defaultValue] as const);
    return { ...Object.fromEntries(defaults), ...readArguments(field.arguments, this.#values) };
  }

  /** What is within an answer is no longer than the answer. @throws Refusal LimitExceeded */
  #join(start: string, parts: readonly string[], end: string): string {
    let text = start;
    for (const [index, part] of parts.entries()) {
      text += index === 0 ? part : `,${part}`;
      if (text.length > this.#maxBytes) {
        refuse(
          'LimitExceeded',
          `The answer is larger than ${this.#maxBytes} bytes: ask for less of the schema at a time.`,
          {
            limit: 'response',
            max: this.#maxBytes,
          },
        );
      }
    }
    return text + end;
  }
}

type GraphQLObjectTypeArguments = readonly { readonly name: string; readonly defaultValue?: unknown }[];

const readArguments = (given: ReadonlyMap<string, Value>, values: CallValues): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...given].map(([name, value]) => [name, readArgument(value, values)]));

/** Arguments of introspection are a name and truths. */
function readArgument(value: Value, values: CallValues): unknown {
  if (value.kind === 'null') return null;
  if (value.kind === 'known') return value.value;
  invariant(value.kind === 'slot', 'arguments of introspection are single values');
  return readSlot(value.source, values);
}
