import type { Problem } from '../../base/problem.ts';
import { providerOf } from '../build/build-authentication.ts';
import type { AuthenticationFile, ConfigFile, Draft, HostFile } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { modeOf } from '../runtime-settings.ts';
import { checkIssuers } from './check-issuers.ts';

const PATH = ['runtime', 'host', 'authentication'];

/** A provider has what it needs, nothing that it does not read, and works in this mode. */
export function checkAuthentication({ runtime = {} }: Draft<ConfigFile>): Problem[] {
  const { host = {} } = runtime;
  const { authentication = {} } = host;
  return [...checkProvider(authentication, host), ...checkIssuers(authentication)];
}

function checkProvider(authentication: Draft<AuthenticationFile>, host: Draft<HostFile>): Problem[] {
  // The provider is malformed, which is told elsewhere: what it needs is not known.
  if ('provider' in authentication && authentication.provider === undefined) return [];
  const provider = providerOf(authentication.provider);
  const name = authentication.provider ?? provider;
  if (provider === 'Jwt') {
    if ('jwt' in authentication) return [];
    return [
      errorAt([...PATH, 'jwt'], `The provider "${name}" needs to know which tokens to believe.`, {
        expected: 'an object with "audience" and "issuer"',
      }),
    ];
  }
  return [
    ...(provider === 'Simulator' && modeOf(host) === 'production'
      ? [
          errorAt(
            [...PATH, 'provider'],
            'The Simulator lets callers choose their role, so it works in mode "development" only.',
          ),
        ]
      : []),
    ...(['jwt', 'sign-in'] as const)
      .filter((key) => key in authentication)
      .map((key) =>
        errorAt([...PATH, key], `The provider "${name}" reads no tokens; remove "${key}", or choose "OpenIDConnect".`),
      ),
  ];
}
