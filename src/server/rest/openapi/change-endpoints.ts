import type { ErrorCode } from '../../../base/errors.ts';
import type { Entity } from '../../../model/model.ts';
import type { RestChange } from '../document/derive-operations.ts';
import { actionsOf } from '../path/offered-methods.ts';
import type { ApiView } from './api-view.ts';
import { type ShownRow, showsNew, showsUpdated } from './change-bodies.ts';
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
    description: (entity) =>
      `An array of items creates all of them or none.${
        showsNew(entity) === 'never'
          ? ''
          : ` The response is then \`{ "value": [ … ] }\` with the ${entity.graphql.plural}.`
      }`,
    parameters: (entity, _argumentNames, view) => changeParameters(entity, view, { key: false, conditions: [] }),
    input: 'create',
    successes: (entity, answer, view) => ({
      201: created(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag', 'Location'] }),
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
      ...updated({ entity, answer, view, headers: ['ETag'] }),
      201: created(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag'] }),
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
      ...updated({ entity, answer, view, headers: ['ETag'] }),
      ...(view.runtime.rest.patchInserts && {
        201: created(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag'] }),
      }),
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

/** Returns the response to a change that creates a row. */
function created(description: string, response: Shown): object {
  const rows = showsNew(response.entity);
  return shown(isEnveloped(response) ? description : `${description}${absence[rows]}`, rows, response);
}

/** Returns the responses to a change of a row that exists: 204 without a body. */
function updated(response: Shown): Readonly<Record<string, object>> {
  const { type } = response.entity.graphql;
  const rows = showsUpdated(response.entity);
  // An envelope says itself that there is no row to show.
  const bodies = isEnveloped(response) ? 'always' : rows;
  const reasons = { always: TOO_LARGE, sometimes: `${UNREADABLE}, or ${TOO_LARGE}`, never: UNREADABLE };
  return {
    ...(bodies !== 'never' && { 200: shown(`The changed ${type}.`, rows, response) }),
    204: { description: `The ${type} is changed; ${reasons[bodies]}.` },
  };
}

const isEnveloped = ({ view }: Shown): boolean => view.runtime.rest.singleItemEnvelope === 'value';

/** A row without a key has neither `ETag` nor `Location`. */
function shown(description: string, rows: ShownRow, response: Shown): object {
  const { entity, answer, headers } = response;
  const isNever = rows === 'never';
  const body = isEnveloped(response) ? enveloped(isNever ? {} : answer, 0, isNever ? 0 : 1) : answer;
  return {
    description,
    ...(!isNever && entity.key.length > 0 && { headers: headersOf(headers) }),
    ...((!isNever || isEnveloped(response)) && { content: json(body) }),
  };
}

const TOO_LARGE = 'the response would exceed the size limit';
const UNREADABLE = 'the caller may not read it';

/** Sentences about a response that may have no body, or has none. */
const absence: Readonly<Record<ShownRow, string>> = {
  always: '',
  sometimes: ' Without a body if the caller may not read it.',
  never: ' The response has no body.',
};

/** Errors of a change that do not come from its values. */
const changeErrors = (view: ApiView): readonly ErrorCode[] => [
  ...commonErrors(view),
  'ConstraintViolated',
  'ApplicationError',
];

const valueErrors: readonly ErrorCode[] = ['UnsupportedMediaType', 'Conflict'];
