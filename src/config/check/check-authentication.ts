import type { ConfigPath, Problem } from '../../base/problem.ts';
import { isUrl, providerOf } from '../build/build-authentication.ts';
import type { Runtime } from '../config.ts';
import { errorAt } from '../document/problem-at.ts';
import {
  type AuthenticationFile,
  type ConfigFile,
  type Draft,
  defaults,
  type HostFile,
  type JwtFile,
} from '../schema/config-schema.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';

const AUTHENTICATION_PATH = ['runtime', 'host', 'authentication'];

export function checkAuthentication({ runtime = {} }: Draft<ConfigFile>): Problem[] {
  const { host = {} } = runtime;
  const { authentication = {} } = host;
  return [...checkProvider(authentication, host), ...checkIssuers(authentication)];
}

function checkProvider(authentication: Draft<AuthenticationFile>, host: Draft<HostFile>): Problem[] {
  // The check of the JSON Schema reports a malformed provider.
  if ('provider' in authentication && authentication.provider === undefined) return [];
  const provider = providerOf(authentication.provider);
  const name = authentication.provider ?? provider;
  if (provider === 'Jwt') {
    if ('jwt' in authentication) return [];
    return [
      errorAt([...AUTHENTICATION_PATH, 'jwt'], `The provider "${name}" requires "jwt".`, {
        expected: 'an object with "audience" and "issuer"',
      }),
    ];
  }
  return [
    ...(provider === 'Simulator' && modeOf(host) === 'production'
      ? [
          errorAt(
            [...AUTHENTICATION_PATH, 'provider'],
            'The Simulator lets callers choose their role. Set mode "development", or another provider.',
          ),
        ]
      : []),
    ...(['jwt', 'sign-in'] as const)
      .filter((key) => key in authentication)
      .map((key) =>
        errorAt(
          [...AUTHENTICATION_PATH, key],
          `The provider "${name}" does not use tokens. Remove "${key}", or set "OpenIDConnect".`,
        ),
      ),
  ];
}

/** A shorter secret is easier to guess than its HMAC. https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
const SECRET_BYTES = 32;

const KEYS = 'the keys';

function checkIssuers(authentication: Draft<AuthenticationFile>): Problem[] {
  const issuers = issuersOf(authentication);
  const names = issuers.map(({ written }) => written.issuer);
  return issuers.flatMap(({ path, written }, index) => [
    ...(written.issuer !== undefined && names.indexOf(written.issuer) < index
      ? [errorAt([...path, 'issuer'], `Duplicate issuer "${written.issuer}". Merge the two.`)]
      : []),
    ...checkKeys(written, path),
    ...(index === 0 && 'sign-in' in authentication ? checkSignInPages(written, path) : []),
    ...checkAlgorithms(written, path),
  ]);
}

function checkKeys({ issuer, jwks, secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  if (secret !== undefined) {
    return [
      ...(jwks === undefined
        ? []
        : [errorAt([...path, 'secret'], '"jwks" and "secret" exclude each other. Remove one of them.')]),
      ...(Buffer.byteLength(secret) < SECRET_BYTES
        ? [errorAt([...path, 'secret'], `The secret is too short. Use at least ${SECRET_BYTES} bytes.`)]
        : []),
    ];
  }
  if (jwks !== undefined) return isUrl(jwks) ? checkUrl(jwks, [...path, 'jwks'], KEYS) : [];
  return issuer === undefined ? [] : checkUrl(issuer, [...path, 'issuer'], KEYS);
}

/** Requires a URL as issuer, because sign-in pages locate the provider by it, even if keys come from elsewhere. */
function checkSignInPages({ issuer, jwks, secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  if (issuer === undefined || (jwks === undefined && secret === undefined)) return [];
  return checkUrl(issuer, [...path, 'issuer'], 'the provider of "sign-in"');
}

/** Requires HTTPS or this machine. @param purpose what the URL locates, such as `the keys` */
export function checkUrl(text: string, path: ConfigPath, purpose: string): Problem[] {
  const expected = 'a URL such as https://login.example.com/';
  const url = URL.parse(text);
  if (url === null) return [errorAt(path, `Invalid URL. It is needed to find ${purpose}.`, { expected })];
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
    ? []
    : [errorAt(path, 'Data received over plain HTTP can be forged. Use HTTPS.', { expected })];
}

function checkAlgorithms({ algorithms = [], secret }: Draft<JwtFile>, path: ConfigPath): Problem[] {
  const allowed: readonly unknown[] = secret === undefined ? SIGNATURE_ALGORITHMS : SECRET_ALGORITHMS;
  const proof = secret === undefined ? 'a public key' : 'a secret';
  return Object.values(algorithms)
    .map((name, index) => ({ name, place: [...path, 'algorithms', index] }))
    .filter(({ name }) => name !== undefined && !allowed.includes(name))
    .map(({ name, place }) =>
      errorAt(place, `The algorithm ${name} does not use ${proof}.`, { expected: allowed.join(', ') }),
    );
}

const JWT_PATH: ConfigPath = ['runtime', 'host', 'authentication', 'jwt'];

export function issuersOf({ jwt }: Draft<AuthenticationFile> = {}): readonly {
  readonly path: ConfigPath;
  readonly written: Draft<JwtFile>;
}[] {
  if (jwt === undefined) return [];
  if (!Array.isArray(jwt)) return [{ path: JWT_PATH, written: jwt as Draft<JwtFile> }];
  return jwt.flatMap((written: Draft<JwtFile> | undefined, index) =>
    written === undefined ? [] : [{ path: [...JWT_PATH, index], written }],
  );
}

export const modeOf = (host: Draft<HostFile>): Runtime['mode'] | undefined =>
  'mode' in host && host.mode !== null ? host.mode : defaults.runtime.host.mode;
