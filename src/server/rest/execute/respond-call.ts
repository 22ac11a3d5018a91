import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { listTag } from '../../caching/entity-tags.ts';
import { findTooLarge } from '../../too-large.ts';

/** The answer to a run of a function or procedure. */
export interface CallResponse {
  readonly status: 200 | 204;
  /** JSON text; absent where a change was made and its result is too large to be shown. */
  readonly body?: string;
  /** Present for a result that only reads: caches may keep it. */
  readonly etag?: string;
}

/** `{ "value": [ rows ] }`. @throws Refusal LimitExceeded for a result that is too large, where nothing was changed */
export function respondCall(
  data: string,
  { entity: { routine }, method, config: { runtime } }: { entity: Entity; method: string; config: Config },
): CallResponse {
  const isQuery = routine?.operation === 'query';
  const tooLarge = findTooLarge(data, runtime.limits.response);
  if (tooLarge !== undefined && isQuery) throw tooLarge;
  if (tooLarge !== undefined) return { status: 204 };
  const isRead = isQuery && (method === 'GET' || method === 'HEAD');
  return { status: 200, body: data, ...(isRead && { etag: listTag(data) }) };
}
