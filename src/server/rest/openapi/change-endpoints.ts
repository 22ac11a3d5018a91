import type { ErrorCode } from '../../../base/errors.ts';
import type { Entity } from '../../../model/model.ts';
import { isReadable } from '../../../model/visibility.ts';
import type { RestChange } from '../document/derive-operations.ts';
import { actionsOf } from '../path/offered-methods.ts';
import type { ApiView } from './api-view.ts';
import {
  collectionPath,
  commonErrors,
  type EndpointKind,
  enveloped,
  headersOf,
  itemPath,
  json,
  type sharedHeaders,
} from './endpoint-kind.ts';
import { changeParameters } from './parameters.ts';
import type { Schema } from './schema.ts';

/** What the document says of changes. */
export const changeKinds: Readonly<Record<Exclude<RestChange, 'createMany'>, EndpointKind>> = {
  create: {
    method: 'POST',
    actions: actionsOf.create,
    path: collectionPath,
    operationId: ({ graphql }) => graphql.changes.create,
    summary: ({ graphql }) => `Creates one ${graphql.type}`,
    description: ({ graphql }) =>
      `An array of items creates them all, or none; the answer is \`{ "value": [ … ] }\` then, with the ${graphql.plural} in it.`,
    parameters: (entity, _argumentNames, view) => changeParameters(entity, view, { key: false, conditions: [] }),
    input: 'create',
    successes: (entity, answer, view) => ({
      201: shown(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag', 'Location'] }),
    }),
    errors: (view) => [...changeErrors(view), ...valueErrors],
  },
  replace: {
    method: 'PUT',
    actions: actionsOf.replace,
    path: itemPath,
    operationId: ({ graphql }) => graphql.changes.replace,
    summary: ({ graphql }) => `Replaces one ${graphql.type}, or creates it`,
    description: () => 'What is left out gets its default, or null.',
    parameters: (entity, _argumentNames, view) =>
      changeParameters(entity, view, { key: true, conditions: ['ifMatch', 'ifNew'] }),
    input: 'replace',
    successes: (entity, answer, view) => ({
      200: shown(`The ${entity.graphql.type} as it is now.`, { entity, answer, view, headers: ['ETag'] }),
      201: shown(`The ${entity.graphql.type}, which is new.`, { entity, answer, view, headers: ['ETag'] }),
      ...unseen(view),
    }),
    errors: (view) => [...changeErrors(view), ...valueErrors, 'ItemNotFound', 'PreconditionFailed'],
  },
  update: {
    method: 'PATCH',
    actions: actionsOf.update,
    path: itemPath,
    operationId: ({ graphql }) => graphql.changes.update,
    summary: ({ graphql }) => `Changes what is given of one ${graphql.type}`,
    parameters: (entity, _argumentNames, view) =>
      changeParameters(entity, view, { key: true, conditions: ['ifMatch'] }),
    input: 'update',
    successes: (entity, answer, view) => ({
      200: shown(`The ${entity.graphql.type} as it is now.`, { entity, answer, view, headers: ['ETag'] }),
      ...(view.runtime.rest.patchInserts && {
        201: shown(`The ${entity.graphql.type}, which is new.`, { entity, answer, view, headers: ['ETag'] }),
      }),
      ...unseen(view),
    }),
    errors: (view) => [...changeErrors(view), ...valueErrors, 'ItemNotFound', 'PreconditionFailed'],
  },
  delete: {
    method: 'DELETE',
    actions: actionsOf.delete,
    path: itemPath,
    operationId: ({ graphql }) => graphql.changes.delete,
    summary: ({ graphql }) => `Deletes one ${graphql.type}`,
    parameters: (entity, _argumentNames, view) =>
      changeParameters(entity, view, { key: true, conditions: ['ifMatch'], answers: false }),
    successes: ({ graphql }) => ({ 204: { description: `The ${graphql.type} is no more.` } }),
    errors: (view) => [...changeErrors(view), 'ItemNotFound', 'PreconditionFailed'],
  },
};

interface Shown {
  readonly entity: Entity;
  readonly answer: Schema;
  readonly view: ApiView;
  readonly headers: readonly (keyof typeof sharedHeaders)[];
}

/** The response with the item; a role that may not read it gets no body. */
function shown(description: string, { entity, answer, view, headers }: Shown): object {
  const isShown = isReadable(entity);
  const isEnveloped = view.runtime.rest.singleItemEnvelope === 'value';
  const body = isEnveloped ? enveloped(isShown ? answer : {}, 0, isShown ? 1 : 0) : answer;
  return {
    description: `${description}${isEnveloped ? '' : ' Without a body for who may not read it.'}`,
    headers: headersOf(headers),
    ...((isShown || isEnveloped) && { content: json(body) }),
  };
}

const unseen = ({ runtime }: ApiView): Readonly<Record<string, object>> =>
  runtime.rest.singleItemEnvelope === 'value'
    ? {}
    : { 204: { description: 'It is changed, for who may not read it.' } };

/** Errors of a change that do not come from its values. */
const changeErrors = (view: ApiView): readonly ErrorCode[] => [
  ...commonErrors(view),
  'ConstraintViolated',
  'ApplicationError',
];

const valueErrors: readonly ErrorCode[] = ['UnsupportedMediaType', 'Conflict'];
