import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { type ClientMetadata, type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { createMemoryAdapter } from './memory-adapter.ts';
import { renderSignInError, SIGN_IN_PATH } from './sign-in-page.ts';
import type { User } from './user.ts';

export interface ProviderOptions {
  readonly users: readonly User[];
  /** The `aud` of access tokens, a URI. */
  readonly audience: string;
  /** URLs to which people may be sent back once they are signed in. */
  readonly redirectUris: readonly string[];
  /** Private keys; the first one signs. */
  readonly keys: readonly JWK[];
  /** Seconds that an access token is valid. */
  readonly tokenSeconds: number;
}

/** The client of every page that signs in here: public, with PKCE. */
export const CLIENT_ID = 'joinery';

/** The algorithm of the keys. */
export const ALGORITHM = 'RS256';

/** An OpenID provider for this issuer. It believes everybody who says who they are. */
export function createProvider(issuer: string, options: ProviderOptions): Provider {
  const { users, audience, redirectUris, keys, tokenSeconds } = options;
  const byId = new Map(users.map((user) => [user.id, user]));
  const findUser = (id: string | undefined): User | undefined => (id === undefined ? undefined : byId.get(id));
  const client: ClientMetadata = {
    client_id: CLIENT_ID,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [...redirectUris],
  };
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    clients: [client],
    jwks: { keys: keys.map((key) => ({ ...key, alg: ALGORITHM, use: 'sig' })) } as never,
    cookies: { keys: [randomUUID()] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: tokenSeconds,
      IdToken: tokenSeconds,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 3_600,
      RefreshToken: 86_400,
    },
    claims: { profile: ['name', 'roles'] },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: ALGORITHM } },
        }),
      },
    },
    clientBasedCORS: (_context, origin) => redirectUris.some((uri) => new URL(uri).origin === origin),
    issueRefreshToken: () => true,
    interactions: { url: (_context, { uid }) => `${SIGN_IN_PATH}${uid}` },
    findAccount: (_context, id) => {
      const user = findUser(id);
      return user && { accountId: id, claims: () => ({ sub: id, ...claimsOf(user) }) };
    },
    extraTokenClaims: (_context, token) => {
      const user = 'accountId' in token ? findUser(token.accountId) : undefined;
      return user && claimsOf(user);
    },
    loadExistingGrant: grantAll,
    renderError: (context, { error, error_description }) => {
      context.type = 'html';
      context.body = renderSignInError(error, error_description);
    },
  };
  return new Provider(issuer, configuration);
}

const claimsOf = ({ name, roles, claims }: User) => ({ ...claims, name, roles });

/** Grants everything: people are not asked whether these pages may sign them in. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider, params } = oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  await grant.save();
  return grant;
}
