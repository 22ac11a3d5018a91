import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { propagation, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReceivedRequest } from '../../../src/base/observation.ts';
import type { Problem } from '../../../src/base/problem.ts';
import type { Traces } from '../../../src/config/config.ts';
import { openTracing, type Tracing, traceComment } from '../../../src/tracing/tracing.ts';

const context = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };

describe('the comment of a trace', () => {
  it('is a sqlcommenter comment', () => {
    expect(traceComment(context)).toBe("/*traceparent='00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'*/");
  });

  it.each([
    { ...context, traceFlags: 0 },
    { ...context, traceId: "*/ drop table x; /*'" },
    { ...context, traceId: context.traceId.toUpperCase() },
    { ...context, spanId: `${context.spanId}*/` },
    { ...context, spanId: '' },
  ])('is absent for %j', (hostile) => {
    expect(traceComment(hostile)).toBeUndefined();
  });
});

/** A request as a collector received it. */
interface Export {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  /** The names in the message of Protocol Buffers are UTF-8. */
  readonly text: string;
}

const exportOf = (path: string | undefined, authorization: string | undefined, body: Buffer): Export => ({
  path,
  authorization,
  text: body.toString('latin1'),
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startHttpCollector(received: Export[]): Promise<string> {
  const server = createServer(async (request, response) => {
    received.push(exportOf(request.url, request.headers.authorization, await buffer(request)));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  onTestFinished(() => void server.close());
  return listen(server);
}

async function startGrpcCollector(received: Export[]): Promise<string> {
  const server = createHttp2Server();
  server.on('session', (session) => onTestFinished(() => void session.destroy()));
  server.on('stream', async (stream, headers) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    received.push(exportOf(headers[':path'], headers.authorization, await buffer(stream)));
    // A frame without compression that contains an empty message.
    stream.end(Buffer.alloc(5));
  });
  onTestFinished(() => void server.close());
  return listen(server);
}

const newRequest = (): ReceivedRequest => ({ id: 'mine', method: 'POST' }) as ReceivedRequest;

function observeRequest(tracing: Tracing | undefined, request: ReceivedRequest): void {
  tracing?.observer.requestStarted?.({ kind: 'requestStarted', request });
  tracing?.observer.responseSent?.({
    kind: 'responseSent',
    request,
    route: '/graphql',
    status: 200,
    duration: 1,
    bytes: 2,
    isLive: false,
  });
}

describe('the SDK', () => {
  const settings: Traces = { protocol: 'grpc', serviceName: 'shop', comments: false };
  const variable = process.env.OTEL_EXPORTER_OTLP_HEADERS;
  afterEach(() => {
    if (variable === undefined) delete process.env.OTEL_EXPORTER_OTLP_HEADERS;
    trace.disable();
    propagation.disable();
  });

  async function open(changed: Partial<Traces>) {
    const problems: Problem[] = [];
    const tracing = await openTracing({ ...settings, ...changed }, { databaseType: 'postgresql' }, (problem) =>
      problems.push(problem),
    );
    return { tracing, problems };
  }

  it.each([
    ['httpprotobuf', startHttpCollector, '/v1/traces'],
    ['grpc', startGrpcCollector, '/opentelemetry.proto.collector.trace.v1.TraceService/Export'],
  ] as const)('sends spans to a collector by %s before it is closed', async (protocol, startCollector, path) => {
    const received: Export[] = [];
    const endpoint = await startCollector(received);
    const { tracing, problems } = await open({ protocol, endpoint, headers: 'authorization=Bearer%20secret' });
    const sent = newRequest();
    observeRequest(tracing, sent);
    await tracing?.close();
    expect(problems).toEqual([]);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ path, authorization: 'Bearer secret' });
    for (const name of ['service.name', 'shop', 'POST /graphql', 'joinery.request_id', 'mine']) {
      expect(received[0]?.text).toContain(name);
    }
  });

  it('closes in time although the collector is down', async () => {
    const { tracing } = await open({ protocol: 'httpprotobuf', endpoint: 'http://127.0.0.1:1' });
    const sent = newRequest();
    observeRequest(tracing, sent);
    await tracing?.close();
    expect(sent.span).toBeDefined();
  });

  it.each([
    ['grpc', '@opentelemetry/exporter-trace-otlp-grpc'],
    ['httpprotobuf', '@opentelemetry/exporter-trace-otlp-proto'],
  ] as const)('is missing a package for %s, and a warning says which', async (protocol, name) => {
    vi.doMock(name, () => {
      throw new Error('Not installed');
    });
    onTestFinished(() => void vi.doUnmock(name));
    const { tracing, problems } = await open({ protocol, endpoint: 'http://127.0.0.1:4317' });
    expect(tracing).toBeDefined();
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        message: `No traces are recorded, because packages are missing. Run "npm install ${name}".`,
      },
    ]);
  });

  it('is not started without an endpoint', async () => {
    expect((await open({})).problems).toEqual([]);
  });
});
