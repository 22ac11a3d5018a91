import type { FastifyReply, FastifyRequest } from 'fastify';
import { tagForEncoding } from './entity-tags.ts';
import { readTags } from './read-tags.ts';

/** A successful answer to a GET or HEAD, and what caches must know of it. */
export interface Cacheable {
  readonly body: string | Buffer;
  /** As it stands in the header, quotes and all. */
  readonly etag: string;
  readonly cacheControl: string;
}

/**
 * Sends the body, or 304 without one where the client has it already; both with the headers for caches. Routes that use this name HEAD
 * beside GET: the HEAD that Fastify adds by itself would give a 304 a length of 0.
 */
export function sendCacheable(
  { headers, server }: FastifyRequest,
  reply: FastifyReply,
  { body, etag, cacheControl }: Cacheable,
): FastifyReply {
  reply.headers({ etag, 'cache-control': cacheControl });
  const known = headers['if-none-match'];
  if (known === undefined) return reply.send(body);
  // The coding in which `addCompression` will send the body: the tag names it.
  const encoding = server.codingFor(headers, body);
  const sent = encoding === undefined ? etag : tagForEncoding(etag, encoding);
  if (!isUnchanged(known, sent)) return reply.send(body);
  return reply.code(304).header('etag', sent).removeHeader('content-type').send();
}

/**
 * Whether `If-None-Match` says that the client has the answer with this ETag, by weak comparison; `*` stands for any answer. A malformed
 * header is ignored. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return ifNoneMatch === '*' || readTags(ifNoneMatch)?.some(({ text }) => text === plain) === true;
}
