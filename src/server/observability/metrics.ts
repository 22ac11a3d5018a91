import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Application } from '../../app/application.ts';
import type { Observer, ReceivedRequest, SessionPool } from '../../base/observation.ts';
import { readVersion } from '../../base/read-version.ts';
import type { WorkerChannel } from '../../base/worker-channel.ts';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import { isHealthPath } from '../lifecycle/health.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { ALL_METRICS, aggregate, FastHistogram, type MetricValues, OWN_METRICS } from './prometheus.ts';

type RequestKind = 'graphql' | 'rest' | 'live' | 'health' | 'page' | 'unknown';

const LATENCIES = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const STAGES = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];

const BATCHES = [1, 2, 4, 8, 16];

const POOLS: readonly SessionPool[] = ['reads', 'changes'];

type MeteredApplication = Pick<Application, 'model' | 'statistics' | 'audit'> & {
  readonly config: { readonly runtime: Pick<Runtime, 'graphql' | 'rest'> };
};

interface MetricSources {
  readonly rateLimiter: Pick<RateLimiter, 'size'> | undefined;
  /** Present in a worker, which renders the metrics of all workers. */
  readonly channel: WorkerChannel | undefined;
}

/**
 * Counts observations. Labels never contain text from a client: entities and roles are names of the model, codes and
 * reasons are those of the service.
 */
class ServiceMetrics {
  readonly #registry = new Registry();
  readonly #application: MeteredApplication;
  readonly #kinds = new Map<string | undefined, RequestKind>();
  readonly #channel: WorkerChannel | undefined;

  /** @param unsentBytes returns the response bytes that clients have not received */
  constructor(application: MeteredApplication, unsentBytes: () => number, { rateLimiter, channel }: MetricSources) {
    this.#application = application;
    this.#channel = channel;
    channel?.onRequest(OWN_METRICS, () => this.values());
    collectDefaultMetrics({ register: this.#registry });
    const named = this.#named('info', 'Version of the service.');
    const info = new Gauge({ ...named, labelNames: ['version'], aggregator: 'first' });
    info.set({ version: readVersion() }, 1);
    this.#addGauges(unsentBytes);
    this.#gauge('limited_callers', 'Callers counted in memory, over all rate limits.', [], (callers) =>
      callers.set(rateLimiter?.size ?? 0),
    );
  }

  /** Observers of requests, the database, the audit log, rate limits, and live queries. */
  get observers(): readonly Observer[] {
    return [
      this.#observeRequests(),
      this.#observeDatabase(),
      this.#observeAudit(),
      this.#observeLimits(),
      this.#observeLive(),
    ];
  }

  /** Returns the metrics in a format that the client accepts, and its media type. */
  async render(accept = ''): Promise<{ readonly type: string; readonly body: string }> {
    const others = await this.#channel?.request(ALL_METRICS, null);
    if (!accept.includes('application/openmetrics-text')) {
      const registry = others === undefined ? this.#registry : aggregate(others);
      return { type: Registry.PROMETHEUS_CONTENT_TYPE, body: await registry.metrics() };
    }
    // Writing OpenMetrics renames the counters of a registry, so this writes a copy.
    const copy = aggregate((others ?? [await this.values()]).map((values) => values.map(withoutTotal)));
    const type = Registry.OPENMETRICS_CONTENT_TYPE;
    (copy as unknown as Registry<typeof type>).setContentType(type);
    return { type, body: await copy.metrics() };
  }

  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON();
  }

  close(): void {
    this.#registry.clear();
  }

