import { context, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedShop, serveShop } from './support/serve-shop.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SAMPLED = `00-${TRACE}-b7ad6b7169203331-01`;
const NOT_SAMPLED = `00-${TRACE}-b7ad6b7169203331-00`;

const exporter = new InMemorySpanExporter();
let shop: ServedShop;

beforeAll(async () => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  shop = await serveShop({
    database: 'traces',
    change: (config) => ({
      ...config,
      runtime: { ...config.runtime, traces: { protocol: 'grpc', serviceName: 'shop', comments: true } },
    }),
  });
});
afterAll(async () => {
  await shop.close();
  for (const api of [trace, propagation, context]) api.disable();
});
beforeEach(() => exporter.reset());

const post = async (query: string, headers: Record<string, string> = {}) => {
  const response = await shop.post(JSON.stringify({ query }), { 'x-api-role': 'staff', ...headers });
  return response.json();
};

/** Returns the finished spans of a request once its own has ended. */
async function takeSpans(): Promise<{ request: ReadableSpan; children: readonly ReadableSpan[] }> {
  const isRequest = ({ name }: ReadableSpan): boolean => /^(POST|GET|PATCH) \//.test(name);
  await expect.poll(() => exporter.getFinishedSpans().some(isRequest)).toBe(true);
  const spans = exporter.getFinishedSpans();
  const request = spans.find(isRequest);
  if (request === undefined) throw new Error('There is no span of a request.');
  return { request, children: spans.filter((span) => span !== request) };
}

const textOf = ({ attributes }: ReadableSpan): string | undefined => attributes['db.query.text'] as string | undefined;

describe('a traced request', () => {
  it('has a span, with spans for its stages and statements', async () => {
    await post('{ orders(first: 1) { id } }', { 'x-request-id': 'mine' });
    const { request, children } = await takeSpans();
    expect(request.name).toBe('POST /graphql');
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.type': 'query',
      'joinery.entities': ['Order'],
      'joinery.role': 'staff',
      'joinery.request_id': 'mine',
    });
    expect(new Set(children.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set([request.spanContext().spanId]),
    );
    expect(children.map(({ name }) => name)).toEqual(expect.arrayContaining(['read', 'document', 'plan', 'database']));
    expect(children.flatMap((span) => textOf(span) ?? [])).toHaveLength(1);
    const statement = children.find((span) => textOf(span) !== undefined);
    expect(statement?.attributes['db.system']).toBe(shop.application.config.dataSource.databaseType);
  });

  it('continues the trace of the client', async () => {
    await post('{ orders(first: 1) { id } }', { traceparent: SAMPLED });
    const { request } = await takeSpans();
    expect(request.spanContext().traceId).toBe(TRACE);
    expect(request.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  });

  it('ignores an invalid traceparent', async () => {
    await post('{ orders(first: 1) { id } }', { traceparent: "00-*/ drop table orders --'-01" });
    const { request, children } = await takeSpans();
    expect(request.spanContext().traceId).not.toBe(TRACE);
    expect(children.map((span) => textOf(span) ?? '').join()).not.toContain('drop');
  });

  it('has its traceparent in its SQL, without its values', async () => {
    const secret = 'secret-value';
    for (let time = 0; time < 5; time += 1) {
      exporter.reset();
      const { data } = (await post(`{ customers(first: 1, filter: { name: { eq: "${secret}" } }) { id } }`, {
        traceparent: SAMPLED,
      })) as { data: object };
      expect(data).toEqual({ customers: [] });
      const { request, children } = await takeSpans();
      const texts = children.flatMap((span) => textOf(span) ?? []);
      expect(texts[0]).toContain(`/*traceparent='00-${TRACE}-${request.spanContext().spanId}-01'*/`);
      expect(JSON.stringify(children.map(({ attributes, events }) => [attributes, events]))).not.toContain(secret);
    }
  });

  it('can change rows', async () => {
    const { data } = (await post('mutation { updateCustomer(id: 1, item: { name: "Traced" }) { name } }', {
      traceparent: SAMPLED,
    })) as { data: object };
    expect(data).toEqual({ updateCustomer: { name: 'Traced' } });
    const { request, children } = await takeSpans();
    expect(request.attributes['graphql.operation.type']).toBe('mutation');
    const texts = children.flatMap((span) => textOf(span) ?? []);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toContain(`/*traceparent='00-${TRACE}-`);
  });

  it('has the type of an error, without its message', async () => {
    await post('mutation { createCustomer(item: { name: "E", email: "same@b.c", country: "DE" }) { id } }');
    exporter.reset();
    await post('mutation { createCustomer(item: { name: "E", email: "same@b.c", country: "DE" }) { id } }');
    const { children } = await takeSpans();
    const failed = children.filter(({ attributes }) => attributes['error.type'] !== undefined);
    expect(failed).toHaveLength(1);
    expect(JSON.stringify(failed.map(({ attributes, events, status }) => [attributes, events, status]))).not.toContain(
      'same@b.c',
    );
  });

  it('over REST has the route instead of the path', async () => {
    await fetch(`${shop.origin}/api/Order/1`, { headers: { 'x-api-role': 'staff' } });
    const { request } = await takeSpans();
    expect([request.name, request.attributes['http.route']]).toEqual(['GET /api/*', '/api/*']);
  });
});

it('a request that is not sampled has neither spans nor a comment', async () => {
  expect(await post('{ orders(first: 1) { id } }', { traceparent: NOT_SAMPLED })).toHaveProperty('data');
  await fetch(`${shop.origin}/health`);
  expect(exporter.getFinishedSpans().filter(({ name }) => name.includes('graphql') || name === 'plan')).toEqual([]);
});
