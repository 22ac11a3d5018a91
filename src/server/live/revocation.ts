import type { FastifyInstance } from 'fastify';
import { challengeAnonymous } from '../../app/challenge.ts';
import { ApiError, throwApiError } from '../../base/errors.ts';
import type { RequestTopic, WorkerChannel } from '../../base/worker-channel.ts';
import type { ApiContext } from '../api-context.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addBodyReader, requireJsonObject } from '../http/read-body.ts';
import { addRequestContext } from '../http/request-context.ts';
import type { Callers, Scalar } from './live-connections.ts';

const REVOKE_PATH = '/live/revoke';

const REVOKE: RequestTopic<Callers, number> = { name: 'revoke-live' };

/** Adds the path that ends the connections of callers, in all workers. */
export function addRevocation(server: FastifyInstance, apiContext: ApiContext, channel?: WorkerChannel): void {
  const { application, connections, live } = apiContext;
  const { limits, authentication, live: settings } = application.config.runtime;
  if (live === undefined || settings.revokeRole === undefined) return;
  const role = settings.revokeRole;
  channel?.onRequest(REVOKE, (callers) => connections.revoke(callers));
  server.register(async (scope) => {
    addRequestContext(scope, apiContext);
    scope.addHook('onRequest', ({ identity }, _reply, done) => {
      const apiError = new ApiError('Forbidden', `Only the role "${role}" may end the connections of callers.`);
      done(identity.role === role ? undefined : challengeAnonymous(apiError, identity.role, authentication));
    });
    addBodyReader(scope, limits);
    scope.post(REVOKE_PATH, async (request, reply) => {
      const callers = readCallers(request.body);
      const end = async (): Promise<number> => {
        const counts = channel === undefined ? [connections.revoke(callers)] : await channel.collect(REVOKE, callers);
        return counts.reduce((sum, count) => sum + count, 0);
      };
      const { audit } = application;
      const caller = { identity: request.identity, received: request };
      const ended = audit === undefined ? await end() : await audit.revoke(caller, callers, end);
      return reply.type(JSON_TYPE).header('cache-control', 'no-store').send(JSON.stringify({ ended }));
    });
    rejectOtherMethods(scope, REVOKE_PATH, ['POST']);
  });
}

const EXAMPLE = '{"claims": {"sub": "ada"}} or {"role": "clerk"}';

/** @throws ApiError BadRequest */
function readCallers(body: unknown): Callers {
  const { role, claims = {}, ...others } = requireJsonObject(body, 'The body');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throwApiError('BadRequest', `Unknown member "${unknown.slice(0, 40)}". Send ${EXAMPLE}.`);
  if (role !== undefined && typeof role !== 'string') throwApiError('BadRequest', '"role" must be a string.');
  const members = Object.entries(requireJsonObject(claims, '"claims"'));
  for (const [name, value] of members) {
    if (!isScalar(value)) {
      throwApiError('BadRequest', `The claim "${name.slice(0, 40)}" must be a string, a number, or a boolean.`);
    }
  }
  if (role === undefined && members.length === 0) throwApiError('BadRequest', `No callers. Send ${EXAMPLE}.`);
  return { ...(role !== undefined && { role }), claims: claims as Callers['claims'] };
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);
