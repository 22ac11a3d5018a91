import type { DerivedOperations } from '../document/derive-operations.ts';
import type { ApiView } from './api-view.ts';
import { changeKinds } from './change-endpoints.ts';
import {
  collectionPath,
  commonErrors,
  type EndpointKind,
  enveloped,
  headersOf,
  itemPath,
  json,
} from './endpoint-kind.ts';
import { collectionParameters, itemParameters } from './parameters.ts';
import type { Schema } from './schema.ts';

/** Operations that belong to one method each. `createMany` shares POST with `create`; `execute` may have several methods. */
type OfOneMethod = Exclude<keyof DerivedOperations, 'createMany' | 'execute'>;

/** What the document says of each operation that is derived; of `execute` see `executeKinds`. */
export const endpointKinds: Readonly<Record<OfOneMethod, EndpointKind>> = {
  ...changeKinds,
  list: {
    method: 'GET',
    actions: ['read'],
    path: collectionPath,
    operationId: ({ graphql }) => graphql.list ?? graphql.connection,
    summary: ({ graphql }) => `${graphql.plural}: filtered, searched, ordered, a page of them`,
    parameters: collectionParameters,
    successes: ({ graphql }, answer) => ({
      200: {
        description: `A page of ${graphql.plural}.`,
        headers: headersOf(['ETag', 'Cache-Control', 'Link']),
        content: json(answer),
      },
      304: NOT_MODIFIED,
    }),
    errors: commonErrors,
  },
  one: {
    method: 'GET',
    actions: ['read'],
    path: itemPath,
    operationId: ({ graphql }) => graphql.one,
    summary: ({ graphql }) => `One ${graphql.type}, by its key`,
    description: ({ rest, key }) =>
      `The same by name: \`/${rest.path}/${key.map(({ name }) => `${name}/{${name}}`).join('/')}\`.`,
    parameters: (entity, _argumentNames, view) => itemParameters(entity, view),
    successes: ({ graphql }, answer, view) => ({
      200: {
        description: `The ${graphql.type}${view.runtime.rest.missingItemIsEmpty ? ', or none' : ''}.`,
        headers: headersOf(['ETag', 'Cache-Control']),
        content: json(itemAnswer(answer, view)),
      },
      304: NOT_MODIFIED,
    }),
    errors: (view) => [
      ...(view.runtime.rest.missingItemIsEmpty ? [] : (['ItemNotFound'] as const)),
      ...commonErrors(view),
    ],
  },
};

const NOT_MODIFIED = {
  description: 'The answer is still the one that `If-None-Match` names.',
  headers: headersOf(['ETag', 'Cache-Control']),
};

/** The item itself, or in the envelope that is configured. */
function itemAnswer(item: Schema, { runtime }: ApiView): Schema {
  const { singleItemEnvelope, missingItemIsEmpty } = runtime.rest;
  if (singleItemEnvelope === 'value') return enveloped(item, missingItemIsEmpty ? 0 : 1, 1);
  return missingItemIsEmpty ? { anyOf: [item, enveloped(item, 0, 0)] } : item;
}
