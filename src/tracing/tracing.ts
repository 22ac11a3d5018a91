import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Context,
  ProxyTracerProvider,
  Span,
  SpanContext,
  TextMapPropagator,
  TimeInput,
  TracerProvider,
} from '@opentelemetry/api';
import { ApiError } from '../base/errors.ts';
import type { Observer, ReceivedRequest } from '../base/observation.ts';
import type { Problem } from '../base/problem.ts';
import type { DataSource, Traces } from '../config/config.ts';
import type { StatementTrace } from '../store/script.ts';

type Api = typeof import('@opentelemetry/api');

/** Spans of requests, their stages, and their statements. */
export interface Tracing {
  readonly observer: Observer;
  /** Returns undefined if the spans of the request are not recorded. */
  traceOf(received: ReceivedRequest | undefined): StatementTrace | undefined;
  /** Sends the remaining spans, if the service has started the SDK. */
  close(): Promise<void>;
}

/**
 * Records spans by OpenTelemetry. Starts its SDK if an endpoint is configured, and no SDK is running.
 * @param report receives a warning if packages are missing
 * @returns undefined without the packages
 */
export async function openTracing(
  settings: Traces,
  { databaseType }: Pick<DataSource, 'databaseType'>,
  report: (problem: Problem) => void,
): Promise<Tracing | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  if (api === undefined) {
    report(missingPackages(['@opentelemetry/api']));
    return undefined;
  }
  let shutdown = async (): Promise<void> => undefined;
  if (settings.endpoint !== undefined && !isStarted(api.trace.getTracerProvider())) {
    const started = await startSdk({ ...settings, endpoint: settings.endpoint }, api);
    if ('missing' in started) report(missingPackages(started.missing));
    else shutdown = started.shutdown;
  }
  return createTracing(api, settings, databaseType, shutdown);
}

const missingPackages = (names: readonly string[]): Problem => ({
  path: ['runtime', 'telemetry', 'open-telemetry'],
  severity: 'warning',
  message: `No traces are recorded, because packages are missing. Run "npm install ${names.join(' ')}".`,
});

/** Returns true if the program has registered an SDK. */
function isStarted(provider: TracerProvider): boolean {
  const { getDelegate } = provider as Partial<ProxyTracerProvider>;
  return getDelegate?.call(provider as ProxyTracerProvider).constructor.name !== 'NoopTracerProvider';
}

/** The span of a request, and the context of its children. */
interface TracedRequest {
  readonly span: Span;
  readonly context: Context;
  route?: string;
}

const tracedRequestOf = ({ span }: ReceivedRequest): TracedRequest | undefined => span as TracedRequest | undefined;

