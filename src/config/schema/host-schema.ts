import { defaults } from '../defaults.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';
import { choice, flag, type JsonSchema, object, text, texts, wholeNumber, wholeNumberOrNone } from './json-schema.ts';

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

export const hostSchema: JsonSchema = object('Where and how the service listens.', {
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
