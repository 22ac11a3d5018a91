import type { AnswerResult } from '../../app/application.ts';
import { refuse } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Config } from '../../config/config.ts';
import type { Entity } from '../../model/model.ts';
import { itemTag, listTag } from '../caching/entity-tags.ts';
import { findTooLarge } from '../too-large.ts';
import { linkHeader, makeLinks } from './links.ts';
import { readItem, readPage } from './read-answer.ts';
import type { RestOperation } from './rest-operations.ts';

/** An answer ready for the socket. */
export interface RestResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  readonly etag: string;
}

/** `{ "value": […], "nextLink"?, "count"? }`, the rows as the database wrote them. @throws Refusal LimitExceeded */
export function respondCollection(
  data: string,
  { operation, address, config }: { operation: RestOperation; address: string; config: Config },
): RestResponse {
  const { items, facts } = readPage(data);
  const { options, size } = operation;
  const links = makeLinks({ address, options, size }, facts);
  const nextLink = links.next === undefined ? '' : `,"nextLink":${JSON.stringify(links.next)}`;
  const count = facts.totalCount === undefined ? '' : `,"count":${facts.totalCount}`;
  const body = bounded(`{"value":${items}${nextLink}${count}}`, config);
  return { headers: { link: linkHeader(links) }, body, etag: listTag(body) };
}

/** The item itself, or in an envelope where that is configured. @throws Refusal ItemNotFound where there is none */
export function respondItem(
  data: string,
  { entity, key, config }: { entity: Entity; key: Readonly<Record<string, unknown>>; config: Config },
): RestResponse {
  const read = readItem(data);
  const { singleItemEnvelope, missingItemIsEmpty } = config.runtime.rest;
  if (read === undefined) {
    if (!missingItemIsEmpty) refuseMissing(entity, key);
    const body = '{"value":[]}';
    return { headers: {}, body, etag: listTag(body) };
  }
  const body = bounded(singleItemEnvelope === 'value' ? `{"value":[${read.item}]}` : read.item, config);
  return { headers: {}, body, etag: itemTag(read.row, body) };
}

function refuseMissing(entity: Entity, key: Readonly<Record<string, unknown>>): never {
  const named = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return refuse('ItemNotFound', `There is no "${entity.name}" with ${named.join(' and ')}.`);
}

/** @throws Refusal LimitExceeded for a body larger than answers may be */
function bounded(body: string, { runtime }: Config): string {
  const refusal = findTooLarge(body, runtime.limits.response);
  if (refusal !== undefined) throw refusal;
  return body;
}

/** What was answered. @throws Refusal for anything but an answer */
export function requireAnswer(result: AnswerResult): Extract<AnswerResult, { kind: 'answered' }> {
  if (result.kind === 'answered') return result;
  const refusal = result.kind === 'failed' ? result.refusal : result.refusals[0];
  invariant(refusal, 'a refused request has a refusal');
  throw refusal;
}
