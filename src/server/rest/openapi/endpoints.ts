import { mayIdentify } from '../../../app/challenge.ts';
import type { ErrorCode } from '../../../base/errors.ts';
import type { Action } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import type { DerivedOperations } from '../derive-operations.ts';
import type { ApiView } from './api-view.ts';
import { collectionParameters, itemParameters, type Parameter } from './parameters.ts';
import type { Schema } from './schema.ts';

/** What the document says of one kind of endpoint, beside what sofa-api derives. */
export interface EndpointKind {
  readonly method: 'GET';
  readonly action: Action;
  /** Below the path of the API: `/Order/{id}`. */
  readonly path: (entity: Entity) => string;
  readonly operationId: (entity: Entity) => string;
  readonly summary: (entity: Entity) => string;
  readonly description?: (entity: Entity) => string;
  /** @param argumentNames those of the derived operation */
  readonly parameters: (entity: Entity, argumentNames: readonly string[], view: ApiView) => readonly Parameter[];
  /** Responses without an error, by status; `answer` is what the derived operation gives. */
  readonly successes: (entity: Entity, answer: Schema, view: ApiView) => Readonly<Record<string, object>>;
  readonly errors: (view: ApiView) => readonly ErrorCode[];
}

/** One of them for each operation that is derived: a method that is served is described here, and nowhere else. */
export const endpointKinds: Readonly<Record<keyof DerivedOperations, EndpointKind>> = {
  list: {
    method: 'GET',
    action: 'read',
    path: ({ rest }) => `/${encodeURI(rest.path)}`,
    operationId: ({ graphql }) => graphql.list ?? graphql.connection,
    summary: ({ graphql }) => `${graphql.plural}: filtered, searched, ordered, a page of them`,
    parameters: collectionParameters,
    successes: ({ graphql }, answer) => ({
      200: {
        description: `A page of ${graphql.plural}.`,
        headers: { ...cachingHeaders, Link: header('Link') },
        content: json(answer),
      },
      304: NOT_MODIFIED,
    }),
    errors: readErrors,
  },
  one: {
    method: 'GET',
    action: 'read',
    path: (entity) => `/${encodeURI(entity.rest.path)}/${entity.key.map(({ name }) => `{${name}}`).join('/')}`,
    operationId: ({ graphql }) => graphql.one,
    summary: ({ graphql }) => `One ${graphql.type}, by its key`,
    description: ({ rest, key }) =>
      `The same by name: \`/${rest.path}/${key.map(({ name }) => `${name}/{${name}}`).join('/')}\`.`,
    parameters: (entity, _argumentNames, view) => itemParameters(entity, view),
    successes: ({ graphql }, answer, view) => ({
      200: {
        description: `The ${graphql.type}${view.runtime.rest.missingItemIsEmpty ? ', or none' : ''}.`,
        headers: cachingHeaders,
        content: json(itemAnswer(answer, view)),
      },
      304: NOT_MODIFIED,
    }),
    errors: (view) => [
      ...(view.runtime.rest.missingItemIsEmpty ? [] : (['ItemNotFound'] as const)),
      ...readErrors(view),
    ],
  },
};

/** Headers that operations share, by their names in the document. */
export const sharedHeaders = {
  ETag: { schema: { type: 'string' }, description: 'Stands for what was answered; for `If-None-Match`.' },
  'Cache-Control': { schema: { type: 'string' }, description: 'Who may keep the answer, and for how long.' },
  Link: {
    schema: { type: 'string' },
    description: 'Other pages, as `<url>; rel="next"`: `next`, `prev` and `first`.',
  },
} as const;

const header = (name: keyof typeof sharedHeaders): object => ({ $ref: `#/components/headers/${name}` });

const cachingHeaders = { ETag: header('ETag'), 'Cache-Control': header('Cache-Control') };

const NOT_MODIFIED = {
  description: 'The answer is still the one that `If-None-Match` names.',
  headers: cachingHeaders,
};

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** The item itself, or in the envelope that is configured. */
function itemAnswer(item: Schema, { runtime }: ApiView): Schema {
  const { singleItemEnvelope, missingItemIsEmpty } = runtime.rest;
  const enveloped = (minItems: number, maxItems: number): Schema => ({
    type: 'object',
    properties: { value: { type: 'array', items: item, minItems, maxItems } },
    required: ['value'],
  });
  if (singleItemEnvelope === 'value') return enveloped(missingItemIsEmpty ? 0 : 1, 1);
  return missingItemIsEmpty ? { anyOf: [item, enveloped(0, 0)] } : item;
}

function readErrors(view: ApiView): readonly ErrorCode[] {
  return [
    'BadRequest',
    'InvalidField',
    'LimitExceeded',
    ...(mayIdentify(view.runtime.authentication) ? (['Unauthenticated'] as const) : []),
    'Forbidden',
    'NotAcceptable',
    ...(view.runtime.limits.requestsPerMinute === undefined ? [] : (['RateLimited'] as const)),
    'Internal',
    'Unavailable',
    'DatabaseTimeout',
  ];
}
