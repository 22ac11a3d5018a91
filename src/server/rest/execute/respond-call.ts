import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { listTag } from '../../caching/entity-tags.ts';
import { findTooLarge } from '../../too-large.ts';

/** The answer to a run of a function or procedure. */
export interface CallResponse {
  readonly status: 200 | 204;
  /** JSON text; absent where what was done is too large to be shown. */
  readonly body?: string;
  /** Of what is read, and may be kept. */
  readonly etag?: string;
}

/** `{ "value": [ rows ] }`: the text of the answer itself. @throws Refusal LimitExceeded where nothing was done that must be told */
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
