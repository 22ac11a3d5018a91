import { resolve } from 'node:path';
import type { Authentication, Jwt } from '../config.ts';
import type { AuthenticationFile, ProviderName } from '../config-file.ts';
import { defaults } from '../defaults.ts';

/** What each name of a provider means; the three last ones differ in nothing but the name. */
const PROVIDERS: Readonly<Record<ProviderName, Authentication['provider']>> = {
  Unauthenticated: 'Unauthenticated',
  Simulator: 'Simulator',
  StaticWebApps: 'StaticWebApps',
  AppService: 'AppService',
  Custom: 'Jwt',
  EntraID: 'Jwt',
  AzureAD: 'Jwt',
};

/** How the provider works that a configuration names. */
export const providerOf = (name: ProviderName = defaults.authentication.provider): Authentication['provider'] =>
  PROVIDERS[name];

/** Who the callers are. `folder` is the one of the file, absolute. */
export function buildAuthentication(written: AuthenticationFile = {}, folder: string): Authentication {
  const { provider, jwt } = written;
  return { provider: providerOf(provider), ...(jwt && { jwt: buildJwt(jwt, folder) }) };
}

function buildJwt(written: NonNullable<AuthenticationFile['jwt']>, folder: string): Jwt {
  const jwt = { ...defaults.jwt, ...written };
  const { jwks } = written;
  return {
    audience: written.audience,
    issuer: written.issuer,
    ...(jwks !== undefined && { jwks: /^https?:/i.test(jwks) ? jwks : resolve(folder, jwks) }),
    roleClaim: jwt['role-claim'],
    clockSkew: jwt['clock-skew-seconds'],
  };
}
