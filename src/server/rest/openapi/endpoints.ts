import type { ErrorCode } from '../../../base/errors.ts';
import type { Action, RestMethod } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { findRight } from '../../../model/role-rights.ts';
import type { DerivedOperations, RestChange } from '../document/derive-operations.ts';
import { actionsOf } from '../path/offered-methods.ts';
import type { ApiView } from './api-view.ts';
import {
  collectionPath,
  commonErrors,
  type EndpointKind,
  envelopeOf,
  headersOf,
  itemPath,
  json,
  type sharedHeaders,
} from './endpoint-kind.ts';
import { inputSchema } from './field-schema.ts';
import {
  callParameters,
  changeParameters,
  collectionParameters,
  itemParameters,
  roleParameters,
} from './parameters.ts';
import type { Schema } from './schema.ts';

const changeKinds: Readonly<Record<Exclude<RestChange, 'createMany'>, EndpointKind>> = {
  create: {
    method: 'POST',
    actions: actionsOf.create,
    path: collectionPath,
    operationId: ({ graphql }) => graphql.changes.create,
    summary: ({ graphql }) => `Creates one ${graphql.type}`,
    description: (entity) =>
      `An array of items creates all of them or none.${
        newRowVisibility(entity) === 'never'
          ? ''
          : ` The response is then \`{ "value": [ … ] }\` with the ${entity.graphql.plural}.`
      }`,
    parameters: (entity, _argumentNames, view) => changeParameters(entity, view, { key: false, conditions: [] }),
    input: 'create',
    successes: (entity, answer, view) => ({
      201: describeCreated(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag', 'Location'] }),
    }),
    errors: (view) => [...changeErrors(view), ...valueErrors],
  },
  replace: {
    method: 'PUT',
    actions: actionsOf.replace,
    path: itemPath,
    operationId: ({ graphql }) => graphql.changes.replace,
    summary: ({ graphql }) => `Replaces one ${graphql.type}, or creates it`,
    description: () => 'Omitted fields get their default, or null.',
    parameters: (entity, _argumentNames, view) =>
      changeParameters(entity, view, { key: true, conditions: ['ifMatch', 'ifNew'] }),
    input: 'replace',
    successes: (entity, answer, view) => ({
      ...describeUpdated({ entity, answer, view, headers: ['ETag'] }),
      201: describeCreated(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag'] }),
    }),
    errors: (view) => [...changeErrors(view), ...valueErrors, 'ItemNotFound', 'PreconditionFailed'],
  },
  update: {
    method: 'PATCH',
    actions: actionsOf.update,
    path: itemPath,
    operationId: ({ graphql }) => graphql.changes.update,
    summary: ({ graphql }) => `Updates the given fields of one ${graphql.type}`,
    parameters: (entity, _argumentNames, view) =>
      changeParameters(entity, view, { key: true, conditions: ['ifMatch'] }),
    input: 'update',
    successes: (entity, answer, view) => ({
      ...describeUpdated({ entity, answer, view, headers: ['ETag'] }),
      ...(view.runtime.rest.patchInserts && {
        201: describeCreated(`The new ${entity.graphql.type}.`, { entity, answer, view, headers: ['ETag'] }),
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
    successes: ({ graphql }) => ({ 204: { description: `The ${graphql.type} was deleted.` } }),
    errors: (view) => [...changeErrors(view), 'ItemNotFound', 'PreconditionFailed'],
  },
};

interface ChangeResponseOptions {
  readonly entity: Entity;
  readonly answer: Schema;
  readonly view: ApiView;
  readonly headers: readonly (keyof typeof sharedHeaders)[];
}

function describeCreated(description: string, response: ChangeResponseOptions): object {
  const rows = newRowVisibility(response.entity);
  return describeResponse(isEnveloped(response) ? description : `${description}${absence[rows]}`, rows, response);
}

/** Describes the responses to an update: 200 with the row, and 204 without a body. */
function describeUpdated(response: ChangeResponseOptions): Readonly<Record<string, object>> {
  const { type } = response.entity.graphql;
  const rows = updatedRowVisibility(response.entity);
  // An envelope is sent even without a row.
  const bodies = isEnveloped(response) ? 'always' : rows;
  const reasons = { always: TOO_LARGE, sometimes: `${UNREADABLE}, or ${TOO_LARGE}`, never: UNREADABLE };
  return {
    ...(bodies !== 'never' && { 200: describeResponse(`The updated ${type}.`, rows, response) }),
    204: { description: `The ${type} was updated; ${reasons[bodies]}.` },
  };
}

const isEnveloped = ({ view }: ChangeResponseOptions): boolean => view.runtime.rest.singleItemEnvelope === 'value';

/** Describes a response with a row. A row without a key has neither `ETag` nor `Location`. */
function describeResponse(description: string, rows: RowVisibility, response: ChangeResponseOptions): object {
  const { entity, answer, headers } = response;
  const isNever = rows === 'never';
  const body = isEnveloped(response) ? envelopeOf(isNever ? {} : answer, 0, isNever ? 0 : 1) : answer;
  return {
    description,
    ...(!isNever && entity.key.length > 0 && { headers: headersOf(headers) }),
    ...((!isNever || isEnveloped(response)) && { content: json(body) }),
  };
}

const TOO_LARGE = 'the response would exceed the size limit';
const UNREADABLE = 'the caller may not read it';

const absence: Readonly<Record<RowVisibility, string>> = {
  always: '',
  sometimes: ' Without a body if the caller may not read it.',
  never: ' The response has no body.',
};

const changeErrors = (view: ApiView): readonly ErrorCode[] => [
  ...commonErrors(view),
  'ConstraintViolated',
  'ApplicationError',
];

const valueErrors: readonly ErrorCode[] = ['UnsupportedMediaType', 'Conflict'];

/** Too many live queries cause `RateLimited`. */
const readErrors = (view: ApiView): readonly ErrorCode[] => [
  ...new Set([...commonErrors(view), ...(view.runtime.live.enabled ? (['RateLimited'] as const) : [])]),
];

/**
 * An operation that has its own method. `createMany` shares POST with `create`, and `execute` may have several
 * methods.
 */
type SingleMethodOperation = Exclude<keyof DerivedOperations, 'createMany' | 'execute'>;

export const endpointKinds: Readonly<Record<SingleMethodOperation, EndpointKind>> = {
  ...changeKinds,
  list: {
    method: 'GET',
    actions: ['read'],
    path: collectionPath,
    operationId: ({ graphql }) => graphql.list ?? graphql.connection,
    isLive: true,
    summary: ({ graphql }) => `Lists ${graphql.plural}, filtered, searched, ordered, and paged`,
    parameters: collectionParameters,
    successes: ({ graphql }, answer) => ({
      200: {
        description: `A page of ${graphql.plural}.`,
        headers: headersOf(['ETag', 'Cache-Control', 'Link']),
        content: json(answer),
      },
      304: NOT_MODIFIED,
    }),
    errors: readErrors,
  },
  item: {
    method: 'GET',
    actions: ['read'],
    path: itemPath,
    operationId: ({ graphql }) => graphql.one,
    isLive: true,
    summary: ({ graphql }) => `Returns one ${graphql.type} by its key`,
    description: ({ rest, key }) =>
      `Alternative path with field names: \`/${rest.path}/${key.map(({ name }) => `${name}/{${name}}`).join('/')}\`.`,
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
      ...readErrors(view),
    ],
  },
};

