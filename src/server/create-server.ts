import { type IncomingMessage, METHODS } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Application } from '../app/application.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { ApiError } from '../base/errors.ts';
import type { WorkerChannel } from '../base/worker-channel.ts';
import type { Runtime } from '../config/config.ts';
import { LiveQueries } from '../live/live-queries.ts';
import { createChangeSignals } from '../live/signals/change-signals.ts';
import type { ApiContext } from './api-context.ts';
import { addCompression } from './compression/add-compression.ts';
import { addConsolePage } from './console/console-page.ts';
import { addConsoleRoutes } from './console/console-routes.ts';
import { RequestLog } from './console/request-log.ts';
import { addGraphqlRoutes } from './graphql/graphql-routes.ts';
import { answerClientError, rejectConnect } from './http/client-error.ts';
import { addCors } from './http/cors.ts';
import { COMMON_HEADERS } from './http/headers.ts';
import { originForm } from './http/request-head.ts';
import { REQUEST_ID, requestIdOf } from './http/request-id.ts';
import { sendApiError } from './http/send-api-error.ts';
import { splitUrl } from './http/split-url.ts';
import { readTls, STRICT_TRANSPORT, watchTlsFiles } from './http/tls.ts';
import { toApiError } from './http/to-api-error.ts';
import { PAGING_ALLOWANCE } from './http/url-length.ts';
import { createIdentityReader } from './identity/read-identity.ts';
import { addHealthRoutes, READINESS_PATH } from './lifecycle/health.ts';
import { addDrain, Shutdown } from './lifecycle/shutdown.ts';
import { connectPrimary } from './limits/counters.ts';
import { RateLimiter } from './limits/rate-limiter.ts';
import { LiveConnections } from './live/live-connections.ts';
import { addRevocation } from './live/revocation.ts';
import { addUpgrades } from './live/upgrades.ts';
import { addMetrics } from './observability/metrics.ts';
import { AccessLog, auditDenials, type LineStream, observeRequests } from './observability/observe-requests.ts';
import { ServerTiming } from './observability/server-timing.ts';
import { createDebugObserver, ServiceLog } from './observability/service-log.ts';
import { addRequestChecks, throttleUnavailable } from './overload/load-shedding.ts';
import { PendingResponses } from './overload/pending-responses.ts';
import { addSendLimits } from './overload/unsent-responses.ts';
import { consolePath, homePath, redirectTrailingSlash } from './pages/page-paths.ts';
import { addSwaggerUi } from './pages/swagger-ui.ts';
import { addAllowedHosts, addProxies } from './proxies/public-address.ts';
import { addOpenApiRoute } from './rest/openapi/openapi-routes.ts';
import { addRestRoutes } from './rest/rest-routes.ts';
import { addSignIn } from './sign-in/add-sign-in.ts';

/** Bytes for headers, in addition to the URL. */
const HEADER_BYTES = 16_384;

/** Milliseconds between timeout checks. A request may exceed its timeout by this interval. */
const CHECKING_INTERVAL_MS = 1000;

/** No route has a schema, so Fastify need not load its compilers of schemas. */
const rejectSchema = (): never => {
  throw new Error('Routes have no schemas.');
};

/** Returns the options of Node's HTTP server. */
const httpOptionsOf = ({ limits, live }: Pick<Runtime, 'limits' | 'live'>) => ({
  maxHeaderSize: limits.urlBytes + PAGING_ALLOWANCE + HEADER_BYTES,
  requestTimeout: limits.requestTimeoutMs,
  // Node's default for headers is at most 60 seconds, even if requests have more time.
  headersTimeout: limits.requestTimeoutMs,
  // All other upgrades are ignored, such as that of Java's HTTP client to HTTP/2.
  shouldUpgradeCallback: ({ method, headers }: IncomingMessage) =>
    live.enabled && method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
  connectionsCheckingInterval: CHECKING_INTERVAL_MS,
  // `validateRequestHead` checks the Host header, because Node's own error response has no body.
  requireHostHeader: false,
});

/**
 * Creates the HTTP server, not yet listening. Closing the server also closes the application. Only HTTP/1.1 is
 * supported, because Node's limits for headers and slow requests do not cover HTTP/2.
 * @param channel present in a worker, which receives its connections from the primary process
 */
