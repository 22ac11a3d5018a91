import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';

declare module 'fastify' {
  /** State of observers. Properties of the request cost less than entries of a WeakMap. */
  interface FastifyRequest extends Pick<ReceivedRequest, 'entities' | 'stageStartedAt' | 'isAudited' | 'span'> {}
}

/** Reports the start and the end of each request. Every hook costs time, so unobserved events have none. */
export function observeRequests(server: FastifyInstance, observers: Observers): void {
  const { observe } = observers;
  for (const name of ['entities', 'stageStartedAt', 'isAudited', 'span']) server.decorateRequest(name, undefined);
  const observesStages = observers.isObserved('stage');
  const observesStart = observers.isObserved('requestStarted');
  if (observesStages || observesStart) {
    server.addHook('onRequest', (request, _reply, done) => {
      if (observesStages) request.stageStartedAt = performance.now();
      if (observesStart) observe({ kind: 'requestStarted', request });
      done();
    });
  }
  if (observers.isObserved('responseSent')) {
    server.addHook('onResponse', (request, reply, done) => {
      const { statusCode: status, elapsedTime: duration } = reply;
      const bytes = bytesOf(request, reply);
      observe({ kind: 'responseSent', request, route: request.routeOptions.url, status, duration, bytes });
      done();
    });
  }
}

const WITHOUT_BODY: readonly number[] = [204, 304];

/** Returns undefined for a stream. */
function bytesOf({ method }: FastifyRequest, reply: FastifyReply): number | undefined {
  if (method === 'HEAD' || WITHOUT_BODY.includes(reply.statusCode)) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}
