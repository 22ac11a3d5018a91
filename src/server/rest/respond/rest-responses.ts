import type { AnswerResult, SuccessfulAnswer } from '../../../app/application.ts';
import { type ApiError, copyApiError, throwApiError } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { itemTag, listTag } from '../../caching/entity-tags.ts';
import { findTooLarge } from '../../http/too-large.ts';
import type { RestOperation } from '../document/rest-operations.ts';
import { linkHeader } from './links.ts';
import { readItem, readPageMetadata } from './read-answer.ts';

export interface RestResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON. */
  readonly body: string;
  readonly etag: string;
}

/**
 * Responds with `{ "value": […], "nextLink"?, "count"? }`.
 * @throws ApiError LimitExceeded
 */
export function respondCollection(
  { data, metadata }: Pick<SuccessfulAnswer, 'data' | 'metadata'>,
  { operation, address, config }: { operation: RestOperation; address: string; config: Config },
): RestResponse {
  invariant(operation.links, 'a collection has links');
  const links = operation.links(address, readPageMetadata(metadata));
  const nextLink = links.next === undefined ? '' : `,"nextLink":${JSON.stringify(links.next)}`;
  const count = metadata.totalCount === undefined ? '' : `,"count":${metadata.totalCount}`;
  const body = checkBodySize(`{"value":${data}${nextLink}${count}}`, config);
  return { headers: linkHeader(links), body, etag: listTag(body) };
}

/**
 * Responds with an item, in the configured envelope.
 * @throws ApiError ItemNotFound if there is no item
 */
export function respondItem(
  answered: Pick<SuccessfulAnswer, 'data' | 'metadata'>,
  { entity, key, config }: { entity: Entity; key: Readonly<Record<string, unknown>>; config: Config },
): RestResponse {
  const read = readItem(answered);
  if (read === undefined) {
    if (!config.runtime.rest.missingItemIsEmpty) rejectMissing(entity, key);
    const body = '{"value":[]}';
    return { headers: {}, body, etag: listTag(body) };
  }
  invariant(read.row !== undefined, 'an item read by its key has a row hash');
  const body = checkBodySize(writeItem(read.item, config), config);
  return { headers: {}, body, etag: itemTag(read.row, body) };
}

export const writeItem = (item: string, { runtime }: Config): string =>
  runtime.rest.singleItemEnvelope === 'value' ? `{"value":[${item}]}` : item;

/** Returns the body for a live item that no longer exists. */
export const writeNoItem = ({ runtime }: Config): string =>
  runtime.rest.singleItemEnvelope === 'value' ? '{"value":[]}' : 'null';

/** @param suffix text added to the message */
export const rejectMissing = (entity: Entity, key: Readonly<Record<string, unknown>>, suffix = ''): never =>
  throwApiError('ItemNotFound', `There is no "${entity.name}" with ${nameKey(key)}${suffix}.`);

/** Formats a key: `order_id 5 and line_no 1`. */
export const nameKey = (key: Readonly<Record<string, unknown>>): string =>
  Object.entries(key)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(' and ');

/** Throws LimitExceeded if the body exceeds the limit. */
function checkBodySize(body: string, { runtime }: Config): string {
  const apiError = findTooLarge(body, runtime.limits.responseBytes);
  if (apiError !== undefined) throw apiError;
  return body;
}

/** @throws ApiError if the request failed */
export function requireAnswer(result: AnswerResult): SuccessfulAnswer {
  if (result.kind === 'answered') return result;
  const apiError = result.kind === 'failed' ? result.apiError : result.apiErrors[0];
  invariant(apiError, 'a failed request has an error');
  throw withoutPlace(apiError);
}

/** Removes positions in the composed document, because clients never see that document. */
function withoutPlace(apiError: ApiError): ApiError {
  if (apiError.details?.path === undefined && apiError.details?.argument === undefined) return apiError;
  const { path: _path, argument: _argument, ...details } = apiError.details;
  return copyApiError(apiError, { details: Object.keys(details).length > 0 ? details : undefined });
}
