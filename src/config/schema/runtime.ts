import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';
import {
  choice,
  choiceOrNull,
  flag,
  integer,
  integerOrMaximum,
  listOf,
  mapOf,
  object,
  orList,
  orTypes,
  text,
  texts,
  URL_PATH,
  unsafe,
} from './declare.ts';
import { live } from './live.ts';
import { accessLog, audit, metrics, telemetry } from './observability.ts';

const MEBIBYTE = 1024 * 1024;

const persistedDocuments = object('Documents that clients request by an ID instead of their text.', {
  manifest: orTypes(
    ['string'],
    texts(
      'JSON file of trusted documents, or a list of files, relative to this file. Formats: `{ "<id>": "<text>" }`, and Apollo\'s manifest.',
      {
        examples: [['persisted-queries.json']],
      },
    ),
    { minItems: 1 },
  ),
  only: flag('Rejects all documents that are not in `manifest`, except those of the console and GraphiQL.', {
    default: false,
  }),
  automatic: flag("Registers documents at a client's request: Apollo's automatic persisted queries. Not with `only`.", {
    default: false,
  }),
});

const graphql = orTypes(
  ['boolean'],
  object(
    'The GraphQL API. `false` disables it.',
    {
      enabled: flag('Enables the GraphQL API.', { default: true, inDab: true }),
      path: text('Path of the GraphQL endpoint.', {
        pattern: URL_PATH,
        default: '/graphql',
        examples: ['/graphql'],
        inDab: true,
      }),
      'allow-introspection': flag(
        'Allows introspection and, in production, access to the OpenAPI document of the REST API.',
        { default: true, inDab: true },
      ),
      naming: choice(
        'Names of types and root fields for entities without `graphql.type`. `pascal`: Pascal case and singular, so that ' +
          '`order_items` becomes `OrderItem`, `orderItems`, and `createOrderItem`. `as-is` keeps the name of the entity.',
        ['pascal', 'as-is'],
        { default: 'pascal', dabDefault: 'as-is' },
      ),
      'depth-limit': integerOrMaximum('Alternative to `runtime.limits.depth`; -1 for no limit.', {
        inDab: 'Default: 10.',
      }),
      'enable-aggregation': flag('Adds `groupBy` to connections.', { default: true, inDab: true }),
      'multiple-mutations': object('Mutations that write related items.', {
        create: object('Creating an item with its related items.', {
          enabled: flag('Allows related items in the input of create mutations.', {
            default: true,
            dabDefault: false,
            inDab: 'Default: `true`, or `false` with `compatibility`.',
          }),
        }),
      }),
      'persisted-documents': persistedDocuments,
      plugins: texts('Modules that export Envelop plugins, relative to this file. Their hooks run in this order.', {
        examples: [['./plugins/audit.ts']],
      }),
    },
    { inDab: true },
  ),
);

