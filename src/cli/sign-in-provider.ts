import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { ConfigurationError } from '../base/problem.ts';
import type { Config, Runtime } from '../config/config.ts';
import type { User } from '../identity-provider/user.ts';
import { SIGN_IN_PATH } from '../server/sign-in/sign-in-tags.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

/** Users of the sign-in provider, next to the configuration. */
export const usersFileOf = (configFile: string): string => join(dirname(configFile), 'users.json');

/** Seconds; short, to demonstrate renewal. */
const TOKEN_SECONDS = 300;

export interface SignInProvider {
  readonly authentication: Runtime['authentication'];
  /** `http://127.0.0.1:<port>` */
  readonly issuer: string;
  allowRedirectsTo(url: string): void;
  /** @throws UnusableConfiguration for an invalid `users.json` */
  updateUsers(config: Config): void;
  close(): Promise<void>;
}

/**
 * Starts an OpenID provider for development. Without a `users.json`, each role gets a user.
 * @throws ConfigurationError outside development; UnusableConfiguration for an invalid `users.json`
 */
export async function startSignIn(config: Config, file: string): Promise<SignInProvider> {
  const { mode, port } = config.runtime;
  if (mode !== 'development') {
    const message = 'The provider of --sign-in accepts any user. Set mode "development", or use another provider.';
    throw new ConfigurationError([{ path: ['runtime', 'host', 'mode'], message, severity: 'error' }]);
  }
  // Loaded only if needed, because its packages are a seventh of all modules.
  const { CLIENT_ID } = await import('../identity-provider/create-provider.ts');
  const { makeKey, startIdentityProvider } = await import('../identity-provider/start-identity-provider.ts');
  const readAll = (read: Config): readonly User[] => readUsers(usersFileOf(file)) ?? usersByRole(read);
  let users = readAll(config);
  let url: string | undefined;
  const audience = `urn:joinery:${CLIENT_ID}`;
  // The next port keeps the URL of the issuer stable across starts.
  const provider = await startIdentityProvider(port === 0 ? 0 : port + 1).catch(() => startIdentityProvider(0));
  const keys = [await makeKey('development')];
  const issuer = {
    issuer: provider.issuer,
    audiences: [audience],
    keys: { kind: 'discovery' },
    algorithms: ['RS256'],
    roleClaim: 'roles',
    clockSkewSeconds: 5,
  } as const;
  const signIn = { clientId: CLIENT_ID, scope: 'openid profile offline_access' };
  const serveUsers = (): void => {
    if (url === undefined) return;
    const redirectUris = addressesOf(url).map((address) => `${address}${SIGN_IN_PATH}`);
    provider.serve({ users, audience, redirectUris, keys, tokenSeconds: TOKEN_SECONDS });
  };
  return {
    authentication: { provider: 'Jwt', issuers: [issuer], signIn },
    issuer: provider.issuer,
    allowRedirectsTo: (address) => {
      url = address;
      serveUsers();
    },
    updateUsers: (read) => {
      const current = readAll(read);
      if (isDeepStrictEqual(current, users)) return;
      users = current;
      serveUsers();
    },
    close: () => provider.close(),
  };
}

function usersByRole({ entities }: Config): readonly User[] {
  const roles = new Set(entities.flatMap(({ permissions }) => permissions.map(({ role }) => role)));
  const customRoles = [...roles].filter((role) => role !== 'anonymous' && role !== 'authenticated');
  const userWith = (role: string): User => ({ id: role, name: `User with the role ${role}`, roles: [role] });
  return [...customRoles.map(userWith), { id: 'somebody', name: 'User without a role', roles: [] }];
}

function addressesOf(url: string): readonly string[] {
  const { protocol, port } = new URL(url);
  return [url, ...['127.0.0.1', 'localhost'].map((host) => `${protocol}//${host}:${port}`)];
}

const stringList = { type: 'array', items: { type: 'string' } };

const validate = new Ajv().compile<readonly User[]>({
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      name: { type: 'string' },
      roles: stringList,
      claims: { type: 'object' },
    },
    required: ['id', 'name', 'roles'],
    additionalProperties: false,
  },
});

function readUsers(file: string): readonly User[] | undefined {
  if (!existsSync(file)) return undefined;
  const users: unknown = parse(file);
  if (validate(users)) return users;
  const [schemaError] = validate.errors ?? [];
  return reject(file, `${schemaError?.instancePath.slice(1) || 'it'} ${schemaError?.message}`);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return reject(file, (error as Error).message);
  }
}

function reject(file: string, reason: string): never {
  throw new UnusableConfiguration(
    `${file} must be a list such as [{ "id": "staff", "name": "Somebody of the staff", "roles": ["staff"] }]: ${reason}.`,
  );
}
