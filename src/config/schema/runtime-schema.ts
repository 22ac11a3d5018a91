import { styleFor } from '../compatibility.ts';
import { defaults } from '../defaults.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';
import { choice, flag, type JsonSchema, object, text, texts, wholeNumber, wholeNumberOrNone } from './json-schema.ts';

type Limit = keyof typeof defaults.limits;

const limit = (key: Limit, description: string): Record<string, JsonSchema> => ({
  [key]: wholeNumber(description, defaults.limits[key]),
});

const limitsSchema: JsonSchema = object('What one request may cost.', {
  ...limit('body-bytes', 'Bytes of a request body.'),
  ...limit('url-bytes', 'Bytes of a URL, path and query.'),
  ...limit('in-values', 'Values in one `in` or `nin`.'),
  ...limit('request-timeout-ms', 'Milliseconds for a whole request.'),
  ...limit(
    'anonymous-statement-ms',
    'Milliseconds that the database may take for one read of a caller who is not authenticated; at most `data-source.statement-timeout-ms`.',
  ),
  ...limit('response-bytes', 'Bytes of a response body.'),
  ...limit('send-timeout-ms', 'Milliseconds for which a client may take nothing of its answer.'),
  ...limit('sending-bytes', 'Bytes of answers that wait to be taken by their clients, over all connections.'),
  ...limit('operation-cache-bytes', 'Bytes that compiled operations may hold in memory, over all requests.'),
  ...limit('depth', 'Levels of a GraphQL document.'),
  ...limit('aliases', 'Aliases in a GraphQL document.'),
  ...limit('directives', 'Directives in a GraphQL document.'),
  ...limit('tokens', 'Tokens of a GraphQL document, or of an option of a URL; commas are none.'),
  ...limit('fields', 'Fields that an operation selects, with what its fragments stand for.'),
  ...limit(
    'cost',
    'What a GraphQL document may cost, by the page sizes written in it; anything where it is not given with `compatibility`.',
  ),
  ...limit(
    'rows',
    'Rows along any one path of an operation at worst: the product of its page sizes; any number where it is not given with `compatibility`.',
  ),
  ...limit('filter-nodes', 'Comparisons and connectives in one filter, empty ones counted.'),
  ...limit('order-terms', 'Terms of one order; fields of one `groupBy`.'),
  ...limit('search-words', 'Words of one search.'),
  ...limit('pattern-length', 'Characters of a text that is looked for within others.'),
  ...limit('cursor-bytes', 'Bytes of a cursor.'),
  ...limit('new-rows', 'Rows that one request may create, nested ones counted.'),
  ...limit('json-values', 'Values in a JSON body, members of objects and lists counted.'),
  ...limit('json-depth', 'Levels of objects and lists in a JSON body.'),
  'requests-per-minute': wholeNumber(
    'Requests of one client in a minute; any number where it is not given.',
    undefined,
  ),
});

const cors = object('Web pages of other origins that may read answers.', {
  origins: {
    ...texts('Their origins; `*` for every one, `https://*.example.com` for those below a domain.', [
      ['https://shop.example.com'],
    ]),
    default: defaults.cors.origins,
  },
  'allow-credentials': flag(
    'Whether they may send cookies and other credentials that browsers keep; bearer tokens need it not.',
    defaults.cors['allow-credentials'],
  ),
  'exposed-headers': {
    ...texts('Headers of answers that their scripts may read.'),
    default: defaults.cors['exposed-headers'],
  },
  'max-age-seconds': wholeNumber(
    'Seconds for which browsers remember what they may send.',
    defaults.cors['max-age-seconds'],
    { minimum: 0, maximum: 86_400 },
  ),
});

const tls = object(
  'HTTPS of our own, in TLS 1.2 or later. The files are PEM, relative to this one; when they change they are taken anew.',
  {
    cert: text('The certificate, and those that lead from it to an authority.', ['tls/cert.pem']),
    key: text('Its private key.', ['tls/key.pem']),
    passphrase: text('Of the key, where it is encrypted.', ["@env('TLS_PASSPHRASE')"]),
  },
  ['cert', 'key'],
);

