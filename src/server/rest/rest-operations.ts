import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Application } from '../../app/application.ts';
import { refuse } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Entity } from '../../model/model.ts';
import { createDocuments, readDocument } from '../documents/documents.ts';
import { argumentTypes } from './argument-types.ts';
import { type Composed, composeCollection, composeOne } from './compose-document.ts';
import { createDeriveOperations } from './derive-operations.ts';
import { type QueryOption, readQueryString } from './query-options.ts';
import { readCollectionOptions, readItemOptions } from './read-options.ts';

/** What one URL asks of one role, understood: ready to be answered. */
export interface RestOperation {
  readonly document: DocumentNode;
  readonly variables: Composed['variables'];
  readonly options: readonly QueryOption[];
  /** Rows of a page; for a collection. */
  readonly size: number;
}

/** Turns URLs into operations, and remembers what it understood. */
export interface RestOperations {
  /** @throws Refusal BadRequest, InvalidField, Forbidden, LimitExceeded */
  collection(entity: Entity, role: string, query: string): RestOperation;
  /** @throws Refusal as above */
  one(entity: Entity, role: string, query: string): RestOperation;
}

/** Of what compiled operations may take, the part for documents, and for URLs that were understood. */
const SHARE = 0.25;

/** Bytes that an understood URL takes beside its text, about: parsed options, variables, the entry itself. */
const ENTRY = 1500;

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
    // Its length is bounded by that of the URL, and by the fields of the entities.
    limits: { ...limits, tokens: Number.POSITIVE_INFINITY },
  });
  const understood = new LRUCache<string, RestOperation>({
    maxSize: bytes,
    maxEntrySize: Math.ceil(bytes / 16),
    sizeCalculation: (_operation, key) => ENTRY + key.length * 8,
  });
  const types = argumentTypes(schema);
  const suggest = mode === 'development';

  const remember = (key: string, make: () => RestOperation): RestOperation => {
    const known = understood.get(key);
    if (known !== undefined) return known;
    const made = make();
    understood.set(key, made);
    return made;
  };
  const documentOf = ({ text }: Composed): DocumentNode => {
    const read = readDocument(documents, text);
    if ('document' in read) return read.document;
    const [first] = read.refusals;
    throw first?.code === 'LimitExceeded' ? first : new Error(`A composed document is invalid: ${first?.message}`);
  };

  return {
    collection: (entity, role, query) =>
      remember(`${role}\0${entity.name}\0${query}`, () => {
        const options = readQueryString(query);
        const request = readCollectionOptions(entity, options, { model, role, suggest });
        const operation = derived(entity)?.list;
        invariant(operation, `what a role may read is derived: ${entity.name}`);
        const composed = composeCollection(request, { entity, operation, types });
        const size = request.first ?? request.last ?? model.pageSize.default;
        return { document: documentOf(composed), variables: composed.variables, options, size };
      }),
    one: (entity, role, query) =>
      remember(`${role}\0${entity.name}\0\0${query}`, () => {
        const options = readQueryString(query);
        const request = readItemOptions(entity, options, { model, role, suggest });
        const operation = derived(entity)?.one ?? refuseKey(entity, role);
        const composed = composeOne(request, { entity, operation, types });
        return { document: documentOf(composed), variables: composed.variables, options, size: 1 };
      }),
  };
}

/** Where nobody may read the key, an answer by key would tell it. */
const refuseKey = (entity: Entity, role: string): never =>
  refuse(
    'Forbidden',
    `The role "${role}" may not read the key of "${entity.name}", so that no item can be asked for.`,
    {
      entity: entity.name,
    },
  );
