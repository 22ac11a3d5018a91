import { canAuthenticate } from '../../../app/challenge.ts';
import type { ErrorCode } from '../../../base/errors.ts';
import type { Action } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import type { ApiView } from './api-view.ts';
import type { Parameter } from './parameters.ts';
import type { Schema } from './schema.ts';

/** Description of an endpoint, to complete the OpenAPI operation that sofa-api generates. */
export interface EndpointKind {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A role needs the right to at least one of these actions. */
  readonly actions: readonly Action[];
  /** Relative to the API path: `/Order/{id}`. */
  readonly path: (entity: Entity) => string;
  readonly operationId: (entity: Entity) => string;
  readonly summary: (entity: Entity) => string;
  readonly description?: (entity: Entity) => string;
  /** True if clients can subscribe to the response as server-sent events. */
  readonly isLive?: boolean;
  /** @param argumentNames arguments of the derived operation */
  readonly parameters: (entity: Entity, argumentNames: readonly string[], view: ApiView) => readonly Parameter[];
  /** Input type, if the body is an item. */
  readonly input?: 'create' | 'replace' | 'update';
  /** Schema of a body that is not an item. */
  readonly body?: (entity: Entity) => { readonly required: boolean; readonly schema: Schema };
  /** Returns responses by status. `answer` is the schema of the operation's result. */
  readonly successes: (entity: Entity, answer: Schema, view: ApiView) => Readonly<Record<string, object>>;
  readonly errors: (view: ApiView) => readonly ErrorCode[];
}

/** Relative to the API path: `/Order`. */
export const collectionPath = ({ rest }: Entity): string => `/${encodeURI(rest.path)}`;

/** Returns a path such as `/OrderDetail/{order_id}/{line_no}`. */
export const itemPath = (entity: Entity): string =>
  [collectionPath(entity), ...entity.key.map(({ name }) => `{${name}}`)].join('/');

/** Headers by component name. */
export const sharedHeaders = {
  ETag: {
    schema: { type: 'string' },
    description: 'Version of the response, for `If-None-Match`. The tag of an item can also be sent in `If-Match`.',
  },
  'Cache-Control': { schema: { type: 'string' }, description: 'Who may cache the response, and for how long.' },
  Link: {
    schema: { type: 'string' },
    description: 'Other pages, as `<url>; rel="next"`: `next`, `prev`, and `first`.',
  },
  Location: {
    schema: { type: 'string', format: 'uri-reference' },
    description: 'URL of the new item. Absent if the caller may not read its key.',
  },
} as const;

export const headersOf = (names: readonly (keyof typeof sharedHeaders)[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const json = (schema: Schema) => ({ 'application/json': { schema } });

/** Returns the schema of `{ "value": [item] }`. */
export const envelopeOf = (item: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'object',
  properties: { value: { type: 'array', items: item, minItems, maxItems } },
  required: ['value'],
});

export const commonErrors = ({ runtime }: ApiView): readonly ErrorCode[] => [
  'BadRequest',
  'InvalidField',
  'LimitExceeded',
  ...(canAuthenticate(runtime.authentication) ? (['Unauthenticated'] as const) : []),
  'Forbidden',
  'NotAcceptable',
  ...(runtime.rateLimit === undefined ? [] : (['RateLimited'] as const)),
  'Internal',
  'Unavailable',
  'DatabaseTimeout',
];
