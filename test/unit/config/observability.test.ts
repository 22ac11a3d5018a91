import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildObservability } from '../../../src/config/build/build-runtime.ts';
import { inspectValue } from '../../../src/config/read-config.ts';
import type { ConfigFile } from '../../../src/config/schema/config-schema.ts';
import { dataSource } from './with-file.ts';

type RuntimeFile = NonNullable<ConfigFile['runtime']>;

const build = (runtime: RuntimeFile) => buildObservability(runtime, '/etc/joinery');

describe('observability', () => {
  it('is off by default', () => {
    expect(build({})).toEqual({ accessLog: 'none' });
    expect(
      build({
        metrics: false,
        telemetry: { 'open-telemetry': { enabled: false } },
        'access-log': false,
        audit: { enabled: false, file: 'audit.jsonl' },
      }),
    ).toEqual({ accessLog: 'none' });
  });

  it('has defaults for what is enabled', () => {
    const runtime: RuntimeFile = {
      metrics: true,
      telemetry: { 'open-telemetry': {} },
      'access-log': true,
      audit: { file: 'audit.jsonl' },
    };
    expect(build(runtime)).toEqual({
      metrics: { path: '/metrics' },
      traces: { protocol: 'grpc', serviceName: 'joinery', comments: false },
      accessLog: 'json',
      audit: {
        target: { kind: 'file', path: '/etc/joinery/audit.jsonl' },
        queueBytes: 16 * 1024 * 1024,
        sync: 'always',
        onFailure: 'refuse',
        subjectClaim: 'sub',
      },
    });
  });

  it('reads every key', () => {
    const runtime: RuntimeFile = {
      metrics: { enabled: true, path: '/figures', port: 9464, host: '127.0.0.3' },
      telemetry: {
        'open-telemetry': {
          endpoint: 'http://127.0.0.1:4318',
          headers: 'a=b',
          'exporter-protocol': 'httpprotobuf',
          'service-name': 'shop',
          'trace-comments': true,
        },
      },
      'access-log': 'common',
      audit: {
        target: 'webhook',
        url: 'https://audit.example',
        authorization: 'Bearer token',
        spool: 'spool',
        'spool-bytes': 35,
        'queue-bytes': 36,
        sync: 'interval',
        'on-failure': 'continue',
        'subject-claim': 'oid',
      },
    };
    expect(build(runtime)).toEqual({
      metrics: { path: '/figures', listen: { port: 9464, host: '127.0.0.3' } },
      traces: {
        endpoint: 'http://127.0.0.1:4318',
        headers: 'a=b',
        protocol: 'httpprotobuf',
        serviceName: 'shop',
        comments: true,
      },
      accessLog: 'common',
      audit: {
        target: {
          kind: 'webhook',
          url: 'https://audit.example',
          authorization: 'Bearer token',
          spool: '/etc/joinery/spool',
          spoolBytes: 35,
        },
        queueBytes: 36,
        sync: 'interval',
        onFailure: 'continue',
        subjectClaim: 'oid',
      },
    });
  });
});

it.each<readonly [RuntimeFile, string]>([
  [{ live: { 'revoke-role': 'Anonymous' } }, 'Every caller can have this role'],
  [{ metrics: { path: '/health' } }, 'Another part of the service uses this path'],
  [{ metrics: { path: '/api/metrics' } }, 'Another part of the service uses this path'],
  [{ metrics: { path: '/query' }, graphql: { path: '/query' } }, 'Another part of the service uses this path'],
  [{ metrics: { host: '0.0.0.0' } }, '"host" applies only to a separate port'],
  [{ audit: {} }, 'The target "file" requires "file"'],
  [{ audit: { target: 'webhook', url: 'https://audit.example' } }, 'The target "webhook" requires "spool"'],
  [{ audit: { target: 'webhook', url: 'http://audit.example', spool: 'spool' } }, 'Use HTTPS'],
  [{ audit: { target: 'stdout', file: 'audit.jsonl' } }, 'The target "stdout" has no file'],
  [{ audit: { file: 'audit.jsonl', url: 'https://audit.example' } }, 'The target "file" has no URL'],
  [{ audit: { target: 'webhook', url: 'audit', spool: 'spool' } }, 'Invalid URL'],
  [{ telemetry: { 'open-telemetry': { endpoint: 'collector' } } }, 'Invalid URL of the collector'],
])('rejects %j', (runtime, message) => {
  const file = { 'data-source': dataSource, runtime, entities: { Order: { source: 'orders' } } };
  const { problems } = inspectValue(file as ConfigFile, '/etc/joinery', {});
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors).toMatchObject([{ message: expect.stringContaining(message) }]);
});

const examples = ['audit', 'metrics'].flatMap((page) => {
  const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => json);
  return blocks
    .filter((json) => /"(runtime|entities)": \{/.test(json))
    .map((json) => [page, JSON.parse(json)] as const);
});

it.each(examples)('accepts the example of %s.md: %j', (_page, example) => {
  const runtime = { audit: { file: 'audit.jsonl' }, ...example.runtime };
  const file = { 'data-source': dataSource, entities: { Order: { source: 'orders' } }, ...example, runtime };
  const env = { AUDIT_TOKEN: 'Bearer token' };
  const { problems } = inspectValue(file, '/etc/joinery', env);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('has examples in the documentation', () => expect(examples.length).toBeGreaterThan(5));