export function createServer(
  application: Application,
  logger: Logger,
  logStream: LineStream = process.stderr,
  channel?: WorkerChannel,
): FastifyInstance {
  const { runtime } = application.config;
  const { limits, graphql, rest, mode, errorCodes, compression, tls } = runtime;
  const { observers } = application;
  const log = new ServiceLog(logger, mode === 'development' || runtime.logErrorDetail);
  observers.add(log.observer);
  const accessLog = runtime.accessLog === 'none' ? undefined : new AccessLog(logStream, runtime.accessLog);
  if (accessLog !== undefined) observers.add(accessLog.observer);
  if (logger.isLevelEnabled('debug')) observers.add(createDebugObserver(logger));
  const consoleAt = consolePath(runtime);
  const isTimed = mode === 'development' || consoleAt !== undefined;
  const serverTiming = isTimed ? new ServerTiming() : undefined;
  if (serverTiming !== undefined) observers.add(serverTiming.observer);
  // Clients receive the header `Server-Timing` in development only.
  const timing = mode === 'development' ? serverTiming : undefined;
  const requests =
    consoleAt !== undefined && serverTiming !== undefined
      ? new RequestLog(runtime, { consolePath: consoleAt, timing: serverTiming, channel })
      : undefined;
  if (requests !== undefined) observers.add(requests.observer);
  const http = httpOptionsOf(runtime);
  const server: FastifyInstance = Fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    ...(tls === undefined ? { http } : { https: { ...http, ...readTls(tls) } }),
    rewriteUrl: originForm,
    genReqId: requestIdOf,
    schemaController: { compilersFactory: { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema } },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      const apiError = answerClientError(error, socket, errorCodes);
      if (apiError !== undefined) observers.observe({ kind: 'rejected', apiError });
    },
    frameworkErrors: (error, request, reply) =>
      sendApiError(
        reply.headers(COMMON_HEADERS).header(REQUEST_ID, request.id),
        toApiError(error, request, observers),
        runtime,
      ),
  });
  // Fastify must know all methods of Node, so that `rejectOtherMethods` can reject them.
  for (const method of METHODS.filter((name) => name !== 'CONNECT' && !server.supportedMethods.includes(name))) {
    server.addHttpMethod(method);
  }
  // By default, Fastify rejects QUERY without a media type. But no path accepts QUERY at all.
  server.addHttpMethod('QUERY', { overrideExisting: true });
  // Node would reject an unsupported `Expect` header and CONNECT without a body.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.server.on('connect', (_request, socket) => rejectConnect(socket, errorCodes));
  if (application.tracing !== undefined) observers.add(application.tracing.observer);
  const { rateLimit } = runtime;
  const rateLimiter = rateLimit && new RateLimiter(rateLimit, observers, channel && connectPrimary(channel));
  if (rateLimiter !== undefined) {
    server.decorateRequest('limitedAs', undefined);
    server.addHook('onReady', () => rateLimiter.start());
  }
  addMetrics(server, application, { rateLimiter, channel });
  observeRequests(server, observers);
  ignoreBodies(server);
  if (tls !== undefined) watchTlsFiles(server, tls, observers);
  const shutdown = new Shutdown();
  addRequestChecks(server, limits.urlBytes, {
    shutdown,
    headers: tls === undefined ? COMMON_HEADERS : { ...COMMON_HEADERS, ...STRICT_TRANSPORT },
  });
  addAllowedHosts(server, runtime);
  addCors(server, runtime.cors);
  addProxies(server, runtime);
  auditDenials(server, application);
  addCompression(server, compression, observers);
  addSendLimits(server, limits, observers);
  throttleUnavailable(server);
  addDrain(server, shutdown, runtime.drainTimeMs);
  const pendingResponses = new PendingResponses(server.connections, limits.requestTimeoutMs);
  const identities = createIdentityReader(application);
  const { enabled: isLive, signals: sources } = runtime.live;
  // Without live queries, other instances still need the changes of this one.
  const reports = isLive || sources.redis !== undefined || sources.notify !== undefined;
  const usesSignals = reports && (graphql.enabled || rest.enabled);
  const signals = usesSignals ? createChangeSignals(application, channel) : undefined;
  const live = signals && isLive ? new LiveQueries(application, signals) : undefined;
  if (live !== undefined) server.addHook('preClose', async () => live.close());
  if (signals !== undefined) server.addHook('onReady', () => signals.start());
  server.addHook('onClose', async () => {
    identities.close();
    rateLimiter?.close();
    await signals?.close();
    log.close();
    accessLog?.close();
    await application.close();
  });
  server.setErrorHandler((error, request, reply) =>
    sendApiError(reply, toApiError(error, request, observers), runtime),
  );

  addUpgrades(server);
  const connections = new LiveConnections();
  const services = { application, identities, live, connections, rateLimiter };
  const apiContext: ApiContext = { ...services, shutdown, timing, pendingResponses };
  const paths = [READINESS_PATH];
  addHealthRoutes(server, application, shutdown);
  addRevocation(server, apiContext, channel);
  if (graphql.enabled) {
    paths.push(graphql.path);
    server.register(async (scope) => addGraphqlRoutes(scope, apiContext));
    // GraphiQL is a page at this path.
    if (mode === 'development') redirectTrailingSlash(server, graphql.path);
  }
  if (rest.enabled) {
    paths.push(rest.path);
    server.register(async (scope) => addRestRoutes(scope, apiContext));
    addOpenApiRoute(server, application);
    addSwaggerUi(server, application);
  }
  if (consoleAt !== undefined && requests !== undefined) {
    addConsoleRoutes(server, { ...apiContext, path: consoleAt, requests });
  }
  const home = homePath(runtime);
  if (home !== undefined) {
    paths.push(home);
    addConsolePage(server, runtime, home);
  }
  addSignIn(server, runtime, apiContext);
  server.setNotFoundHandler((request, reply) => {
    const { path } = splitUrl(request.url);
    const apiError = new ApiError('EntityNotFound', `Unknown path "${path}".${didYouMean(path, paths)}`);
    observers.observe({ kind: 'rejected', apiError, request });
    sendApiError(reply, apiError, runtime);
  });
  return server;
}

/** Ignores the bodies of requests, except in scopes with `addBodyReader`. */
function ignoreBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
}
