import type { AnswerResult } from '../../app/application.ts';
import { Refusal } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Config } from '../../config/config.ts';
import type { Entity } from '../../model/model.ts';
import { findTooLarge } from '../too-large.ts';
import { linkHeader, makeLinks } from './links.ts';
import { readPage, rootText } from './read-answer.ts';
import type { RestOperation } from './rest-operations.ts';

/** An answer ready for the socket. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** `{ "value": […], "nextLink"?, "count"? }`, the rows as the database wrote them. @throws Refusal */
export function respondCollection(
  result: AnswerResult,
  { operation, address, config }: { operation: RestOperation; address: string; config: Config },
): RestResponse {
  const { items, facts } = readPage(dataOf(result));
  const { options, size } = operation;
  const links = makeLinks({ address, options, size }, facts);
  const nextLink = links.next === undefined ? '' : `,"nextLink":${JSON.stringify(links.next)}`;
  const count = facts.totalCount === undefined ? '' : `,"count":${facts.totalCount}`;
  const body = `{"value":${items}${nextLink}${count}}`;
  return bounded({ status: 200, headers: linkHeader(links), body }, config);
}

/** The item itself, or in an envelope where that is configured. @throws Refusal ItemNotFound where there is none */
export function respondItem(
  result: AnswerResult,
  { entity, key, config }: { entity: Entity; key: Readonly<Record<string, unknown>>; config: Config },
): RestResponse {
  const item = rootText(dataOf(result));
  const { singleItemEnvelope, missingItemIsEmpty } = config.runtime.rest;
  const missing = item === 'null';
  if (missing && !missingItemIsEmpty) {
    const named = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    throw new Refusal('ItemNotFound', `There is no "${entity.name}" with ${named.join(' and ')}.`);
  }
  const enveloped = singleItemEnvelope === 'value' || missing;
  const body = enveloped ? `{"value":[${missing ? '' : item}]}` : item;
  return bounded({ status: 200, headers: {}, body }, config);
}

/** @throws Refusal LimitExceeded for a body larger than answers may be */
function bounded(response: RestResponse, { runtime }: Config): RestResponse {
  const refusal = findTooLarge(response.body, runtime.limits.response);
  if (refusal !== undefined) throw refusal;
  return response;
}

/** @throws Refusal for anything but an answer */
function dataOf(result: AnswerResult): string {
  if (result.kind === 'answered') return result.data;
  const refusal = result.kind === 'failed' ? result.refusal : result.refusals[0];
  invariant(refusal, 'a refused request has a refusal');
  throw refusal;
}
