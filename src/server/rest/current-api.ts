import type { Application } from '../../app/application.ts';
import { remakeFor } from '../../base/remake-for.ts';
import { createRestOperations, type RestOperations } from './document/rest-operations.ts';
import { createFindTarget, type FindTarget, type Target } from './path/find-target.ts';
import { createFindEndpoint, type Endpoint, type FindEndpoint } from './path/offered-methods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The REST API as it was when the request came. */
    rest: CurrentApi;
    /** What the path names in that API. */
    target: Target;
    /** What the method does at that path; undefined for `OPTIONS`. */
    endpoint: Endpoint | undefined;
  }
}

/** The REST API by one reading of the database's catalog. */
export interface CurrentApi extends RestOperations {
  readonly findTarget: FindTarget;
  readonly findEndpoint: FindEndpoint;
  readonly model: Application['model'];
}

/** Gives the REST API as it is now: made anew where the database's catalog was read again. */
export function createCurrentApi(application: Application): () => CurrentApi {
  const { rest, mode } = application.config.runtime;
  return remakeFor(
    () => application.model,
    (model) => ({
      ...createRestOperations(application),
      findTarget: createFindTarget(model, { apiPath: rest.path, suggest: mode === 'development' }),
      findEndpoint: createFindEndpoint(model),
      model,
    }),
  );
}
