import type { RestMethod } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { actionsOf } from '../path/offered-methods.ts';
import { collectionPath, commonErrors, type EndpointKind, headersOf, json } from './endpoint-kind.ts';
import { inputSchema } from './field-schema.ts';
import { callParameters, roleParameters } from './parameters.ts';
import type { Schema } from './schema.ts';

/** What the document says of running a function or procedure, for each method that does. */
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
        description: 'What it gives back.',
        headers: headersOf(isRead ? ['ETag', 'Cache-Control'] : ['Cache-Control']),
        content: json({ type: 'object', properties: { value: answer }, required: ['value'] }),
      },
      ...(isRead && {
        304: {
          description: 'The answer is still the one that `If-None-Match` names.',
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
  const given = (routine?.parameters ?? []).filter(({ mode }) => mode !== 'out');
  const required = given.flatMap((parameter) => (parameter.required ? [parameter.name] : []));
  const properties = given.map((parameter) => [
    parameter.name,
    {
      ...inputSchema(parameter, !parameter.required),
      ...(parameter.default !== undefined && { default: parameter.default }),
    },
  ]);
  return {
    // A request needs the media type of JSON even without parameters, and clients send it with a body alone.
    required: true,
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
  };
}