const issuer = object(
  'The tokens that are believed; a list of such objects for several issuers.',
  {
    audience: {
      ...texts('The `aud` that a token must have, or one of several: the name of this API at the provider.'),
      type: ['string', 'array'],
      minLength: 1,
      minItems: 1,
    },
    issuer: text('The `iss` that a token must have: the URL of the OpenID provider, whose keys are found from there.', [
      'https://login.example.com/',
    ]),
    jwks: text("URL, or file relative to this one, of the keys, instead of the provider's discovery.", ['keys.json']),
    secret: text(
      "A secret shared with the issuer, for tokens by HS256 and its like, of 32 bytes or more; write it as `@env('…')`.",
      ["@env('TOKEN_SECRET')"],
    ),
    algorithms: {
      ...texts('The `alg` that a token may have; by default all of those that the keys are for.', [['RS256']]),
      items: choice('', [...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS]),
      minItems: 1,
    },
    'role-claim': {
      ...text(
        "Claim that lists the caller's roles: its name, or a path into nested claims. A list of texts, or one text; that of `scope` and `scp` is split at spaces.",
        ['realm_access.roles'],
      ),
      default: defaults.jwt['role-claim'],
    },
    'clock-skew-seconds': wholeNumber('Seconds by which clocks may differ.', defaults.jwt['clock-skew-seconds'], {
      minimum: 0,
      maximum: 3_600,
    }),
  },
  ['audience', 'issuer'],
);

const authentication = object('Who the callers are.', {
  provider: choice(
    '`Unauthenticated`: everybody is anonymous. `Simulator`: callers choose their role, in development only. `OpenIDConnect`, ' +
      '`Custom`, `EntraID`, `AzureAD`: bearer tokens of the issuer that `jwt` names. `StaticWebApps`, `AppService`: the ' +
      'header `X-MS-CLIENT-PRINCIPAL`, which that platform in front sets.',
    ['Unauthenticated', 'Simulator', 'OpenIDConnect', 'Custom', 'EntraID', 'AzureAD', 'StaticWebApps', 'AppService'],
    defaults.authentication.provider,
  ),
  jwt: { ...issuer, type: ['object', 'array'], items: issuer, minItems: 1 },
  'sign-in': object(
    'How GraphiQL, Swagger UI and the home page sign people in, in development: as a public client of the first issuer.',
    {
      'client-id': text('The client as which the provider knows these pages; it needs no secret.'),
      scope: { ...text('What they ask for.'), default: defaults['sign-in'].scope },
    },
    ['client-id'],
  ),
});

const hostSchema: JsonSchema = object('Where and how the service listens.', {
  mode: {
    description:
      '`development` serves tools for developers; `production` refuses plain HTTP off the loopback interface.',
    type: ['string', 'null'],
    anyOf: [{ enum: ['production', 'development'] }, { type: 'null' }],
    default: defaults.host.mode,
  },
  host: {
    ...text('Address to listen on; `HOST` and `--host` win over it.'),
    default: defaults.host.host,
  },
  port: wholeNumber('Port to listen on, 0 for a free one; `PORT` and `--port` win over it.', defaults.host.port, {
    minimum: 0,
    maximum: 65_535,
  }),
  'trusted-proxies': texts(
    'Proxies in front that are believed about what the client asked (`Forwarded`, `X-Forwarded-*`): addresses, subnets, or ' +
      '`loopback`, `linklocal`, `uniquelocal`. With them `production` may listen beyond this machine.',
    [['10.0.0.0/8'], ['uniquelocal']],
  ),
  'allowed-hosts': texts(
    'Hosts that the `Host` header of a request may name, beside `localhost` and the loopback addresses: names, addresses, ' +
      '`*.example.com` for every name below a domain, or `*` for every host. Without it `development` serves the hosts of this machine ' +
      'alone, and `production` every host.',
    [['dev.example.com', '*.example.test']],
  ),
  'log-error-detail': flag(
    'Whether the log has the DETAIL of errors within functions and triggers in production too; it may hold values of rows.',
    defaults.host['log-error-detail'],
  ),
  'drain-ms': wholeNumber(
    'Milliseconds after SIGTERM for which requests that still come are told to go elsewhere, at most: it ends when none came for a second.',
    defaults.host['drain-ms'],
    { minimum: 0 },
  ),
  'max-response-size-mb': wholeNumberOrNone('Another way to write `runtime.limits.response-bytes`.', undefined, {
    maximum: 158,
  }),
  tls,
  cors,
  authentication,
});

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
