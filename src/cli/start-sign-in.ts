import { dirname, join } from 'node:path';
import { ConfigurationError } from '../base/problem.ts';
import type { Config } from '../config/config.ts';
import { CLIENT_ID } from '../identity-provider/create-provider.ts';
import { makeKey, startIdentityProvider } from '../identity-provider/start-identity-provider.ts';
import type { User } from '../identity-provider/user.ts';
import { SIGN_IN_PATH } from '../server/sign-in/sign-in-path.ts';
import { readUsers } from './read-users.ts';

/** The file beside the configuration with a list of `User`, for people to sign in as. */
const USERS_FILE = 'users.json';

/** Seconds that a token is valid: few, so that people see that it is renewed. */
const TOKEN_SECONDS = 300;

export interface SignInProvider {
  /** The configuration, changed so that the provider's tokens are believed. */
  readonly config: Config;
  /** `http://127.0.0.1:<port>` */
  readonly issuer: string;
  /** Pages at this URL may sign people in. */
  admit(url: string): void;
  close(): Promise<void>;
}

/**
 * Starts an OpenID provider beside the service, for development. Its users are those of `users.json` beside the configuration; without that
 * file there is one for each role.
 * @param file the configuration's path
 * @throws ConfigurationError outside development; UnusableConfiguration for a `users.json` that cannot be read
 */
export async function startSignIn(config: Config, file: string): Promise<SignInProvider> {
  const { mode, port } = config.runtime;
  if (mode !== 'development') {
    const message = 'The provider of --sign-in believes everybody, so it works in mode "development" only.';
    throw new ConfigurationError([{ path: ['runtime', 'host', 'mode'], message, severity: 'error' }]);
  }
  const users = readUsers(join(dirname(file), USERS_FILE)) ?? usersByRole(config);
  const audience = `urn:joinery:${CLIENT_ID}`;
  // The port after the service's, so that it is the same at each start; any free one where that is taken.
  const provider = await startIdentityProvider(port === 0 ? 0 : port + 1).catch(() => startIdentityProvider(0));
  const keys = [await makeKey('development')];
  const issuer = {
    issuer: provider.issuer,
    audiences: [audience],
    keys: { kind: 'discovery' },
    algorithms: ['RS256'],
    roleClaim: 'roles',
    clockSkew: 5,
  } as const;
  const signIn = { clientId: CLIENT_ID, scope: 'openid profile offline_access' };
  return {
    config: {
      ...config,
      runtime: { ...config.runtime, authentication: { provider: 'Jwt', issuers: [issuer], signIn } },
    },
    issuer: provider.issuer,
    admit: (url) => {
      const redirectUris = addressesOf(url).map((address) => `${address}${SIGN_IN_PATH}`);
      provider.serve({ users, audience, redirectUris, keys, tokenSeconds: TOKEN_SECONDS });
    },
    close: () => provider.close(),
  };
}

/** A user for each role, and one without a role. */
function usersByRole({ entities }: Config): readonly User[] {
  const roles = new Set(entities.flatMap(({ permissions }) => permissions.map(({ role }) => role)));
  const own = [...roles].filter((role) => role !== 'anonymous' && role !== 'authenticated');
  const one = (role: string): User => ({ id: role, name: `Somebody with the role ${role}`, roles: [role] });
  return [...own.map(one), { id: 'somebody', name: 'Somebody without a role', roles: [] }];
}

/** The addresses that a browser on this machine may use for the same URL: `localhost`, `127.0.0.1`. */
function addressesOf(url: string): readonly string[] {
  const { protocol, port } = new URL(url);
  return [url, ...['127.0.0.1', 'localhost'].map((host) => `${protocol}//${host}:${port}`)];
}
