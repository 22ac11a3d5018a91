import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Application, ExplainedStatement, Explanation } from '../../app/application.ts';
import { challengeAnonymous } from '../../app/challenge.ts';
import { ApiError, throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { memoizeLast } from '../../base/memoize.ts';
import type { Runtime } from '../../config/config.ts';
import { printPlan } from '../../plan/shape/print-plan.ts';
import type { ApiContext } from '../api-context.ts';
import { type Cacheable, sendCacheable } from '../caching/send-cacheable.ts';
import { createDocuments, readDocument } from '../documents/documents.ts';
import { readPost } from '../graphql/read-request.ts';
import { errorBody } from '../http/error-body.ts';
import { JSON_TYPE } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { addBodyReader, requireJsonObject } from '../http/read-body.ts';
import { addRequestContext } from '../http/request-context.ts';
import { sendApiError } from '../http/send-api-error.ts';
import { splitUrl } from '../http/split-url.ts';
import { toApiError } from '../http/to-api-error.ts';
import { suggestRole, systemRole } from '../identity/find-role.ts';
import { addLoadShedding } from '../overload/load-shedding.ts';
import type { PendingResponses } from '../overload/pending-responses.ts';
import { readQueryString } from '../rest/options/query-options.ts';
import type {
  ConsoleExplanation,
  ConsoleProblems,
  ConsoleRequests,
  ConsoleRoles,
  ConsoleState,
  ExplainRequest,
} from './console-data.ts';
import { choosesAnyRole, describeModel } from './describe-model.ts';
import type { RequestLog } from './request-log.ts';

/** Maximum bytes of cached models. */
const CACHE_BYTES = 32 * 2 ** 20;

/** The responses depend on the caller. */
const PRIVATE = 'private, no-cache';

interface ConsoleContext extends Omit<ApiContext, 'timing'> {
  /** Path of the endpoints: `/console`. */
  readonly path: string;
  readonly requests: RequestLog;
}

/** Adds the JSON endpoints of the console. In production, only the roles in `runtime.console.roles` may use them. */
export function addConsoleRoutes(server: FastifyInstance, context: ConsoleContext): void {
  const { application, pendingResponses, path, requests } = context;
  const { runtime } = application.config;
  const models = createModels(application);
  const explain = createExplainer(application, pendingResponses);
  const readState = createStateReader(application);
  server.register(async (scope) => {
    addChecks(scope, context);
    scope.route({
      url: `${path}/model.json`,
      method: ['GET', 'HEAD'],
      handler: async (request, reply) => sendCacheable(request, reply.type(JSON_TYPE), await models(request)),
    });
    scope.get(`${path}/roles.json`, async (request, reply) => {
      readOptions(request, []);
      return reply.header('cache-control', 'no-store').send(await listRoles(request, context));
    });
    scope.get(`${path}/requests.json`, async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await listRequests(request, requests)),
    );
    scope.get(`${path}/state.json`, (request, reply) => {
      readOptions(request, []);
      return reply.header('cache-control', 'no-store').send(readState());
    });
    scope.get(`${path}/problems.json`, async (request, reply) => {
      readOptions(request, []);
      return reply.header('cache-control', 'no-store').send(await listProblems(application));
    });
  });
  server.register(async (scope) => {
    addLoadShedding(scope, application, {
      queueOf: () => 'reads',
      body: (apiError) => errorBody(apiError, runtime.errorCodes),
      contentType: () => JSON_TYPE,
    });
    addChecks(scope, context);
    addBodyReader(scope, runtime.limits);
    scope.post(`${path}/explain.json`, async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await explain(await readExplained(request, context))),
    );
  });
  for (const name of ['model', 'roles', 'requests', 'problems', 'state']) {
    rejectOtherMethods(server, `${path}/${name}.json`, ['GET', 'HEAD']);
  }
  rejectOtherMethods(server, `${path}/explain.json`, ['POST']);
}

