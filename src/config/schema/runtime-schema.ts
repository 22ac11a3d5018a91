import { defaults } from '../defaults.ts';
import { choice, flag, type JsonSchema, object, text, wholeNumber } from './json-schema.ts';

const urlPath = (description: string, value: string): JsonSchema => ({
  description,
  type: 'string',
  pattern: '^(/[A-Za-z0-9._~-]+)+$',
  default: value,
  examples: [value],
});

const rest: JsonSchema = {
  ...object('The REST API; `false` switches it off.', {
    enabled: flag('Whether the REST API is served.', defaults.rest.enabled),
    path: urlPath('Path in front of every REST resource.', defaults.rest.path),
  }),
  type: ['boolean', 'object'],
};

const graphql: JsonSchema = {
  ...object('The GraphQL API; `false` switches it off.', {
    enabled: flag('Whether the GraphQL API is served.', defaults.graphql.enabled),
    path: urlPath('Path of the GraphQL endpoint.', defaults.graphql.path),
    'allow-introspection': flag('Whether clients may ask for the schema.', defaults.graphql['allow-introspection']),
  }),
  type: ['boolean', 'object'],
};

const host = object('Where and how the service listens.', {
  mode: choice(
    '`development` serves tools for developers; `production` refuses plain HTTP off the loopback interface.',
    ['production', 'development'],
    defaults.host.mode,
  ),
  host: {
    ...text('Address to listen on; `HOST` and `--host` win over it.'),
    default: defaults.host.host,
  },
  port: wholeNumber('Port to listen on, 0 for a free one; `PORT` and `--port` win over it.', defaults.host.port, {
    minimum: 0,
    maximum: 65_535,
  }),
  authentication: object('Who the callers are.', {
    provider: choice(
      '`Unauthenticated`: everybody is anonymous. `Simulator`: callers choose their role, in development only.',
      ['Unauthenticated', 'Simulator'],
      defaults.authentication.provider,
    ),
  }),
});

const pagination = object('Sizes of pages, of lists within lists too.', {
  'default-page-size': wholeNumber(
    'Items of a page where the client names no number; never more than `max-page-size`.',
    defaults.pagination['default-page-size'],
  ),
  'max-page-size': wholeNumber('Most items that a client may ask for.', defaults.pagination['max-page-size']),
});

const limits = object('What one request may cost.', {
  'body-bytes': wholeNumber('Bytes of a request body.', defaults.limits['body-bytes']),
  'in-values': wholeNumber('Values in one `in` or `nin`.', defaults.limits['in-values']),
  'request-timeout-ms': wholeNumber('Milliseconds for a whole request.', defaults.limits['request-timeout-ms']),
  'response-bytes': wholeNumber('Bytes of a response body.', defaults.limits['response-bytes']),
  'operation-cache-bytes': wholeNumber(
    'Bytes that compiled operations may hold in memory, over all requests.',
    defaults.limits['operation-cache-bytes'],
  ),
});

export const runtimeSchema: JsonSchema = object('How the APIs are served.', {
  rest,
  graphql,
  host,
  pagination,
  numbers: choice(
    'How `Long` and `Decimal` are written into answers; `string` for clients that would lose digits.',
    ['number', 'string'],
    defaults.numbers,
  ),
  limits,
});