function createTracing(
  { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }: Api,
  { comments }: Traces,
  system: DataSource['databaseType'],
  close: () => Promise<void>,
): Tracing {
  const tracer = trace.getTracer('joinery');
  const start = (request: ReceivedRequest): void => {
    const parent = propagation.extract(ROOT_CONTEXT, request.headers ?? {});
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    if (span.isRecording()) request.span = { span, context: trace.setSpan(parent, span) } satisfies TracedRequest;
  };
  const observer: Observer = {
    requestStarted: ({ request }) => start(request),
    stage: ({ request, stage, duration }) => {
      const { context: parent } = tracedRequestOf(request) ?? {};
      if (parent === undefined) return;
      const end = performance.timeOrigin + performance.now();
      tracer.startSpan(stage, { startTime: end - duration }, parent).end(end satisfies TimeInput);
    },
    executed: ({ request, operation, entities }) => {
      const { span } = (request && tracedRequestOf(request)) ?? {};
      span?.setAttributes({ 'graphql.operation.type': operation, 'joinery.entities': [...entities] });
    },
    responseSent: ({ request, route, status }) => {
      const { span } = tracedRequestOf(request) ?? {};
      if (span === undefined) return;
      const { id, identity, method } = request;
      if (route !== undefined) span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        ...(route !== undefined && { 'http.route': route }),
        ...(id !== undefined && { 'joinery.request_id': id }),
        ...(identity && { 'joinery.role': identity.role }),
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
  const traceStatement = (parent: Context, spanContext: SpanContext | undefined): StatementTrace => {
    const comment = comments && spanContext !== undefined ? traceComment(spanContext) : undefined;
    return {
      ...(comment !== undefined && { comment }),
      begin: (text) => {
        const attributes = { 'db.system': system, 'db.query.text': text };
        const span = tracer.startSpan(nameOf(text), { kind: SpanKind.CLIENT, attributes }, parent);
        return (error) => {
          if (error !== undefined) {
            // Messages of the database may contain values.
            span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        };
      },
    };
  };
  return {
    observer,
    traceOf: (received) => {
      if (received === undefined) {
        const active = context.active();
        const span = trace.getSpan(active);
        return span?.isRecording() ? traceStatement(active, span.spanContext()) : undefined;
      }
      const request = tracedRequestOf(received);
      return request && traceStatement(request.context, request.span.spanContext());
    },
    close,
  };
}

const SAMPLED = 1;

/**
 * Returns the comment of a sampled request, as https://google.github.io/sqlcommenter/spec/ defines it. Ids that are not
 * hexadecimal could end the comment, so no comment is written for them.
 */
export function traceComment({ traceId, spanId, traceFlags }: SpanContext): string | undefined {
  if ((traceFlags & SAMPLED) === 0) return undefined;
  if (!/^[\da-f]{32}$/.test(traceId) || !/^[\da-f]{16}$/.test(spanId)) return undefined;
  return `/*traceparent='00-${traceId}-${spanId}-01'*/`;
}

/** Returns the first word of a statement: `SELECT`. */
const nameOf = (text: string): string => /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';

function typeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'Error';
}

type StartedSdk = { readonly missing: readonly string[] } | { readonly shutdown: () => Promise<void> };

/** The parts of the packages that the service uses. The packages are optional, so their types are not available. */
interface SdkModule {
  readonly TracerProvider: new (options: object) => TracerProvider & { shutdown(): Promise<void> };
  readonly BatchSpanProcessor: new (options: { readonly exporter: object }) => object;
}

interface CoreModule {
  readonly W3CTraceContextPropagator: new () => TextMapPropagator;
}

interface ResourcesModule {
  resourceFromAttributes(attributes: object): object;
}

interface ExporterModule {
  readonly OTLPTraceExporter: new (options: object) => object;
}

const EXPORTERS: Readonly<Record<Traces['protocol'], string>> = {
  grpc: '@opentelemetry/exporter-trace-otlp-grpc',
  httpprotobuf: '@opentelemetry/exporter-trace-otlp-proto',
};

/** Both exporters read this variable. As an option, the gRPC exporter accepts headers only as a `Metadata` object. */
const HEADERS_VARIABLE = 'OTEL_EXPORTER_OTLP_HEADERS';

/** Milliseconds for the remaining spans at shutdown. */
const CLOSE_MS = 2_000;

/** Starts the SDK, which then sends spans in batches. Returns the names of missing packages. */
async function startSdk(
  { endpoint, headers, protocol, serviceName }: Traces & { readonly endpoint: string },
  { propagation, trace }: Api,
): Promise<StartedSdk> {
  const names = [
    '@opentelemetry/sdk-trace',
    '@opentelemetry/core',
    '@opentelemetry/resources',
    EXPORTERS[protocol],
  ] as const;
  const modules = await Promise.all(names.map((name) => import(name).catch(() => undefined)));
  const missing = names.filter((_, index) => modules[index] === undefined);
  if (missing.length > 0) return { missing };
  const [sdk, core, resources, exporters] = modules as [SdkModule, CoreModule, ResourcesModule, ExporterModule];
  if (headers !== undefined) process.env[HEADERS_VARIABLE] ??= headers;
  const exporter = new exporters.OTLPTraceExporter({ url: urlOf(endpoint, protocol) });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  return {
    // Spans that the collector does not accept in time are lost.
    shutdown: () =>
      Promise.race([provider.shutdown().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]),
  };
}

/** Returns the URL for spans. Over HTTP, an endpoint has a separate path for spans. */
function urlOf(endpoint: string, protocol: Traces['protocol']): string {
  const url = new URL(endpoint);
  if (protocol === 'httpprotobuf' && url.pathname === '/') url.pathname = '/v1/traces';
  return String(url);
}
