import { styleFor } from '../compatibility.ts';
import { defaults } from '../defaults.ts';
import { hostSchema } from './host-schema.ts';
import { choice, flag, type JsonSchema, object, wholeNumberOrNone } from './json-schema.ts';
import { limitsSchema } from './limits-schema.ts';

const PATH = '^(/[A-Za-z0-9._~-]+)+$';

const urlPath = (description: string, value: string): JsonSchema => ({
  description,
  type: 'string',
  pattern: PATH,
  default: value,
  examples: [value],
});

const rest: JsonSchema = {
  ...object('The REST API; `false` switches it off.', {
    enabled: flag('Whether the REST API is served.', defaults.rest.enabled),
    path: urlPath('Path in front of every REST resource.', defaults.rest.path),
    'request-body-strict': flag(
      'Whether unknown fields in a body are refused; else they are ignored.',
      defaults.rest['request-body-strict'],
    ),
    expand: flag(
      'Whether `$expand` may bring related items along, where an entity says nothing.',
      defaults.rest.expand,
    ),
  }),
  type: ['boolean', 'object'],
};

const graphql: JsonSchema = {
  ...object('The GraphQL API; `false` switches it off.', {
    enabled: flag('Whether the GraphQL API is served.', defaults.graphql.enabled),
    path: urlPath('Path of the GraphQL endpoint.', defaults.graphql.path),
    'allow-introspection': flag(
      'Whether clients may ask for the schema, and in production for the OpenAPI document of the REST API.',
      defaults.graphql['allow-introspection'],
    ),
    naming: choice(
      'How types and root fields are named of an entity without `graphql.type`. `pascal`: in Pascal case and by its singular, so that `order_items` gives `OrderItem`, `orderItems`, and `createOrderItem`; `as-is`: in the form of its name, as with `compatibility`.',
      ['pascal', 'as-is'],
      styleFor(undefined).graphql.naming,
    ),
    'depth-limit': wholeNumberOrNone('Another way to write `runtime.limits.depth`; -1 for no limit.', undefined),
    'enable-aggregation': flag('Whether connections have `groupBy`.', defaults.graphql['enable-aggregation']),
    'multiple-mutations': object('Mutations that write related items too.', {
      create: object('Creating items together with related ones.', {
        enabled: flag(
          'Whether items to create may hold related ones; `false` with `compatibility`.',
          styleFor(undefined).graphql.nestedCreate,
        ),
      }),
    }),
  }),
  type: ['boolean', 'object'],
};

const pagination = object('Sizes of pages, of lists within lists too.', {
  'default-page-size': wholeNumberOrNone(
    'Items of a page where the client names no number, never more than `max-page-size`; -1 for as many.',
    defaults.pagination['default-page-size'],
  ),
  'max-page-size': wholeNumberOrNone(
    `Most items that a client may ask for, -1 for as many as can be; where it is not given with \`compatibility\`: ${styleFor('dab').pagination.maxPageSize}.`,
    styleFor(undefined).pagination.maxPageSize,
  ),
  'next-link-relative': flag(
    'Whether `nextLink` is a path instead of a whole URL.',
    defaults.pagination['next-link-relative'],
  ),
});

export const runtimeSchema: JsonSchema = object('How the APIs are served.', {
  compatibility: choice('`dab`: names, envelopes and error codes as clients of Data API builder know them.', ['dab']),
  rest,
  graphql,
  host: hostSchema,
  pagination,
  'base-route': {
    description: 'Path that a proxy in front takes away; it is put before the paths of `nextLink` and `Location`.',
    type: 'string',
    pattern: PATH,
    examples: ['/shop'],
  },
  numbers: choice(
    'How `Long` and `Decimal` are written into answers; `string` for clients that would lose digits.',
    ['number', 'string'],
    defaults.numbers,
  ),
  compression: object('Answers of 1 KiB and more, as `Accept-Encoding` asks for them.', {
    level: choice(
      '`optimal`: small answers, for some work; `fastest`: less work, larger answers; `none`: as they are.',
      ['optimal', 'fastest', 'none'],
      defaults.compression.level,
    ),
  }),
  limits: limitsSchema,
});
