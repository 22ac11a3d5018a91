import type { FastifyInstance } from 'fastify';
import type { Identity } from '../../base/identity.ts';
import type { IdentityReader } from '../identity/read-identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, so a rejected caller uploads nothing. */
    identity: Identity;
  }
}

export function addRequestContext(scope: FastifyInstance, identities: IdentityReader): void {
  scope.decorateRequest('identity');
  scope.addHook('onRequest', (request, _reply, done) => {
    const identity = identities.read(request.raw);
    if (identity instanceof Promise) {
      identity.then((resolved) => {
        request.identity = resolved;
        done();
      }, done);
      return;
    }
    request.identity = identity;
    done();
  });
}
