import { resolve } from 'node:path';
import type { Authentication, IssuerKeys, TokenIssuer } from '../config.ts';
import { type AuthenticationFile, defaults, type JwtFile } from '../schema/config-schema.ts';
import { SECRET_ALGORITHMS, SIGNATURE_ALGORITHMS } from '../token-algorithms.ts';

const { authentication: defaultsOfAuthentication } = defaults.runtime.host;

type ProviderName = NonNullable<AuthenticationFile['provider']>;

/** Providers by configured name. The names with the value `Jwt` are synonyms. */
const PROVIDERS: Readonly<Record<ProviderName, Authentication['provider']>> = {
  Unauthenticated: 'Unauthenticated',
  Simulator: 'Simulator',
  StaticWebApps: 'StaticWebApps',
  AppService: 'AppService',
  OpenIDConnect: 'Jwt',
  Custom: 'Jwt',
  EntraID: 'Jwt',
  AzureAD: 'Jwt',
};

export const providerOf = (name: ProviderName = defaultsOfAuthentication.provider): Authentication['provider'] =>
  PROVIDERS[name];

export const isUrl = (jwks: string): boolean => /^https?:/i.test(jwks);

export function buildAuthentication(written: AuthenticationFile = {}, folder: string): Authentication {
  const { provider, jwt = [], 'sign-in': signIn } = written;
  return {
    provider: providerOf(provider),
    issuers: [jwt].flat().map((issuer) => buildIssuer(issuer, folder)),
    ...(signIn && {
      signIn: { clientId: signIn['client-id'], scope: signIn.scope ?? defaultsOfAuthentication['sign-in'].scope },
    }),
  };
}

function buildIssuer(written: JwtFile, folder: string): TokenIssuer {
  const jwt = { ...defaultsOfAuthentication.jwt, ...written };
  return {
    issuer: written.issuer,
    audiences: [written.audience].flat(),
    keys: buildKeys(written, folder),
    algorithms: written.algorithms ?? (written.secret === undefined ? SIGNATURE_ALGORITHMS : SECRET_ALGORITHMS),
    roleClaim: jwt['role-claim'],
    clockSkewSeconds: jwt['clock-skew-seconds'],
  };
}

function buildKeys({ jwks, secret }: JwtFile, folder: string): IssuerKeys {
  if (secret !== undefined) return { kind: 'secret', secret };
  if (jwks === undefined) return { kind: 'discovery' };
  return isUrl(jwks) ? { kind: 'url', url: jwks } : { kind: 'file', path: resolve(folder, jwks) };
}
