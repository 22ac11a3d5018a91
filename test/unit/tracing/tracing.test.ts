import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/base/problem.ts';
import { openTracing, traceComment } from '../../../src/tracing/tracing.ts';

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

describe('the SDK', () => {
  const settings = { protocol: 'grpc', serviceName: 'shop', comments: false } as const;
  const variable = process.env.OTEL_EXPORTER_OTLP_HEADERS;
  afterEach(() => {
    if (variable === undefined) delete process.env.OTEL_EXPORTER_OTLP_HEADERS;
  });

  it.each([
    ['grpc', '@opentelemetry/exporter-trace-otlp-grpc'],
    ['httpprotobuf', '@opentelemetry/exporter-trace-otlp-proto'],
  ] as const)('is missing a package for %s, and a warning says which', async (protocol, name) => {
    const problems: Problem[] = [];
    const tracing = await openTracing(
      { ...settings, protocol, endpoint: 'http://127.0.0.1:4317' },
      { databaseType: 'postgresql' },
      (problem) => problems.push(problem),
    );
    expect(tracing).toBeDefined();
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        message: `No traces are recorded, because packages are missing. Run "npm install ${name}".`,
      },
    ]);
  });

  it('is not started without an endpoint', async () => {
    const problems: Problem[] = [];
    await openTracing(settings, { databaseType: 'postgresql' }, (problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});
