import type { Entity } from '../../../model/model.ts';
import type { ApiView } from './api-view.ts';
import { type EndpointKind, json } from './endpoint-kind.ts';
import { errorResponses } from './error-responses.ts';
import { type Schema, schemaRef } from './schema.ts';
import { securityOf } from './security.ts';

/** The parts of sofa-api's description of an operation that are used. */
export interface SofaOperation {
  readonly tags: readonly string[];
  /** The arguments of the operation. */
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
}

/** An operation as sofa-api describes it, with all that clients of ours must know. */
export function completeOperation(
  { tags, parameters, responses }: SofaOperation,
  { entity, kind }: { readonly entity: Entity; readonly kind: EndpointKind },
  view: ApiView,
): object {
  const answer = responses[200].content['application/json'].schema;
  return {
    tags,
    operationId: kind.operationId(entity),
    summary: kind.summary(entity),
    ...(kind.description && { description: kind.description(entity) }),
    parameters: kind.parameters(
      entity,
      parameters.map(({ name }) => name),
      view,
    ),
    ...(kind.input && { requestBody: requestBody(entity, kind.input) }),
    ...(kind.body && { requestBody: describeBody(kind.body(entity)) }),
    responses: {
      ...kind.successes(entity, answer, view),
      ...errorResponses(kind.errors(view), (kind.input ?? kind.body) !== undefined),
    },
    ...securityOf(entity, kind.actions, view),
  };
}

const describeBody = ({ required, schema }: ReturnType<NonNullable<EndpointKind['body']>>): object => ({
  required,
  content: json(schema),
});

/** The body for an item, by the input of GraphQL that the item becomes. */
const requestBody = ({ graphql }: Entity, input: NonNullable<EndpointKind['input']>): object => ({
  required: true,
  content: json(schemaRef(graphql.types[input])),
});
