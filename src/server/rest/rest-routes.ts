import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AnswerResult, Application } from '../../app/application.ts';
import { remakeFor } from '../../base/remake-for.ts';
import { errorBody } from '../error-body.ts';
import { JSON_TYPE, refusalHeaders, serverTiming } from '../headers.ts';
import { logTrouble } from '../log-trouble.ts';
import { addRequestContext } from '../request-context.ts';
import { answerTooSlow, toRefusal } from '../to-refusal.ts';
import { withinTime } from '../within-time.ts';
import { createFindTarget, type Target } from './find-target.ts';
import { offeredMethods, refuseMethod } from './offered-methods.ts';
import { readKey } from './read-key.ts';
import { requireJson } from './require-json.ts';
import { createRestOperations, type RestOperation } from './rest-operations.ts';
import { type RestResponse, respondCollection, respondItem } from './rest-responses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the path names, in the REST API. */
    target: Target;
  }
}

/** The REST API below its configured path: what a path names is looked up here, as keys may have slashes in them. */
export function addRestRoutes(scope: FastifyInstance, application: Application, log: Logger): void {
  const { rest, mode, limits } = application.config.runtime;
  const development = mode === 'development';
  // Made anew where the database's catalog was read again.
  const operations = remakeFor(
    () => application.model,
    () => createRestOperations(application),
  );
  const findTarget = remakeFor(
    () => application.model,
    (model) => createFindTarget(model, { apiPath: rest.path, suggest: development }),
  );
  const ownSegments = rest.path.split('/').length;
  operations();

  addRequestContext(scope, application);
  scope.decorateRequest('target');
  scope.addHook('onRequest', (request, _reply, done) => {
    const { path } = partsOf(request);
    // By segments, as letters of the API's own path may have been encoded.
    request.target = findTarget()(path.split('/').slice(ownSegments));
    // Before a body is read, and before a media type of it is refused.
    if (!offeredMethods(request.target).includes(request.method)) refuseMethod(request.method, request.target);
    done();
  });
  scope.setErrorHandler((error, _request, reply) => {
    const refusal = toRefusal(error, log);
    reply.code(refusal.status).headers(refusalHeaders(refusal)).type(JSON_TYPE).send(errorBody(refusal));
  });
  // Found to name nothing before any of this is asked.
  scope.all(rest.path, () => undefined);
  scope.route({
    url: `${rest.path}/*`,
    method: [...scope.supportedMethods],
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') return sendOptions(request, reply);
      requireJson(request.headers.accept);
      const { target, identity, stages } = request;
      const { query } = partsOf(request);
      const isItem = target.key.length > 0;
      const operation = operations()[isItem ? 'one' : 'collection'](target.entity, identity.role, query);
      const key = isItem ? readKey(target.entity, target.key) : {};
      stages.mark('document');
      const answered = ask(request, operation, { ...operation.variables, ...key });
      const result = await withinTime(answered, limits.requestTimeout, answerTooSlow);
      logTrouble(result, log);
      const response = isItem
        ? respondItem(result, { entity: target.entity, key, config: application.config })
        : respondCollection(result, {
            operation,
            address: addressOf(request, application),
            config: application.config,
          });
      stages.mark('respond');
      // What is said to an identified caller is for nobody's cache.
      reply.header('cache-control', identity.role === 'anonymous' ? 'no-cache' : 'no-store');
      if (development) reply.header('server-timing', serverTiming(stages));
      return send(reply, response);
    },
  });

  function ask(
    { identity, stages }: FastifyRequest,
    { document }: RestOperation,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<AnswerResult> {
    const { restSchema: schema } = application;
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

function sendOptions({ target }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).header('allow', offeredMethods(target).join(', ')).send();
}

function send(reply: FastifyReply, { status, headers, body }: RestResponse): FastifyReply {
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

/** Path and options of a URL as it was sent. */
function partsOf({ raw }: FastifyRequest): { path: string; query: string } {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** The URL of a request without its options, as it was sent, or whole. */
function addressOf(request: FastifyRequest, { config }: Application): string {
  const { baseRoute, pagination } = config.runtime;
  const path = `${baseRoute}${partsOf(request).path}`;
  return pagination.nextLinkRelative ? path : `${request.protocol}://${request.host}${path}`;
}