/** Adds checks of the sender and the role, before a body is read. */
function addChecks(scope: FastifyInstance, context: ConsoleContext): void {
  const { application } = context;
  const { runtime } = application.config;
  scope.setErrorHandler((error, request, reply) => {
    // The role is unknown if reading the identity failed.
    const { role } = request.identity ?? { role: '' };
    const apiError = toApiError(error, request, application.observers);
    sendApiError(reply, challengeAnonymous(apiError, role, runtime.authentication), runtime);
  });
  scope.addHook('onRequest', (request, _reply, done) => {
    done(isForeign(request) ? foreignError() : undefined);
  });
  addRequestContext(scope, context);
  scope.addHook('onRequest', ({ identity }, _reply, done) => {
    done(mayUseConsole(identity.role, runtime) ? undefined : roleError(identity));
  });
}

/**
 * Returns true if a page of another origin sent the request. Even if CORS allows that origin, the console serves only
 * its own page. Browsers send `Sec-Fetch-Site` only over HTTPS and to loopback addresses.
 */
function isForeign({ headers, publicAddress }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && headers.origin !== publicAddress.origin;
}

const foreignError = (): ApiError =>
  new ApiError('Forbidden', 'Pages of other origins may not use the console. Open the console itself.');

export function mayUseConsole(role: string, { mode, console: { roles }, caseInsensitiveRoles }: Runtime): boolean {
  if (mode === 'development') return true;
  const normalize = (name: string): string => systemRole(name) ?? (caseInsensitiveRoles ? name.toLowerCase() : name);
  return role !== 'anonymous' && roles.some((name) => normalize(name) === normalize(role));
}

const roleError = ({ role }: Identity): ApiError =>
  new ApiError(
    'Forbidden',
    `The role "${role}" may not use the console. Send a role of "runtime.console.roles" in X-API-Role.`,
  );

/**
 * Returns a function that describes the model of the requested role, by default the caller's role. It caches models,
 * except a model that is larger than the cache. Concurrent callers share a model.
 */
function createModels(application: Application): (request: FastifyRequest) => Promise<Cacheable> {
  const current = memoizeLast(
    () => application.model,
    () => ({
      models: new LRUCache<string, Cacheable>({ maxSize: CACHE_BYTES, sizeCalculation: ({ body }) => body.length }),
      building: new Map<string, Promise<Cacheable>>(),
    }),
  );
  return async (request) => {
    const role = readRole(request, application.model.roles);
    const { prefix } = request.publicAddress;
    const key = JSON.stringify([role, prefix]);
    const { models, building } = current();
    const cached = models.get(key) ?? building.get(key);
    if (cached !== undefined) return cached;
    const build = async (): Promise<Cacheable> => {
      try {
        const { body, etag } = await describeModel(application, { role, prefix });
        const model = { body: Buffer.from(body), etag, cacheControl: PRIVATE };
        models.set(key, model);
        return model;
      } finally {
        building.delete(key);
      }
    };
    const created = build();
    building.set(key, created);
    return created;
  };
}

function readRole(request: FastifyRequest, roles: ReadonlySet<string>): string {
  const own = request.identity.role;
  const role = readOptions(request, ['role']).get('role') ?? own;
  if (role === own || roles.has(role)) return role;
  return throwApiError('BadRequest', `Unknown role "${role.slice(0, 100)}". ${suggestRole(role, roles)}`, {
    option: 'role',
  });
}

/** Lists the roles that the caller can send in `X-API-Role`. */
async function listRoles(
  { raw, identity }: FastifyRequest,
  { application: { config, model }, identities }: ConsoleContext,
): Promise<ConsoleRoles> {
  if (choosesAnyRole(config.runtime)) return { roles: [...model.roles] };
  return { roles: identity.role === 'anonymous' ? [] : await identities.listRoles(raw) };
}

/**
 * Reads a request to explain an operation. The option `role` selects a role of the caller. That role need not be
 * allowed to use the console.
 */
async function readExplained(request: FastifyRequest, { identities }: ConsoleContext): Promise<ExplainedRequest> {
  const { body, socket } = request;
  const role = readOptions(request, ['role']).get('role');
  return { body, socket, identity: role === undefined ? request.identity : await identities.readAs(request.raw, role) };
}

const listRequests = async (request: FastifyRequest, requests: RequestLog): Promise<ConsoleRequests> => ({
  requests: await requests.after(readNumber(request, 'after')),
});

