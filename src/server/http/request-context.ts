import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../base/identity.ts';
import type { ApiContext } from '../api-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, so a rejected caller uploads nothing. */
    identity: Identity;
  }
}

/** Reads the identity of each request. Counts the request for the rate limit, even if its credentials are invalid. */
export function addRequestContext(
  scope: FastifyInstance,
  { identities, rateLimiter }: Pick<ApiContext, 'identities' | 'rateLimiter'>,
): void {
  scope.decorateRequest('identity');
  scope.addHook('onRequest', (request, reply, done) => {
    const end =
      rateLimiter === undefined
        ? done
        : (error?: Error) => rateLimiter.admit(request, reply, (refusal) => done(refusal ?? error));
    let identity: Identity | Promise<Identity>;
    try {
      identity = identities.read(request.raw);
    } catch (error) {
      end(error as Error);
      return;
    }
    if (identity instanceof Promise) {
      identity.then((resolved) => {
        request.identity = resolved;
        end();
      }, end);
      return;
    }
    request.identity = identity;
    end();
  });
}
