import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnswerResult, Application } from '../../app/application.ts';
import { challengeAnonymous } from '../../app/challenge.ts';
import { remakeFor } from '../../base/remake-for.ts';
import { createCacheControl } from '../caching/cache-control.ts';
import { sendCacheable } from '../caching/send-cacheable.ts';
import { errorBody } from '../error-body.ts';
import { JSON_TYPE, refusalHeaders, serverTiming } from '../headers.ts';
import { logTrouble } from '../log-trouble.ts';
import { addRequestContext } from '../request-context.ts';
import { splitUrl } from '../split-url.ts';
import { answerTooSlow, toRefusal } from '../to-refusal.ts';
import { withinTime } from '../within-time.ts';
import { createFindTarget, type FindTarget, type Target } from './find-target.ts';
import { offeredMethods, refuseMethod } from './offered-methods.ts';
import { readKey } from './read-key.ts';
import { requireJson } from './require-json.ts';
import { createRestOperations, type RestOperation, type RestOperations } from './rest-operations.ts';
import { requireAnswer, respondCollection, respondItem } from './rest-responses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The REST API as it was when the request came. */
    rest: RestApi;
    /** What the path names in it. */
    target: Target;
  }
}

interface RestApi extends RestOperations {
  readonly findTarget: FindTarget;
  readonly schema: Application['restSchema'];
  readonly model: Application['model'];
}

/** The REST API below its configured path: what a path names is looked up here, as keys may have slashes in them. */
export function addRestRoutes(scope: FastifyInstance, application: Application, log: Logger): void {
  const { rest, mode, limits, errorCodes, authentication } = application.config.runtime;
  const development = mode === 'development';
  // Made anew where the database's catalog was read again; a request keeps to the one that it began with.
  const current = remakeFor(
    () => application.model,
    (model): RestApi => ({
      ...createRestOperations(application),
      findTarget: createFindTarget(model, { apiPath: rest.path, suggest: development }),
      schema: application.restSchema,
      model,
    }),
  );
  const cacheControl = createCacheControl(application.config.entities);
  const ownSegments = rest.path.split('/').length;
  current();

  addRequestContext(scope, application);
  scope.decorateRequest('rest');
  scope.decorateRequest('target');
  scope.addHook('onRequest', (request, _reply, done) => {
    const { path } = splitUrl(request.raw.url);
    request.rest = current();
    // By segments, as letters of the API's own path may have been encoded.
    request.target = request.rest.findTarget(path.split('/').slice(ownSegments));
    // Before a body is read, and before a media type of it is refused.
    const { target, method, rest: api } = request;
    if (!offeredMethods(target, api.model).includes(method)) refuseMethod(method, target, api.model);
    done();
  });
  scope.setErrorHandler((error, request, reply) => {
    // Where it could not be told who asks, there is no role yet.
    const { role } = request.identity ?? { role: '' };
    const refusal = challengeAnonymous(toRefusal(error, log), role, authentication);
    reply.code(refusal.status).headers(refusalHeaders(refusal)).type(JSON_TYPE).send(errorBody(refusal, errorCodes));
  });
  // Found to name nothing before any of this is asked.
  scope.all(rest.path, () => undefined);
  scope.route({
    url: `${rest.path}/*`,
    method: [...scope.supportedMethods],
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') return sendOptions(request, reply);
      requireJson(request.headers.accept);
      const { rest: api, target, identity, stages } = request;
      const { query } = splitUrl(request.raw.url);
      const isItem = target.key.length > 0;
      const operation = api[isItem ? 'one' : 'collection'](target.entity, identity.role, query);
      const key = isItem ? readKey(target.entity, target.key) : {};
      stages.mark('document');
      const answered = ask(request, operation, { ...operation.variables, ...key });
      const result = await withinTime(answered, limits.requestTimeout, answerTooSlow);
      logTrouble(result, log);
      const { data, entities } = requireAnswer(result);
      const { config } = application;
      const { headers, body, etag } = isItem
        ? respondItem(data, { entity: target.entity, key, config })
        : respondCollection(data, { operation, address: addressOf(request, application), config });
      stages.mark('respond');
      reply.headers(headers).type(JSON_TYPE);
      if (development) reply.header('server-timing', serverTiming(stages));
      return sendCacheable(request, reply, { body, etag, cacheControl: cacheControl(entities, identity) });
    },
  });

  function ask(
    { rest: { schema }, identity, stages }: FastifyRequest,
    { document }: RestOperation,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResult> {
    return application.answer({
      ...(schema && { schema }),
      document,
      operationName: undefined,
      variables,
      identity,
      stages,
    });
  }
}

function sendOptions({ rest: { model }, target }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).header('allow', offeredMethods(target, model).join(', ')).send();
}

/** A name or an address with a port or none; nothing else may stand in a link. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The URL of a request without its options, as it was sent, or whole. */
function addressOf(request: FastifyRequest, { config }: Application): string {
  const { baseRoute, pagination } = config.runtime;
  const path = `${baseRoute}${splitUrl(request.raw.url).path}`;
  const { host, protocol } = request;
  return pagination.nextLinkRelative || !HOST.test(host) ? path : `${protocol}://${host}${path}`;
}
