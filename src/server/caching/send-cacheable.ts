import type { FastifyReply, FastifyRequest } from 'fastify';
import { tagForEncoding } from './entity-tags.ts';
import { readTags } from './read-tags.ts';

export interface Cacheable {
  readonly body: string | Buffer;
  /** Includes the quotes. */
  readonly etag: string;
  readonly cacheControl: string;
}

/** Sends the body, or 304. Routes must declare HEAD, because Fastify's automatic HEAD sets the length of a 304 to 0. */
export function sendCacheable(
  { headers, server }: FastifyRequest,
  reply: FastifyReply,
  { body, etag, cacheControl }: Cacheable,
): FastifyReply {
  reply.headers({ etag, 'cache-control': cacheControl });
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return reply.send(body);
  // `addCompression` uses the same encoding.
  const encoding = server.encodingFor(headers, body);
  const sent = encoding === undefined ? etag : tagForEncoding(etag, encoding);
  if (!isUnchanged(ifNoneMatch, sent)) return reply.send(body);
  return reply.code(304).header('etag', sent).removeHeader('content-type').send();
}

/**
 * Evaluates `If-None-Match` by weak comparison. Ignores a malformed header.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return ifNoneMatch === '*' || readTags(ifNoneMatch)?.some(({ text }) => text === plain) === true;
}
