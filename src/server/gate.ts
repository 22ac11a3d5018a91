import type { FastifyInstance } from 'fastify';
import { urlTooLong } from './client-error.ts';
import type { Closing } from './closing.ts';
import { isHealthPath } from './health.ts';
import { findHeadMistake } from './request-head.ts';
import { countedLength } from './url-length.ts';

interface Gate {
  readonly closing: Closing;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What holds for every request, whatever it asks for. */
export function addGate(server: FastifyInstance, maxUrl: number, { closing, headers }: Gate): void {
  server.addHook('preClose', (done) => {
    closing.begin();
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (closing.hasBegun && !isHealthPath(request.routeOptions.url)) closing.refuse().then(done);
    else if (countedLength(request.raw.url ?? '') > maxUrl) done(urlTooLong(maxUrl));
    else done(findHeadMistake(request.raw));
  });
  // Without this, a client that keeps its connection would keep the server from ending.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (closing.hasBegun) reply.header('connection', 'close');
    done(null, payload);
  });
}