const limits = object('Limits of one request.', {
  'body-bytes': integer('Bytes of a request body.', { default: MEBIBYTE }),
  'url-bytes': integer('Bytes of a URL: path and query.', { default: 16 * 1024 }),
  'in-values': integer('Values of one `in` or `nin`.', { default: 1_000 }),
  'request-timeout-ms': integer('Milliseconds for the whole request.', { default: 35_000 }),
  'anonymous-statement-ms': integer(
    'Milliseconds that one read of an unauthenticated caller may run; at most `data-source.statement-timeout-ms`.',
    { default: 10_000 },
  ),
  'response-bytes': integer('Bytes of a response body.', { default: 64 * MEBIBYTE }),
  'send-timeout-ms': integer('Milliseconds during which a client may read nothing of its response.', {
    default: 30_000,
  }),
  'sending-bytes': integer('Response bytes buffered for slow clients, over all connections.', {
    default: 128 * MEBIBYTE,
  }),
  'operation-cache-bytes': integer('Bytes of memory for compiled operations, over all requests.', {
    default: 64 * MEBIBYTE,
  }),
  depth: integer('Levels of a GraphQL document.', { default: 10 }),
  aliases: integer('Aliases of a GraphQL document.', { default: 30 }),
  directives: integer('Directives of a GraphQL document.', { default: 50 }),
  tokens: integer('Tokens of a GraphQL document, or of an option of a URL; commas do not count.', { default: 2_000 }),
  fields: integer('Selected fields of an operation. A fragment counts each time it is used.', { default: 2_000 }),
  cost: integer('Cost of a GraphQL document, calculated from its fields and page sizes.', {
    default: 50_000_000,
    dabDefault: Number.POSITIVE_INFINITY,
  }),
  rows: integer('Maximum rows along one path of nested lists: the product of their page sizes.', {
    default: 1_000_000,
    dabDefault: Number.POSITIVE_INFINITY,
  }),
  'filter-nodes': integer('Comparisons and connectives of one filter, including empty connectives.', { default: 200 }),
  'order-terms': integer('Terms of one ordering, or fields of one `groupBy`.', { default: 30 }),
  'search-words': integer('Words of one search.', { default: 30 }),
  'pattern-length': integer('Characters of a string that is searched for within other strings.', { default: 2_000 }),
  'cursor-bytes': integer('Bytes of a cursor.', { default: 4_096 }),
  'new-rows': integer('Rows that one request may create, including nested rows.', { default: 1_000 }),
  'json-values': integer('Values of a JSON body, including members of objects and lists.', { default: 100_000 }),
  'json-depth': integer('Levels of objects and lists in a JSON body.', { default: 500 }),
  'requests-per-minute': integer('Short form of `runtime.rate-limit`: requests of one address per minute.'),
});

const rateLimit = object('Limits of one caller per window of time. Each limit is off by default.', {
  enabled: flag('Enables the limits.', { default: true }),
  by: text(
    '`address`, or a claim of the token, such as `claims.sub`. Callers without the claim are limited by address.',
    { pattern: '^(address|claims\\..+)$', default: 'address', examples: ['claims.sub'] },
  ),
  requests: integer('Requests of a caller per window.'),
  burst: integer('Requests of a caller beyond `requests`, within ten windows.', { default: 0, minimum: 0 }),
  'database-time-ms': integer('Milliseconds per window that the statements of a caller may run.'),
  'window-seconds': integer('Length of a window, which starts with the first request of a caller.', {
    default: 60,
    maximum: 86_400,
  }),
  roles: mapOf(
    'Limits of callers in a role, by name of the role.',
    object('Limits of the role. If a limit is absent, the limit of all callers applies.', {
      requests: integerOrMaximum('As in `rate-limit`; -1 for no limit.'),
      burst: integer('As in `rate-limit`.', { minimum: 0 }),
      'database-time-ms': integerOrMaximum('As in `rate-limit`; -1 for no limit.'),
    }),
  ),
  'ipv6-prefix': integer('Leading bits of an IPv6 address that identify a caller.', {
    default: 64,
    minimum: 16,
    maximum: 128,
  }),
  'max-callers': integer('Callers counted in memory at a time. Further callers share counters.', {
    default: 100_000,
    minimum: 100,
    maximum: 10_000_000,
  }),
  redis: text('URL of a Redis or Valkey server, which counts the requests of all instances.', {
    examples: ["@env('REDIS_URL')"],
  }),
  'redis-prefix': text('Prefix of the keys in Redis. Services that share a server need different prefixes.', {
    default: 'joinery',
  }),
  'redis-timeout-ms': integer(
    'Milliseconds that a request waits for Redis. Without a response, the instance counts in its memory.',
    { default: 100, maximum: 10_000 },
  ),
});