/** Returns a function that reads the state. Each reload of the catalog or of the configuration changes `model`. */
function createStateReader(application: Application): () => ConsoleState {
  const modelVersion = memoizeLast(
    () => application.model,
    () => randomUUID(),
  );
  return () => {
    const times = application.reportedProblems.map(({ time }) => time.getTime());
    return { model: modelVersion(), problems: `${times.length} ${Math.max(0, ...times)}` };
  };
}

/** Lists the problems. If the database can be read, also lists the unexposed objects. */
async function listProblems(application: Application): Promise<ConsoleProblems> {
  const unexposed = await application.readUnexposed().catch(() => undefined);
  return {
    problems: application.reportedProblems.flatMap(({ time, problem: { severity, path, option, message } }) =>
      severity === 'note' ? [] : [{ time: time.toISOString(), severity, path: option ?? path.join('.'), message }],
    ),
    ...(unexposed !== undefined && { unexposed: unexposed.map(({ name }) => name) }),
  };
}

function readNumber(request: FastifyRequest, option: string): number {
  const text = readOptions(request, [option]).get(option) ?? '0';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return throwApiError('BadRequest', `"${option}" must be the id of a request, found "${text.slice(0, 40)}".`, {
    option,
  });
}

/** @throws ApiError BadRequest for unknown or repeated options */
function readOptions(request: FastifyRequest, allowed: readonly string[]): ReadonlyMap<string, string> {
  const options = readQueryString(splitUrl(request.raw.url).query);
  const values = new Map(options.map(([name, value]) => [name, value]));
  const unknown = [...values.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined) {
    const advice = allowed.length === 0 ? 'Remove it.' : `Known options: ${allowed.join(', ')}.`;
    throwApiError('BadRequest', `Unknown option "${unknown.slice(0, 40)}" of the console. ${advice}`, {
      option: unknown.slice(0, 40),
    });
  }
  if (values.size < options.length) throwApiError('BadRequest', 'Duplicate option in the URL. Send it once.');
  return values;
}

export type ExplainedRequest = Pick<FastifyRequest, 'body' | 'identity' | 'socket'>;

/**
 * Returns a function that explains the operation in the body of a request. The limits of GraphQL apply.
 * @throws ApiError as for the operation itself
 */
function createExplainer(
  application: Application,
  pendingResponses: PendingResponses,
): (request: ExplainedRequest) => Promise<ConsoleExplanation> {
  const { limits, graphql } = application.config.runtime;
  const current = memoizeLast(
    () => application.schema,
    (schema) => ({
      schema,
      // Documents are not cached, because the same operation is rarely explained twice.
      documents: createDocuments({ limits, schema, introspection: graphql.introspection, cacheBytes: 1 }),
    }),
  );
  return async ({ body, identity, socket }) => {
    const { query, variables, operationName } = readPost(body);
    const usesDatabase = readDatabase(body);
    const { schema, documents } = current();
    const read = readDocument(documents, query ?? throwApiError('BadRequest', 'Missing "query".'));
    if ('apiErrors' in read) throw read.apiErrors[0];
    const request = { schema, document: read.document, operationName, variables, identity };
    if (!usesDatabase) return describeExplanation(application.explain(request));
    const explanation = await pendingResponses.wait(socket, false, ({ signal, deadline }) =>
      application.explainInDatabase({ ...request, signal, deadline }),
    );
    return describeExplanation(explanation);
  };
}

function readDatabase(body: unknown): boolean {
  const { database = false }: Partial<Record<keyof ExplainRequest, unknown>> = requireJsonObject(body, 'The body');
  return typeof database === 'boolean'
    ? database
    : throwApiError('BadRequest', '"database" must be true or false. With true, the database also explains the query.');
}

const describeExplanation = ({ plan, statements }: Explanation): ConsoleExplanation => ({
  plan: JSON.parse(printPlan(plan)),
  statements: statements.map(describeStatement),
});

const describeStatement = ({ values, ...statement }: ExplainedStatement): ConsoleExplanation['statements'][number] => ({
  ...statement,
  values: values.map((value) => (value instanceof Uint8Array ? `0x${Buffer.from(value).toString('hex')}` : value)),
});
