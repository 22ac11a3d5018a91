import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';
import type { Runtime } from '../../config/config.ts';
import { codedTag } from '../caching/entity-tags.ts';
import { isLonger } from '../is-longer.ts';
import { observeFault } from '../observe-fault.ts';
import { readAccepted } from './accepted-coding.ts';
import { type Coding, codings } from './coding.ts';
import { type Body, createCompress } from './compress.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The coding in which a body goes to a client that sent these headers; undefined where it goes as it is. */
    codingFor(headers: IncomingHttpHeaders, body: Body): Coding | undefined;
  }
}

/** Bytes below which there is little to gain. */
const MIN_BYTES = 1024;

/**
 * Makes a server compress what it answers, last of all: whatever is answered is bytes here. Each coding has its own ETag, so a 304 is
 * decided without compressing anything. zlib gets a body in one piece, not as a stream: so its length is known, and before the headers
 * are sent it is known whether the body is sent in the coding at all, which the tag names.
 */
export function addCompression(server: FastifyInstance, level: Runtime['compression'], { observe }: Observers): void {
  if (level === 'none') {
    server.decorate('codingFor', () => undefined);
    return;
  }
  server.decorate('codingFor', ({ 'accept-encoding': header }, body) => {
    if (header === undefined) return undefined;
    const { coding, plain } = readAccepted(String(header));
    return plain && !isLonger(body, MIN_BYTES - 1) ? undefined : coding;
  });
  // Comes after all checks that need no body, and before a body is read.
  server.addHook('preParsing', ({ headers: { 'accept-encoding': header }, is404 }, _reply, payload, done) => {
    if (header !== undefined && !is404) checkAccepted(String(header));
    done(null, payload);
  });
  const compress = createCompress(level);
  server.addHook('onSend', (request, reply, body, done) => {
    const { headers } = request;
    if (headers['accept-encoding'] === undefined || !isBody(body)) {
      done(null, body);
      return;
    }
    const coding = server.codingFor(headers, body);
    const compressed = coding && compress(body, coding);
    if (coding === undefined || compressed === undefined) {
      done(null, body);
      return;
    }
    compressed
      .then(
        (bytes) => {
          tellCoding(reply, coding);
          return bytes;
        },
        (error) => {
          observeFault(error, request, observe);
          return body;
        },
      )
      .then((sent) => done(null, sent))
      .catch(done);
  });
}

/** Returns whether there is a body: an answer without one stays without. */
const isBody = (body: unknown): body is Body => typeof body === 'string' || Buffer.isBuffer(body);

function tellCoding(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', codedTag(etag, coding));
}

function checkAccepted(header: string): void {
  const { coding, plain } = readAccepted(header);
  if (!plain && coding === undefined) {
    refuse(
      'NotAcceptable',
      `Answers are sent as they are, or as ${codings.join(' or ')}: let "Accept-Encoding" take one of these.`,
    );
  }
}