const cors = object('Access for web pages of other origins.', {
  origins: texts('Allowed origins. `*` allows all, `https://*.example.com` all subdomains.', {
    default: [],
    examples: [['https://shop.example.com']],
    inDab: true,
  }),
  'allow-credentials': flag('Allows cookies and other credentials of the browser. Bearer tokens do not need it.', {
    default: false,
    inDab: true,
  }),
  'exposed-headers': texts('Response headers that scripts may read.', {
    default: [
      'Allow',
      'ETag',
      'Link',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'Server-Timing',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
  }),
  'max-age-seconds': integer('Seconds that browsers cache the answer to a preflight request.', {
    default: 3_600,
    minimum: 0,
    maximum: 86_400,
  }),
});

const tls = object(
  'HTTPS with TLS 1.2 or later. The PEM files are relative to this file, and are reloaded when they change.',
  {
    cert: text('Certificate, followed by its intermediate certificates.', { examples: ['tls/cert.pem'] }),
    key: text('Private key of the certificate.', { examples: ['tls/key.pem'] }),
    passphrase: text('Passphrase of an encrypted key.', { examples: ["@env('TLS_PASSPHRASE')"] }),
  },
  { required: ['cert', 'key'] },
);

const issuer = object(
  'Issuer of accepted tokens, or a list of issuers.',
  {
    audience: orTypes(
      ['string'],
      texts('Accepted `aud` claim, or a list: the name of this API at the provider.', { inDab: true }),
      { minItems: 1 },
    ),
    issuer: text('Accepted `iss` claim: the URL of the OpenID provider, where its keys are discovered.', {
      examples: ['https://login.example.com/'],
      inDab: true,
    }),
    jwks: text('URL or file (relative to this file) of the keys. Replaces discovery.', { examples: ['keys.json'] }),
    secret: text(
      "Secret shared with the issuer, for HS256, HS384, and HS512: at least 32 bytes. Write it as `@env('…')`.",
      { examples: ["@env('TOKEN_SECRET')"] },
    ),
    algorithms: listOf(
      'Accepted `alg` values. Default: all that fit the keys.',
      choice('Name of the algorithm.', [...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS]),
      { uniqueItems: true, minItems: 1, examples: [['RS256']] },
    ),
    'role-claim': text(
      "Claim with the caller's roles: a name, or a path into nested claims. Its value is a list of strings, or one " +
        'string; `scope` and `scp` are split at spaces.',
      { default: 'roles', examples: ['realm_access.roles'] },
    ),
    'clock-skew-seconds': integer('Accepted difference between clocks, in seconds.', {
      default: 60,
      minimum: 0,
      maximum: 3_600,
    }),
  },
  { required: ['audience', 'issuer'] },
);

const authentication = object('Authentication of callers.', {
  provider: choice(
    '`Unauthenticated`: every caller is anonymous. `Simulator`: callers choose their role; only in development. ' +
      '`OpenIDConnect`, `Custom`, `EntraID`, `AzureAD`: bearer tokens of the issuers in `jwt`. `StaticWebApps`, ' +
      '`AppService`: the header `X-MS-CLIENT-PRINCIPAL`, set by the platform in front.',
    ['Unauthenticated', 'Simulator', 'OpenIDConnect', 'Custom', 'EntraID', 'AzureAD', 'StaticWebApps', 'AppService'],
    { default: 'Unauthenticated', inDab: 'Other names are errors; use `Custom`.' },
  ),
  jwt: orList(issuer),
  'sign-in': object(
    'Sign-in of GraphiQL, Swagger UI, and the console, in development: a public client of the first issuer.',
    {
      'client-id': text('Client ID of these pages at the provider. A public client has no secret.'),
      scope: text('Requested scopes.', { default: 'openid profile offline_access' }),
    },
    { required: ['client-id'] },
  ),
});

const host = object('Network and security settings of the service.', {
  mode: choiceOrNull(
    '`development` enables tools for developers. `production` allows plain HTTP only on this machine and behind trusted ' +
      'proxies.',
    ['production', 'development'],
    { default: 'production', inDab: true },
  ),
  host: text('Address to listen on. `--host` and `HOST` take precedence.', { default: '127.0.0.1' }),
  port: integer('Port to listen on; 0 selects a free port. `--port` and `PORT` take precedence.', {
    default: 4_000,
    minimum: 0,
    maximum: 65_535,
  }),
  workers: unsafe<number | 'auto'>({
    description:
      'Number of processes that answer requests. `auto`: one per processor core, as far as `data-source.pool` suffices. ' +
      'The workers share the pool, `max-waiting`, and the byte limits of the whole service.',
    type: ['integer', 'string'],
    minimum: 1,
    maximum: 1_024,
    anyOf: [{ type: 'integer' }, { enum: ['auto'] }],
    default: 1,
  }),
  'trusted-proxies': texts(
    'Proxies whose `Forwarded` and `X-Forwarded-*` headers are trusted: addresses, subnets, or `loopback`, `linklocal`, ' +
      '`uniquelocal`. With trusted proxies, `production` may listen on any address.',
    { examples: [['10.0.0.0/8'], ['uniquelocal']] },
  ),
  'allowed-hosts': texts(
    'Accepted `Host` headers, in addition to `localhost` and loopback addresses: names, addresses, `*.example.com` for ' +
      'all subdomains, or `*`. By default, `development` accepts the hosts of this machine, `production` all hosts.',
    { examples: [['dev.example.com', '*.example.test']] },
  ),
  'log-error-detail': flag(
    'Logs the DETAIL of errors in functions and triggers in production, too. It may contain values of rows.',
    { default: false },
  ),
  'drain-ms': integer(
    'Maximum milliseconds after SIGTERM during which new requests are refused before the service stops. It stops earlier ' +
      'if no request arrives for one second.',
    { default: 5_000, minimum: 0 },
  ),
  'max-response-size-mb': integerOrMaximum('Alternative to `runtime.limits.response-bytes`, in MiB.', {
    maximum: 158,
    inDab: 'Default: 64.',
  }),
  tls,
  cors,
  authentication,
});

const rest = orTypes(
  ['boolean'],
  object(
    'The REST API. `false` disables it.',
    {
      enabled: flag('Enables the REST API.', { default: true, inDab: true }),
      path: text('Path of REST resources.', { pattern: URL_PATH, default: '/api', examples: ['/api'], inDab: true }),
      'request-body-strict': flag('Rejects unknown fields in a body. With `false`, ignores unknown fields.', {
        default: true,
        inDab: true,
      }),
      expand: flag('Allows `$expand` for entities that do not set `rest.expand`.', { default: true }),
    },
    { inDab: true },
  ),
);

const pagination = object('Page sizes, also of nested lists.', {
  'default-page-size': integerOrMaximum(
    'Items of a page by default; -1 for `max-page-size`, which is the upper bound.',
    {
      default: 100,
      inDab: true,
    },
  ),
  'max-page-size': integerOrMaximum('Maximum items that a client may request; -1 for no maximum.', {
    default: 1_000,
    dabDefault: 100_000,
    inDab: 'Default: 1,000, or 100,000 with `compatibility`.',
  }),
  'next-link-relative': flag('Writes `nextLink` as a path, not as an absolute URL.', { default: false, inDab: true }),
});

const developerConsole = object('The console at `/` for developers: entities, rights, requests, and plans.', {
  enabled: flag('Enables the console. Default: `true` in `development`, `false` in `production`.'),
  roles: texts(
    'Roles that may use the console in `production`, which requires at least one. `anonymous` is not allowed. In ' +
      '`development`, every caller may use it.',
    { default: [], examples: [['admin']] },
  ),
});

export const runtime = object('Settings of the service and its APIs.', {
  compatibility: choice('`dab`: names, envelopes, and error codes of Data API builder.', ['dab']),
  rest,
  graphql,
  host,
  console: developerConsole,
  pagination,
  'base-route': text('Path prefix that a proxy in front removes. Added to the paths of `nextLink` and `Location`.', {
    pattern: URL_PATH,
    examples: ['/shop'],
    inDab: 'With every provider.',
  }),
  numbers: choice(
    'JSON type of `Long` and `Decimal` values. `string` is for clients that would lose digits.',
    ['number', 'string'],
    {
      default: 'number',
    },
  ),
  compression: object('Compression of responses of 1 KiB or more, by `Accept-Encoding`.', {
    level: choice(
      '`optimal`: smaller responses. `fastest`: less CPU time. `none`: no compression.',
      ['optimal', 'fastest', 'none'],
      { default: 'optimal', inDab: 'Responses below 1 KiB are not compressed.' },
    ),
  }),
  limits,
  'rate-limit': rateLimit,
  live,
  metrics,
  telemetry,
  'access-log': accessLog,
  audit,
});
