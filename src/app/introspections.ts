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
import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import { type CallValues, readSlot, type SelectedField, type Value } from '../operation/operation.ts';

/** Resolves `__schema` and `__type` to JSON. */
export class IntrospectionCache {
  readonly #schema: GraphQLSchema;
  readonly #maxBytes: number;
  readonly #cache: LRUCache<string, string>;

  /**
   * @param maxBytes maximum size of one answer
   * @param cacheBytes approximate size of the cache
   */
  constructor(schema: GraphQLSchema, maxBytes: number, cacheBytes: number) {
    this.#schema = schema;
    this.#maxBytes = maxBytes;
    this.#cache = new LRUCache({
      maxSize: Math.max(1, Math.floor(cacheBytes)),
      sizeCalculation: (text, key) => text.length + key.length,
    });
  }

  /** @throws ApiError LimitExceeded if the answer is too large */
  answer(field: SelectedField, values: CallValues): string {
    const key = JSON.stringify(field, (_key, value) => (value instanceof Map ? readArguments(value, values) : value));
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const writer = new IntrospectionWriter(this.#schema, this.#maxBytes, values);
    const text = writer.root(field);
    this.#cache.set(key, text);
    return text;
  }
}

/** `cache` maps schema elements to JSON. */
interface Selection {
  readonly members: readonly { readonly prefix: string; readonly write: (source: unknown) => string }[];
  readonly cache: Map<unknown, string>;
}

/** Writes each schema element once per selection set, which bounds the work. */
class IntrospectionWriter {
  readonly #info: GraphQLResolveInfo;
  readonly #maxBytes: number;
  readonly #values: CallValues;
  readonly #selections = new Map<readonly SelectedField[], Selection>();

  constructor(schema: GraphQLSchema, maxBytes: number, values: CallValues) {
    this.#info = { schema } as GraphQLResolveInfo;
    this.#maxBytes = maxBytes;
    this.#values = values;
  }

  root(field: SelectedField): string {
    const definition = [SchemaMetaFieldDef, TypeMetaFieldDef].find(({ name }) => name === field.name);
    // The placeholder field of an empty schema.
    if (definition === undefined) return 'null';
    const { args, resolve, type } = definition;
    return this.#value(type, resolve?.(undefined, this.#arguments(field, args), undefined, this.#info), field);
  }

  #value(type: GraphQLOutputType, value: unknown, field: SelectedField): string {
    if (value === null || value === undefined) return 'null';
    const plain = getNullableType(type);
    if (isLeafType(plain)) return JSON.stringify(plain.serialize(value));
    if (isListType(plain)) {
      const items = value as Iterable<unknown>;
      return `[${this.#join(items, (item) => this.#value(plain.ofType, item, field))}]`;
    }
    invariant(isObjectType(plain), 'introspection has neither interfaces nor unions');
    const selection = this.#selections.get(field.fields) ?? this.#select(plain, field.fields);
    const { cache, members } = selection;
    const cached = cache.get(value);
    if (cached !== undefined) return cached;
    const text = `{${this.#join(members, ({ prefix, write }) => prefix + write(value))}}`;
    cache.set(value, text);
    return text;
  }

  #select(type: GraphQLObjectType, fields: readonly SelectedField[]): Selection {
    const definitions = type.getFields();
    const members = fields.map((field) => {
      const prefix = `"${field.key}":`;
      const definition = definitions[field.name];
      if (definition === undefined) {
        const name = JSON.stringify(type.name);
        return { prefix, write: () => name };
      }
      const { resolve, args } = definition;
      invariant(resolve, `introspection resolves ${type.name}.${field.name}`);
      const allArgs = this.#arguments(field, args);
      const write = (source: unknown) =>
        this.#value(definition.type, resolve(source, allArgs, undefined, this.#info), field);
      return { prefix, write };
    });
    const selection = { members, cache: new Map<unknown, string>() };
    this.#selections.set(fields, selection);
    return selection;
  }

  #arguments(field: SelectedField, args: Arguments): Readonly<Record<string, unknown>> {
    const defaults = args.map(({ name, defaultValue }) => [name, defaultValue] as const);
    return { ...Object.fromEntries(defaults), ...readArguments(field.arguments, this.#values) };
  }

  #join<T>(items: Iterable<T>, write: (part: T) => string): string {
    const parts: string[] = [];
    let length = 0;
    for (const part of items) {
      const text = write(part);
      parts.push(text);
      length += text.length + 1;
      if (length > this.#maxBytes) this.#reject();
    }
    return parts.join(',');
  }

  #reject(): never {
    return throwApiError(
      'LimitExceeded',
      `The response exceeds the maximum of ${this.#maxBytes} bytes. Query less of the schema at a time.`,
      {
        limit: 'response-bytes',
        max: this.#maxBytes,
      },
    );
  }
}

type Arguments = readonly { readonly name: string; readonly defaultValue?: unknown }[];

const readArguments = (allArgs: ReadonlyMap<string, Value>, values: CallValues): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...allArgs].map(([name, value]) => [name, readArgument(value, values)]));

function readArgument(value: Value, values: CallValues): unknown {
  if (value.kind === 'null') return null;
  if (value.kind === 'known') return value.value;
  invariant(value.kind === 'slot', 'arguments of introspection are single values');
  return readSlot(value.source, values);
}
