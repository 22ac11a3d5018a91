const MEBIBYTE = 1024 * 1024;

/** What holds where the configuration is silent, under the keys of the file; the published schema shows the same. */
export const defaults = {
  pool: { max: 10, 'acquire-timeout-ms': 5_000, 'max-waiting': 1_000, 'connect-timeout-ms': 5_000 },
  prepared: true,
  'statement-timeout-ms': 30_000,
  rest: { enabled: true, path: '/api', 'request-body-strict': true, expand: true },
  graphql: { enabled: true, path: '/graphql', 'allow-introspection': true, 'enable-aggregation': true },
  host: { mode: 'production', host: '127.0.0.1', port: 4_000, 'log-error-detail': false },
  cors: { origins: [], 'allow-credentials': false },
  authentication: { provider: 'Unauthenticated' },
  jwt: { 'role-claim': 'roles', 'clock-skew-seconds': 60 },
  pagination: { 'default-page-size': 100, 'next-link-relative': false },
  numbers: 'number',
  limits: {
    'body-bytes': MEBIBYTE,
    'url-bytes': 16 * 1024,
    'in-values': 1_000,
    'request-timeout-ms': 35_000,
    'response-bytes': 64 * MEBIBYTE,
    'operation-cache-bytes': 64 * MEBIBYTE,
    depth: 10,
    aliases: 30,
    directives: 50,
    tokens: 2_000,
    cost: 50_000_000,
    rows: 1_000_000,
    'filter-nodes': 200,
  },
  sourceType: 'table',
  procedure: { methods: ['post'], operation: 'mutation' },
  cacheControl: { anonymous: 'no-cache', identified: 'no-store' },
} as const;