  #named(name: string, help: string) {
    return { name: `joinery_${name}`, help, registers: [this.#registry] };
  }

  #observeRequests(): Observer {
    const requests = new Counter({
      ...this.#named('requests_total', 'Responses, by kind, entity, role, and status.'),
      labelNames: ['kind', 'entity', 'role', 'status'],
    });
    const durations = new FastHistogram(
      {
        ...this.#named('request_duration_seconds', 'Time from the head of a request to the end of its response.'),
        labelName: 'kind',
        buckets: LATENCIES,
      },
      this.#registry,
    );
    const stages = new FastHistogram(
      {
        ...this.#named('stage_duration_seconds', 'Time of each stage of a request.'),
        labelName: 'stage',
        buckets: STAGES,
      },
      this.#registry,
    );
    const rejections = new Counter({
      ...this.#named('rejected_total', 'Errors of requests, by code.'),
      labelNames: ['code'],
    });
    const internalErrors = new Counter(this.#named('internal_errors_total', 'Faults of the service.'));
    return {
      responseSent: ({ request, route, status, duration, isLive }) => {
        const kind = isLive ? 'live' : this.#kindOf(route);
        requests.inc({ kind, entity: entityOf(request), role: this.#roleOf(request), status });
        durations.observe(kind, duration / 1000);
      },
      stage: ({ stage, duration }) => stages.observe(stage, duration / 1000),
      rejected: ({ apiError: { code } }) => rejections.inc({ code }),
      internalError: () => internalErrors.inc(),
    };
  }

  #observeDatabase(): Observer {
    const waits = new Histogram({
      ...this.#named('queue_wait_seconds', 'Time in the queue for a session, of operations that had to wait.'),
      labelNames: ['pool'],
      buckets: LATENCIES,
    });
    const batches = new Histogram({
      ...this.#named('batch_reads', 'Reads that were sent to the database in one round trip.'),
      buckets: BATCHES,
    });
    const retries = new Counter({
      ...this.#named('retries_total', 'Repeated attempts after a transient failure.'),
      labelNames: ['reason'],
    });
    const plans = new Counter(this.#named('plans_compiled_total', 'Operations that were compiled to SQL.'));
    const reloads = new Counter({
      ...this.#named('catalog_reloads_total', 'Reloads of the catalog.'),
      labelNames: ['schema_changed'],
    });
    const unhealthy = new Counter(
      this.#named('health_failures_total', 'Health checks that failed because the database did not respond.'),
    );
    return {
      waited: ({ pool, duration }) => waits.observe({ pool }, duration / 1000),
      batchSent: ({ reads }) => batches.observe(reads),
      retried: ({ reason }) => retries.inc({ reason }),
      planned: () => plans.inc(),
      catalogRead: ({ schemaChanged }) => reloads.inc({ schema_changed: String(schemaChanged) }),
      unhealthy: () => unhealthy.inc(),
    };
  }

  #observeAudit(): Observer {
    const lost = new Counter(this.#named('audit_lost_lines_total', 'Lines of the audit log that were not written.'));
    return { auditLost: ({ lines }) => lost.inc(lines) };
  }

  #observeLimits(): Observer {
    const refused = new Counter({
      ...this.#named('rate_limited_total', 'Requests refused because their caller exceeded a limit.'),
      labelNames: ['limit'],
    });
    const failures = new Counter(
      this.#named('rate_limit_store_failures_total', 'Failures of the shared store, each until it was restored.'),
    );
    return {
      rejected: ({ apiError: { code, details } }) => {
        if (code === 'RateLimited') refused.inc({ limit: String(details?.limit) });
      },
      limitStoreFailed: () => failures.inc(),
    };
  }

  #observeLive(): Observer {
    const queries = new Gauge(this.#named('live_queries', 'Live queries.'));
    const cohorts = new Gauge(this.#named('live_cohorts', 'Cohorts of live queries.'));
    const sockets = new Gauge(this.#named('live_sockets', 'Open WebSockets.'));
    const closed = new Counter({
      ...this.#named('live_sockets_closed_total', 'Closed WebSockets, by reason.'),
      labelNames: ['reason'],
    });
    const statements = new Counter(this.#named('live_statements_total', 'Statements for live queries.'));
    const members = new Counter(this.#named('live_reads_total', 'Live queries read by these statements.'));
    const results = new Counter({
      ...this.#named('live_results_total', 'Results of live queries, sent or dropped for slow clients.'),
      labelNames: ['outcome'],
    });
    return {
      liveQueries: (numbers) => {
        queries.set(numbers.queries);
        cohorts.set(numbers.cohorts);
      },
      liveStatement: (statement) => {
        statements.inc();
        members.inc(statement.members);
      },
      liveResult: ({ outcome }) => results.inc({ outcome }),
      socketOpened: () => sockets.inc(),
      socketClosed: ({ reason }) => {
        sockets.dec();
        closed.inc({ reason });
      },
    };
  }

  readonly #gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void): void => {
    new Gauge({
      ...this.#named(name, help),
      labelNames,
      collect() {
        collect(this);
      },
    });
  };

  #addGauges(unsentBytes: () => number): void {
    const { statistics, audit } = this.#application;
    const gauge = this.#gauge;
    gauge('sessions', 'Open sessions, by pool and state.', ['pool', 'state'], (sessions) => {
      const { pools } = statistics();
      for (const pool of POOLS) {
        const { inUse, open } = pools[pool];
        sessions.set({ pool, state: 'in_use' }, inUse);
        sessions.set({ pool, state: 'idle' }, Math.max(0, open - inUse));
      }
    });
    gauge('sessions_max', 'Limit of sessions in use.', ['pool'], (maximum) => {
      const { pools } = statistics();
      for (const pool of POOLS) maximum.set({ pool }, pools[pool].max);
    });
    gauge('queue_length', 'Operations that wait for a session.', ['pool'], (length) => {
      const { pools } = statistics();
      for (const pool of POOLS) length.set({ pool }, pools[pool].waiting);
    });
    gauge('cache_entries', 'Compiled operations in the cache.', [], (entries) =>
      entries.set(statistics().scripts.entries),
    );
    gauge('cache_bytes', 'Estimated bytes of compiled operations.', [], (bytes) =>
      bytes.set(statistics().scripts.bytes),
    );
    gauge('unsent_bytes', 'Response bytes that clients have not received.', [], (bytes) => bytes.set(unsentBytes()));
    gauge('audit_waiting_bytes', 'Characters of the audit log that are not written.', [], (bytes) =>
      bytes.set(audit?.waitingCharacters ?? 0),
    );
    new Counter({
      ...this.#named('cache_lookups_total', 'Lookups of compiled operations since the last reload of the catalog.'),
      labelNames: ['result'],
      collect() {
        const { hits, misses } = statistics().scripts;
        this.reset();
        this.inc({ result: 'hit' }, hits);
        this.inc({ result: 'miss' }, misses);
      },
    });
  }

  #kindOf(route: string | undefined): RequestKind {
    const cached = this.#kinds.get(route);
    if (cached !== undefined) return cached;
    const { graphql, rest } = this.#application.config.runtime;
    const kind = findKind(route, { graphql: graphql.path, rest: rest.path });
    this.#kinds.set(route, kind);
    return kind;
  }

  /** A token may have a role that the model does not know. Labels contain only names of the model. */
  #roleOf({ identity }: ReceivedRequest): string {
    if (identity === undefined) return 'none';
    return this.#application.model.roles.has(identity.role) ? identity.role : 'unknown';
  }
}

function findKind(route: string | undefined, paths: { readonly graphql: string; readonly rest: string }): RequestKind {
  if (route === undefined) return 'unknown';
  if (route === paths.graphql) return 'graphql';
  if (route === paths.rest || route.startsWith(`${paths.rest}/`)) return 'rest';
  return isHealthPath(route) ? 'health' : 'page';
}

/** Operations on several entities share one value. Otherwise each combination would have its own time series. */
function entityOf({ entities = [] }: ReceivedRequest): string {
  const [first = 'none', ...others] = entities;
  return others.length > 0 ? 'multiple' : first;
}

function withoutTotal<M extends MetricObjectWithValues<MetricValue<string>>>(metric: M): M {
  return { ...metric, name: metric.name.replace(/_total$/, '') };
}

declare module 'fastify' {
  /** In a worker, `metricsServer` handles connections to the metrics port. The primary process listens on the port. */
  interface FastifyInstance extends Readonly<Partial<Record<'metricsServer', Server>>> {}
}

/**
 * Serves metrics, on a path or on a separate port. Call it before requests are observed.
 * @throws Error, when the server gets ready, if the port is not available
 */
export function addMetrics(server: FastifyInstance, application: Application, sources: MetricSources): void {
  const settings = application.config.runtime.metrics;
  if (settings === undefined) return;
  const metrics = new ServiceMetrics(application, () => server.unsentBytes(), sources);
  for (const observer of metrics.observers) application.observers.add(observer);
  server.addHook('onClose', async () => metrics.close());
  const { path, listen } = settings;
  if (listen === undefined) {
    server.get(path, async ({ headers: { accept } }, reply) => {
      const { type, body } = await metrics.render(accept);
      return reply.header('cache-control', 'no-store').type(type).send(body);
    });
    return;
  }
  const own = createServer((request, response) => void answer(request, response, { metrics, path }));
  if (sources.channel !== undefined) {
    server.decorate('metricsServer', own);
    server.addHook('onClose', async () => own.closeAllConnections());
    return;
  }
  server.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      own.once('error', (cause) => {
        const message = `The metrics cannot listen on ${listen.host}:${listen.port}. Set another "runtime.metrics.port".`;
        reject(new Error(message, { cause }));
      });
      own.listen(listen.port, listen.host, resolve);
    });
  });
  server.addHook('onClose', async () => {
    own.closeAllConnections();
    await new Promise((resolve) => own.close(resolve));
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, path }: { readonly metrics: ServiceMetrics; readonly path: string },
): Promise<void> {
  if (splitUrl(request.url).path !== path || (request.method !== 'GET' && request.method !== 'HEAD')) {
    response.writeHead(404).end();
    return;
  }
  const { type, body } = await metrics.render(request.headers.accept);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : body);
}
