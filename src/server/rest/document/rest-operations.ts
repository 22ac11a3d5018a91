import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../../app/application.ts';
import { refuse } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { Entity } from '../../../model/model.ts';
import { mayReadField, readableField, readsKey } from '../../../plan/plan-context.ts';
import { createDocuments, readDocument } from '../../documents/documents.ts';
import type { OptionContext } from '../options/option-context.ts';
import { type QueryOption, readQueryString } from '../options/query-options.ts';
import {
  checkFields,
  formOf,
  readChangeOptions,
  readCollectionOptions,
  readCollectionValues,
  readItemOptions,
  refuseOptions,
  withoutValues,
} from '../options/read-options.ts';
import type { ChangeRequest } from '../options/rest-request.ts';
import { NO_COLLECTIONS } from '../path/offered-methods.ts';
import { canStandInUrl } from '../path/read-key.ts';
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

/** A URL as one role asks it, read to the end: ready to be answered. */
export interface RestOperation extends Pick<ComposedDocument, 'variables' | 'apart'> {
  readonly document: DocumentNode;
  /** Of a collection. */
  readonly links?: MakeLinks;
  /** Whether the role may see anything of the entity; false for changes alone. */
  readonly shown: boolean;
}

/** Turns URLs into operations, and remembers them. */
export interface RestOperations {
  /** The schema that its documents are valid against. */
  readonly schema: GraphQLSchema;
  /** @throws Refusal BadRequest, InvalidField, Forbidden, LimitExceeded */
  collection(entity: Entity, role: string, query: string): RestOperation;
  /** @throws Refusal as above */
  one(entity: Entity, role: string, query: string): RestOperation;
  /** @throws Refusal as above */
  change(kind: RestChange, url: ChangeUrl): RestOperation;
  /** Of a function or procedure. */
  execute(entity: Entity): RestOperation;
}

/** The URL of a change: its entity and options, and the role that asks. */
interface ChangeUrl {
  readonly entity: Entity;
  readonly role: string;
  /** As it was sent, without its `?`. */
  readonly query: string;
}

/** The share of the operation cache's bytes that documents get beside it, and URLs as much again. */
const SHARE = 0.25;

/** Bytes that a remembered URL takes, about: for the entry itself, and for each character of the URL. */
const ENTRY_BYTES = 1500;
const BYTES_PER_CHARACTER = 50;

/** What is remembered of a URL. Of the document only the text: to hold the document itself would keep it from being forgotten. */
interface CachedOperation extends Omit<RestOperation, 'document'> {
  readonly text: string;
}

/** What all URLs of a collection have in common that differ only in values. */
interface UrlShape extends ComposedDocument {
  /** Rows of a page. */
  readonly size: number;
  /** Whether cursors hold positions. */
  readonly byPosition: boolean;
}

