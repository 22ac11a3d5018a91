import { choice, flag, integer, listOf, object, orTypes, text, unsafe } from './declare.ts';

const PATH = '^(/[A-Za-z0-9._~-]+)+$';

export const metrics = orTypes(
  ['boolean'],
  object('Metrics for Prometheus. `true` enables them with the defaults of the keys.', {
    enabled: flag('Enables metrics.', { default: true }),
    path: text('Path of the metrics.', { pattern: PATH, default: '/metrics' }),
    port: integer('Separate port that serves only the metrics. Default: the port of the service.', {
      minimum: 0,
      maximum: 65_535,
    }),
    host: text('Address to listen on, with `port`.', { default: '127.0.0.1' }),
  }),
);

export const telemetry = object('Traces.', {
  'open-telemetry': object('Traces by OpenTelemetry.', {
    enabled: flag('Records spans.', { default: true, inDab: true }),
    endpoint: text(
      'URL of the collector. The service then starts the OpenTelemetry SDK, unless your program has started one.',
      { examples: ['http://127.0.0.1:4317'], inDab: 'Traces only; metrics are at `runtime.metrics`.' },
    ),
    headers: text('Headers for the collector: `name=value`, separated by commas.', {
      examples: ["@env('OTEL_EXPORTER_OTLP_HEADERS')"],
      inDab: true,
    }),
    'exporter-protocol': choice('Protocol of the collector.', ['grpc', 'httpprotobuf'], {
      default: 'grpc',
      inDab: true,
    }),
    'service-name': text('Name of the service in traces.', { default: 'joinery', inDab: 'Default: `joinery`.' }),
    'trace-comments': flag(
      'Appends the `traceparent` of a sampled request to its SQL, as a comment. Such statements are not prepared.',
      { default: false },
    ),
  }),
});

export const accessLog = unsafe<boolean | 'json' | 'common'>({
  description: 'Logs each request: `true` or `json` as JSON, `common` in the Common Log Format.',
  type: ['boolean', 'string'],
  anyOf: [{ type: 'boolean' }, { enum: ['json', 'common'] }],
  default: false,
});

export const audit = object('Audit log: a JSON line for each access to an entity.', {
  enabled: flag('Writes the audit log.', { default: true }),
  target: choice('Destination of the lines.', ['file', 'stdout', 'webhook'], { default: 'file' }),
  file: text('File for the target `file`, relative to this file. SIGHUP reopens it.', { examples: ['audit.jsonl'] }),
  url: text('URL for the target `webhook`. It receives batches of lines by POST.', {
    examples: ['https://audit.example.com/lines'],
  }),
  authorization: text("Value of the webhook's `Authorization` header.", { examples: ["@env('AUDIT_TOKEN')"] }),
  spool: text('Folder for lines that the webhook has not accepted yet, relative to this file.', {
    examples: ['audit-spool'],
  }),
  'spool-bytes': integer('Maximum bytes of the spool.', { default: 64 * 1024 * 1024 }),
  'queue-bytes': integer('Maximum bytes of lines that wait in memory.', { default: 16 * 1024 * 1024 }),
  sync: choice(
    'When lines are forced to disk (fsync): `always` before the response, `interval` each second, `never`.',
    ['always', 'interval', 'never'],
    { default: 'always' },
  ),
  'on-failure': choice(
    'If a line cannot be written, `refuse` rejects the request with 503, before any change. `continue` answers the ' +
      'request, and counts lost lines.',
    ['refuse', 'continue'],
    { default: 'refuse' },
  ),
  'subject-claim': text('Claim of the token that names the subject.', { default: 'sub' }),
});

export const entityAudit = orTypes(
  ['boolean'],
  object('Audit of the entity, with `runtime.audit`. `false` excludes the entity.', {
    actions: listOf(
      'Audited actions. Default: all.',
      choice('Name of the action.', ['create', 'read', 'update', 'delete', 'execute']),
      { uniqueItems: true, minItems: 1, examples: [['create', 'update', 'delete']] },
    ),
    'include-values': flag('Adds the arguments of the request, such as new values and filters.', { default: false }),
  }),
);
