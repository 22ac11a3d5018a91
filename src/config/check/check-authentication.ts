import type { Problem } from '../../base/problem.ts';
import { providerOf } from '../build/build-authentication.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { modeOf } from '../runtime-settings.ts';

/** A provider has what it needs, nothing that it does not read, and works in this mode. */
export function checkAuthentication({ runtime = {} }: Draft<ConfigFile>): Problem[] {
  const { host = {} } = runtime;
  const { authentication = {} } = host;
  // Of a provider that is malformed nothing further is known.
  if ('provider' in authentication && authentication.provider === undefined) return [];
  const path = ['runtime', 'host', 'authentication'];
  const provider = providerOf(authentication.provider);
  const needsTokens = provider === 'Jwt';
  return [
    ...(provider === 'Simulator' && modeOf(host) === 'production'
      ? [
          errorAt(
            [...path, 'provider'],
            'The Simulator lets callers choose their role, so it works in mode "development" only.',
          ),
        ]
      : []),
    ...(needsTokens && !('jwt' in authentication)
      ? [
          errorAt(
            [...path, 'jwt'],
            `The provider "${authentication.provider}" needs to know which tokens to believe.`,
            {
              expected: 'an object with "audience" and "issuer"',
            },
          ),
        ]
      : []),
    ...(!needsTokens && 'jwt' in authentication
      ? [
          errorAt(
            [...path, 'jwt'],
            `The provider "${authentication.provider ?? provider}" reads no tokens; remove "jwt", or choose "Custom".`,
          ),
        ]
      : []),
  ];
}
