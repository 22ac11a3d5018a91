import { defaults } from '../defaults.ts';
import { choice, flag, type JsonSchema, object, text, texts, wholeNumber, wholeNumberOrNone } from './json-schema.ts';

const cors = object('Web pages of other origins that may read answers.', {
  origins: {
    ...texts('Their origins; `*` for every one, `https://*.example.com` for those below a domain.', [
      ['https://shop.example.com'],
    ]),
    default: defaults.cors.origins,
  },
  'allow-credentials': flag('Whether they may send cookies.', defaults.cors['allow-credentials']),
});

const authentication = object('Who the callers are.', {
  provider: choice(
    '`Unauthenticated`: everybody is anonymous. `Simulator`: callers choose their role, in development only. `Custom`, ' +
      '`EntraID`, `AzureAD`: bearer tokens of the OpenID provider that `jwt` names. `StaticWebApps`, `AppService`: the ' +
      'header `X-MS-CLIENT-PRINCIPAL`, which that platform in front sets.',
    ['Unauthenticated', 'Simulator', 'Custom', 'EntraID', 'AzureAD', 'StaticWebApps', 'AppService'],
    defaults.authentication.provider,
  ),
  jwt: object(
    'The tokens that are believed.',
    {
      audience: text('The `aud` that a token must have: the name of this API at the provider.'),
      issuer: text(
        'The `iss` that a token must have: the URL of the OpenID provider, whose keys are found from there.',
        ['https://login.example.com/'],
      ),
      jwks: text("URL, or file relative to this one, of the keys, instead of the provider's discovery.", ['keys.json']),
      'role-claim': {
        ...text("Claim that lists the caller's roles."),
        default: defaults.jwt['role-claim'],
      },
      'clock-skew-seconds': wholeNumber('Seconds by which clocks may differ.', defaults.jwt['clock-skew-seconds'], {
        minimum: 0,
        maximum: 3_600,
      }),
    },
    ['audience', 'issuer'],
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
  'log-error-detail': flag(
    'Whether the log has the DETAIL of errors within functions and triggers in production too; it may hold values of rows.',
    defaults.host['log-error-detail'],
  ),
  'max-response-size-mb': wholeNumberOrNone('Another way to write `runtime.limits.response-bytes`.', undefined, {
    maximum: 158,
  }),
  cors,
  authentication,
});