const NOT_MODIFIED = {
  description: 'The response still matches `If-None-Match`.',
  headers: headersOf(['ETag', 'Cache-Control']),
};

function itemAnswer(item: Schema, { runtime }: ApiView): Schema {
  const { singleItemEnvelope, missingItemIsEmpty } = runtime.rest;
  if (singleItemEnvelope === 'value') return envelopeOf(item, missingItemIsEmpty ? 0 : 1, 1);
  return missingItemIsEmpty ? { anyOf: [item, envelopeOf(item, 0, 0)] } : item;
}

/** Returns one endpoint per method. */
export const executeKinds = ({ routine }: Entity): readonly EndpointKind[] =>
  (routine?.methods ?? []).map((method, index) =>
    executeKind(method, { isRead: method === 'get' && routine?.operation === 'query', isFirst: index === 0 }),
  );

function executeKind(
  method: RestMethod,
  { isRead, isFirst }: { readonly isRead: boolean; readonly isFirst: boolean },
): EndpointKind {
  const takesBody = method !== 'get' && method !== 'delete';
  return {
    method: method.toUpperCase() as Uppercase<RestMethod>,
    actions: actionsOf.execute,
    path: collectionPath,
    operationId: ({ graphql }) => (isFirst ? graphql.execute : `${graphql.execute}_${method}`),
    summary: ({ name, description }) => description ?? `Runs ${name}`,
    parameters: (entity, _argumentNames, view) =>
      takesBody ? roleParameters(view) : callParameters(entity, view, isRead),
    ...(takesBody && { body: parametersBody }),
    successes: (_entity, answer) => ({
      200: {
        description: 'The result.',
        headers: headersOf(isRead ? ['ETag', 'Cache-Control'] : ['Cache-Control']),
        content: json({ type: 'object', properties: { value: answer }, required: ['value'] }),
      },
      ...(isRead && {
        304: {
          description: 'The response still matches `If-None-Match`.',
          headers: headersOf(['ETag', 'Cache-Control']),
        },
      }),
    }),
    errors: (view) => [
      ...commonErrors(view),
      'ConstraintViolated',
      'ApplicationError',
      'Conflict',
      ...(takesBody ? (['UnsupportedMediaType'] as const) : []),
    ],
  };
}

function parametersBody({ routine }: Entity): { required: boolean; schema: Schema } {
  const inputs = (routine?.parameters ?? []).filter(({ mode }) => mode !== 'out');
  const required = inputs.flatMap((parameter) => (parameter.required ? [parameter.name] : []));
  const properties = inputs.map((parameter) => [
    parameter.name,
    {
      ...inputSchema(parameter, !parameter.required),
      ...(parameter.default !== undefined && { default: parameter.default }),
    },
  ]);
  return {
    // The service requires the JSON content type, and generated clients send it only with a body.
    required: true,
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
  };
}

/** Visibility of a changed row in the response. Ignores the size limit. */
type RowVisibility = 'always' | 'sometimes' | 'never';

/** Returns the visibility for the roles that may create the row. */
const newRowVisibility = (entity: Entity): RowVisibility =>
  entity.newRowIsLost ? 'never' : rowVisibility(entity, 'create');

/** Returns the visibility for the roles that may update the row. */
const updatedRowVisibility = (entity: Entity): RowVisibility => rowVisibility(entity, 'update');

function rowVisibility(entity: Entity, action: Action): RowVisibility {
  const roles = [...entity.rights.keys()].filter((role) => findRight(entity, role, action) !== undefined);
  const shown = new Set(roles.map((role) => roleVisibility(entity, role)));
  const [first = 'never', ...others] = shown;
  return others.length === 0 ? first : 'sometimes';
}

function roleVisibility(entity: Entity, role: string): RowVisibility {
  const right = entity.operations.has('read') ? findRight(entity, role, 'read') : undefined;
  const isReadable = right !== undefined && entity.fields.some(({ name }) => right.fields.has(name));
  if (!isReadable) return 'never';
  return right.policy === undefined ? 'always' : 'sometimes';
}