/** The operations of an application as it is now. */
export function createRestOperations({ config, model, restSchema: schema }: Application): RestOperations {
  invariant(schema, 'there is a REST API');
  const { limits, operationCache, mode } = config.runtime;
  const bytes = Math.max(1, Math.floor(operationCache * SHARE));
  const derived = createDeriveOperations(model);
  const documents = createDocuments({
    schema,
    introspection: false,
    cacheBytes: bytes,
    // Tokens need no bound here: the URL's options are counted, and the fields that they ask for.
    limits: { ...limits, tokens: Number.POSITIVE_INFINITY },
  });
  const cached = new LRUCache<string, CachedOperation>({
    maxSize: Math.ceil((bytes * 3) / 4),
    maxEntrySize: Math.ceil(bytes / 16),
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + key.length * BYTES_PER_CHARACTER + text.length * 2,
  });
  const forms = new LRUCache<string, UrlShape>({
    maxSize: Math.ceil(bytes / 4),
    maxEntrySize: Math.ceil(bytes / 16),
    sizeCalculation: ({ text }, key) => ENTRY_BYTES + key.length * BYTES_PER_CHARACTER + text.length * 2,
  });
  const types = argumentTypes(schema);
  const suggest = mode === 'development';

  const documentOf = (text: string): DocumentNode => {
    const read = readDocument(documents, text);
    if ('document' in read) return read.document;
    const [first] = read.refusals;
    throw first?.code === 'LimitExceeded' ? first : new Error(`A composed document is invalid: ${first?.message}`);
  };
  const remember = (asked: readonly string[], make: () => CachedOperation): RestOperation => {
    // Neither headers nor URLs have line feeds, so no two requests have the same key.
    const key = asked.join('\n');
    const known = cached.get(key);
    if (known !== undefined) return { ...known, document: documentOf(known.text) };
    const made = make();
    const operation = { ...made, document: documentOf(made.text) };
    cached.set(key, made);
    return operation;
  };
  const shapeFor = (asked: readonly string[], make: () => UrlShape): UrlShape => {
    const key = asked.join('\n');
    const known = forms.get(key);
    if (known !== undefined) return known;
    const made = make();
    forms.set(key, made);
    return made;
  };

  return {
    schema,
    collection: (entity, role, query) =>
      remember(['collection', role, entity.name, query], () => {
        const options = readQueryString(query);
        const form = shapeFor([role, entity.name, ...formOf(options)], () => {
          const request = readCollectionOptions(entity, options, { model, role, suggest });
          checkFields(request, limits.fields);
          const operation = derived(entity)?.list ?? refuse('OperationNotOffered', `${NO_COLLECTIONS}.`);
          const composed = composeCollection(request, { entity, operation, types });
          const variables = withoutValues(composed.variables);
          const size = request.first ?? request.last ?? model.pageSize.default;
          return { ...composed, variables, size, byPosition: !readsKey(entity, { model, role }) };
        });
        const variables = { ...form.variables, ...readCollectionValues(options, { model, suggest }) };
        const { text, apart } = form;
        return { text, ...(apart && { apart }), variables, links: createLinks(options, form), shown: true };
      }),
    one: (entity, role, query) =>
      remember(['one', role, entity.name, query], () => {
        const options = readQueryString(query);
        const reading = { model, role, suggest };
        const request = readItemOptions(entity, options, reading);
        checkFields(request, limits.fields);
        // Who asks by a value learns whether there is a row with it; and a role that may not read the key is told no names of it.
        for (const { name } of entity.key) readableField(entity, name, reading);
        const operation = derived(entity)?.one;
        invariant(operation, `whose key a role may read is derived: ${entity.name}`);
        const composed = composeOne(request, { entity, operation, types });
        return { ...composed, shown: true };
      }),
    change: (kind, { entity, role, query }) =>
      remember([kind, role, entity.name, query], () => {
        const options = readQueryString(query);
        const request = readChangeRequest(kind, entity, options, { model, role, suggest });
        if (request.item !== undefined) checkFields(request.item, limits.fields);
        const operation = derived(entity)?.[kind];
        invariant(operation, `what is offered is derived: ${kind} of ${entity.name}`);
        const composed = composeChange(kind, request, { entity, operation, types });
        return { ...composed, shown: request.item !== undefined };
      }),
    execute: (entity) =>
      remember(['execute', entity.name], () => {
        const operation = derived(entity)?.execute;
        invariant(operation, `what is offered is derived: ${entity.name}`);
        return { ...composeExecute(entity, { entity, operation, types }), shown: true };
      }),
  };
}

/** The request for a change. A created item's key is asked for, for `Location`, where the role may read it and it can stand in a URL. */
function readChangeRequest(
  kind: RestChange,
  entity: Entity,
  options: readonly QueryOption[],
  reading: OptionContext,
): ChangeRequest {
  if (kind === 'delete') {
    refuseOptions(entity, options);
    return { key: [] };
  }
  const item = readChangeOptions(entity, options, reading);
  const isFound = entity.key.every((field) => mayReadField(entity, field, reading) && canStandInUrl(field));
  const key = kind === 'create' && isFound ? entity.key.map(({ documentName }) => documentName) : [];
  return { ...(item !== undefined && { item }), key };
}
