import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../../app/application.ts';
import { ApiError, throwApiError } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { Entity } from '../../../model/model.ts';
import { mayReadField, mayReadKey, readableField } from '../../../plan/plan-context.ts';
import { createDocuments, readDocument } from '../../documents/documents.ts';
import type { OptionContext } from '../options/option-context.ts';
import { type QueryOption, readQueryString } from '../options/query-options.ts';
import {
  checkFields,
  readChangeOptions,
  readCollectionOptions,
  readCollectionValues,
  readItemOptions,
  rejectOptions,
  shapeOf,
  withoutValues,
} from '../options/read-options.ts';
import type { ChangeRequest } from '../options/rest-request.ts';
import { NO_COLLECTIONS } from '../path/offered-methods.ts';
import { isPlainInUrl } from '../path/read-key.ts';
import { createLinks, type MakeLinks } from '../respond/links.ts';
import { argumentTypes } from './argument-types.ts';
import {
  type ComposedDocument,
  composeChange,
  composeCollection,
  composeExecute,
  composeOne,
} from './compose-document.ts';
import { createDeriveOperations, type RestChange } from './derive-operations.ts';

/** A parsed URL for one role. */
export interface RestOperation extends Pick<ComposedDocument, 'variables' | 'metadata'> {
  readonly document: DocumentNode;
  /** Present only for a collection. */
  readonly links?: MakeLinks;
  /** False if the role may not read the changed entity. */
  readonly shown: boolean;
}

/** Converts URLs to operations, with a cache. */
export interface RestOperations {
  readonly schema: GraphQLSchema;
  /** @throws ApiError BadRequest, InvalidField, Forbidden, LimitExceeded */
  collection(entity: Entity, role: string, query: string): RestOperation;
  /** @throws ApiError like `collection` */
  item(entity: Entity, role: string, query: string): RestOperation;
  /** @throws ApiError like `collection` */
  change(kind: RestChange, url: ChangeUrl): RestOperation;
  execute(entity: Entity): RestOperation;
  /** Returns `outdated` if a document of an earlier schema is invalid in the current schema. */
  validate(document: DocumentNode): readonly ApiError[];
}

interface ChangeUrl {
  readonly entity: Entity;
  readonly role: string;
  /** Raw query string, without its `?`. */
  readonly query: string;
}

/** Share of the operation cache that documents may use. URLs may use another share of this size. */
const SHARE = 0.25;

/** Estimated bytes of a cached URL: per entry, and per character. */
const ENTRY_BYTES = 1500;
const BYTES_PER_CHARACTER = 50;

/**
 * A cached URL. It contains only the text of its document, because a reference to the parsed document would keep that
 * document in memory.
 */
interface CachedOperation extends Omit<RestOperation, 'document'> {
  readonly text: string;
}

/** The part that URLs with different values share. */
interface UrlShape extends ComposedDocument {
  /** Number of rows of a page. */
  readonly size: number;
  /** True if cursors contain positions instead of keys. */
  readonly byPosition: boolean;
}

/** Ends a stream whose fields have changed. The client reconnects, and receives the new fields. */
export const outdated = new ApiError(
  'InvalidField',
  'The fields of the response have changed. Send the request again.',
);

