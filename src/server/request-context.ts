import type { FastifyInstance } from 'fastify';
import type { Application } from '../app/application.ts';
import { Stages, UNTOLD } from '../base/stages.ts';
import type { Identity } from '../model/identity.ts';
import type { IdentityReader } from './identity/read-identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; settled before the body is read, so that a refused caller uploads nothing. */
    identity: Identity;
    stages: Stages;
  }
}

/** Gives every request of this scope its identity and its stages. */
export function addRequestContext(scope: FastifyInstance, { config }: Application, identities: IdentityReader): void {
  const told = config.runtime.mode === 'development';
  scope.decorateRequest('identity');
  scope.decorateRequest('stages');
  scope.addHook('onRequest', (request, _reply, done) => {
    request.stages = told ? new Stages() : UNTOLD;
    const identity = identities.read(request.raw);
    if (identity instanceof Promise) {
      identity.then((them) => {
        request.identity = them;
        done();
      }, done);
      return;
    }
    request.identity = identity;
    done();
  });
}
