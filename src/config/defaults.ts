const MEBIBYTE = 1024 * 1024;

/** What holds where the configuration is silent, under the keys of the file; the published schema shows the same. */
export const defaults = {
  pool: { max: 10, 'acquire-timeout-ms': 5_000, 'max-waiting': 1_000, 'connect-timeout-ms': 5_000 },
  prepared: true,
  'statement-timeout-ms': 30_000,
  rest: { enabled: true, path: '/api' },
  graphql: { enabled: true, path: '/graphql', 'allow-introspection': true },
  host: { mode: 'production', host: '127.0.0.1', port: 4_000 },
  authentication: { provider: 'Unauthenticated' },
  pagination: { 'default-page-size': 100, 'max-page-size': 1_000 },
  numbers: 'number',
  limits: {
    'body-bytes': MEBIBYTE,
    'in-values': 1_000,
    'request-timeout-ms': 35_000,
    'response-bytes': 64 * MEBIBYTE,
    'operation-cache-bytes': 64 * MEBIBYTE,
  },
  sourceType: 'table',
} as const;
