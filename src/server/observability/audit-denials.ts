import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Application } from '../../app/application.ts';
import type { Audit } from '../../audit/audit.ts';
import { ApiError, type ErrorCode } from '../../base/errors.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import { formatResult } from '../graphql/graphql-routes.ts';
import { errorBody } from '../http/error-body.ts';
import { errorHeaders, JSON_TYPE } from '../http/headers.ts';
import { actionsOf } from '../rest/path/offered-methods.ts';

/**
 * Writes a line for each request that is denied before its operation runs. Call it before adding hooks that change
 * responses.
 */
export function auditDenials(server: FastifyInstance, { audit, observers, config }: Application): void {
  if (audit === undefined) return;
  const codes = new WeakMap<ReceivedRequest, ErrorCode>();
  observers.add({
    rejected: ({ apiError, request }) => {
      if (request !== undefined) codes.set(request, apiError.code);
    },
  });
  server.addHook('onSend', (request, reply, body, done) => {
    const isDenied = reply.statusCode === 401 || reply.statusCode === 403;
    if (!isDenied || request.isAudited === true) {
      done(null, body);
      return;
    }
    write(request, codes.get(request), audit).then(
      () => done(null, body),
      (error) => done(null, refuse(error, reply, config.runtime)),
    );
  });
}

async function write(request: FastifyRequest, code: ErrorCode | undefined, audit: Audit): Promise<void> {
  // Only REST requests have a target, and not before their path is read.
  const { identity, target, endpoint }: Partial<Pick<FastifyRequest, 'identity' | 'target' | 'endpoint'>> = request;
  const [action] = endpoint === undefined ? [] : actionsOf[endpoint];
  const access = target !== undefined && action !== undefined ? { entity: target.entity.name, action } : {};
  await audit.deny({ identity, received: request }, { ...access, ...(code !== undefined && { code }) });
}

function refuse(
  error: unknown,
  reply: FastifyReply,
  { graphql, errorCodes, limits }: Application['config']['runtime'],
): string {
  const apiError =
    error instanceof ApiError ? error : new ApiError('Unavailable', 'The request is refused.', { cause: error });
  reply.code(apiError.status).headers(errorHeaders(apiError)).type(JSON_TYPE);
  return reply.request.routeOptions.url === graphql.path
    ? formatResult({ kind: 'rejected', apiErrors: [apiError] }, { maxBytes: limits.responseBytes, codes: errorCodes })
    : errorBody(apiError, errorCodes);
}