export function createRestOperations({ config, model, restSchema: schema }: Application): RestOperations {
  invariant(schema, 'there is a REST API');
  const { limits, mode } = config.runtime;
  const bytes = Math.max(1, Math.floor(limits.operationCacheBytes * SHARE));
  const derived = createDeriveOperations(model);
  const documents = createDocuments({
    schema,
    introspection: false,
    cacheBytes: bytes,
    // The limit of tokens is off, because URL options have their own limits.
    limits: { ...limits, tokens: Number.POSITIVE_INFINITY },
  });
  const operations = new LRUCache<string, CachedOperation>({
    maxSize: Math.ceil((bytes * 3) / 4),
    maxEntrySize: Math.ceil(bytes / 16),
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + key.length * BYTES_PER_CHARACTER + text.length * 2,
  });
  const shapes = new LRUCache<string, UrlShape>({
    maxSize: Math.ceil(bytes / 4),
    maxEntrySize: Math.ceil(bytes / 16),
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + key.length * BYTES_PER_CHARACTER + text.length * 2,
  });
  const types = argumentTypes(schema);
  const suggest = mode === 'development';

  const documentOf = (text: string): DocumentNode => {
    const read = readDocument(documents, text);
    if ('document' in read) return read.document;
    const [first] = read.apiErrors;
    throw first?.code === 'LimitExceeded' ? first : new Error(`A composed document is invalid: ${first?.message}`);
  };
  const cacheOperation = (keyParts: readonly string[], make: () => CachedOperation): RestOperation => {
    // Headers and URLs contain no line feeds, so keys are unique.
    const key = keyParts.join('\n');
    const cached = operations.get(key);
    if (cached !== undefined) return { ...cached, document: documentOf(cached.text) };
    const composed = make();
    const operation = { ...composed, document: documentOf(composed.text) };
    operations.set(key, composed);
    return operation;
  };
  const shapeFor = (keyParts: readonly string[], make: () => UrlShape): UrlShape => {
    const key = keyParts.join('\n');
    const cached = shapes.get(key);
    if (cached !== undefined) return cached;
    const composed = make();
    shapes.set(key, composed);
    return composed;
  };

  return {
    schema,
    validate: (document) => (documents.validate(document).length > 0 ? [outdated] : []),
    collection: (entity, role, query) =>
      cacheOperation(['collection', role, entity.name, query], () => {
        const options = readQueryString(query);
        const shape = shapeFor([role, entity.name, ...shapeOf(options)], () => {
          const request = readCollectionOptions(entity, options, { model, role, suggest });
          checkFields(request, limits.fields);
          const operation = derived(entity)?.list ?? throwApiError('OperationNotOffered', `${NO_COLLECTIONS}.`);
          const composed = composeCollection(request, { entity, operation, types });
          const variables = withoutValues(composed.variables);
          const size = request.first ?? request.last ?? model.pageSize.default;
          return { ...composed, variables, size, byPosition: !mayReadKey(entity, { model, role }) };
        });
        const variables = { ...shape.variables, ...readCollectionValues(options, { model, suggest }) };
        const { text, metadata } = shape;
        return { text, ...(metadata && { metadata }), variables, links: createLinks(options, shape), shown: true };
      }),
    item: (entity, role, query) =>
      cacheOperation(['one', role, entity.name, query], () => {
        const options = readQueryString(query);
        const context = { model, role, suggest };
        const request = readItemOptions(entity, options, context);
        checkFields(request, limits.fields);
        // Finding a row by its key reveals whether the row exists, so the role must have the right to read the key.
        for (const { name } of entity.key) readableField(entity, name, context);
        const operation = derived(entity)?.item;
        invariant(operation, `the item of ${entity.name} has an operation`);
        const composed = composeOne(request, { entity, operation, types });
        return { ...composed, shown: true };
      }),
    change: (kind, { entity, role, query }) =>
      cacheOperation([kind, role, entity.name, query], () => {
        const options = readQueryString(query);
        const request = readChangeRequest(kind, entity, options, { model, role, suggest });
        if (request.item !== undefined) checkFields(request.item, limits.fields);
        const operation = derived(entity)?.[kind];
        invariant(operation, `${kind} of ${entity.name} has an operation`);
        const composed = composeChange(kind, request, { entity, operation, types });
        return { ...composed, shown: request.item !== undefined };
      }),
    execute: (entity) =>
      cacheOperation(['execute', entity.name], () => {
        const operation = derived(entity)?.execute;
        invariant(operation, `execute of ${entity.name} has an operation`);
        return { ...composeExecute(entity, { entity, operation, types }), shown: true };
      }),
  };
}

/** For a new item, requests the key for `Location`, if the role may read the key. */
function readChangeRequest(
  kind: RestChange,
  entity: Entity,
  options: readonly QueryOption[],
  context: OptionContext,
): ChangeRequest {
  if (kind === 'delete') {
    rejectOptions(entity, options);
    return { key: [] };
  }
  const item = readChangeOptions(entity, options, context);
  const isKeyReadable = entity.key.every((field) => mayReadField(entity, field, context) && isPlainInUrl(field));
  const key = kind === 'create' && isKeyReadable ? entity.key.map(({ graphqlName }) => graphqlName) : [];
  return { ...(item !== undefined && { item }), key };
}
