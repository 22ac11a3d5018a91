import { mayIdentify } from '../../../app/challenge.ts';
import type { ErrorCode } from '../../../base/errors.ts';
import type { Action } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import type { ApiView } from './api-view.ts';
import type { Parameter } from './parameters.ts';
import type { Schema } from './schema.ts';

/** What the document says of one kind of endpoint, beside what sofa-api derives. */
export interface EndpointKind {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The actions; a right to one of them is needed. */
  readonly actions: readonly Action[];
  /** Below the path of the API: `/Order/{id}`. */
  readonly path: (entity: Entity) => string;
  readonly operationId: (entity: Entity) => string;
  readonly summary: (entity: Entity) => string;
  readonly description?: (entity: Entity) => string;
  /** @param argumentNames those of the derived operation */
  readonly parameters: (entity: Entity, argumentNames: readonly string[], view: ApiView) => readonly Parameter[];
  /** For bodies that are items: the input of GraphQL that they become. */
  readonly input?: 'create' | 'replace' | 'update';
  /** For bodies that are no items. */
  readonly body?: (entity: Entity) => { readonly required: boolean; readonly schema: Schema };
  /** Responses without an error, by status; `answer` is what the derived operation gives. */
  readonly successes: (entity: Entity, answer: Schema, view: ApiView) => Readonly<Record<string, object>>;
  readonly errors: (view: ApiView) => readonly ErrorCode[];
}

/** Below the path of the API: `/Order`. */
export const collectionPath = ({ rest }: Entity): string => `/${encodeURI(rest.path)}`;

/** `/OrderDetail/{order_id}/{line_no}` */
export const itemPath = (entity: Entity): string =>
  [collectionPath(entity), ...entity.key.map(({ name }) => `{${name}}`)].join('/');

/** Headers that operations share, by their names in the document. */
export const sharedHeaders = {
  ETag: {
    schema: { type: 'string' },
    description: 'Stands for what was answered; for `If-None-Match`, and that of an item for `If-Match`.',
  },
  'Cache-Control': { schema: { type: 'string' }, description: 'Who may keep the answer, and for how long.' },
  Link: {
    schema: { type: 'string' },
    description: 'Other pages, as `<url>; rel="next"`: `next`, `prev` and `first`.',
  },
  Location: {
    schema: { type: 'string', format: 'uri-reference' },
    description: 'Where the new item is; absent for who may not read its key.',
  },
} as const;

/** Of a response: these headers. */
export const headersOf = (names: readonly (keyof typeof sharedHeaders)[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The content of a body. */
export const json = (schema: Schema) => ({ 'application/json': { schema } });

/** `{ "value": [item] }` */
export const enveloped = (item: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'object',
  properties: { value: { type: 'array', items: item, minItems, maxItems } },
  required: ['value'],
});

/** Errors of any request. */
export const commonErrors = ({ runtime }: ApiView): readonly ErrorCode[] => [
  'BadRequest',
  'InvalidField',
  'LimitExceeded',
  ...(mayIdentify(runtime.authentication) ? (['Unauthenticated'] as const) : []),
  'Forbidden',
  'NotAcceptable',
  ...(runtime.limits.requestsPerMinute === undefined ? [] : (['RateLimited'] as const)),
  'Internal',
  'Unavailable',
  'DatabaseTimeout',
];
