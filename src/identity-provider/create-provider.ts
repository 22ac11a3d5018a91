import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { renderSignInError, SIGN_IN_PATH } from './sign-in-page.ts';
import type { User } from './user.ts';

export interface ProviderOptions {
  readonly users: readonly User[];
  /** `aud` claim, a URI. */
  readonly audience: string;
  readonly redirectUris: readonly string[];
  /** The first private key signs. */
  readonly keys: readonly JWK[];
  readonly tokenSeconds: number;
}

/** Public client of all sign-in pages, with PKCE. */
export const CLIENT_ID = 'joinery';

export const ALGORITHM = 'RS256';

/** Creates an OpenID provider without passwords. */
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

/** Skips the consent page. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { session, client, provider, params } = oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  await grant.save();
  return grant;
}

const MAX_ENTRIES = 10_000;

/** Keyed by `<model>:<id>`. */
type Memory = LRUCache<string, AdapterPayload>;

/** The library's own memory adapter prints a warning. */
function createMemoryAdapter(): (model: string) => Adapter {
  const memory: Memory = new LRUCache({ max: MAX_ENTRIES });
  return (model) => new MemoryAdapter(model, memory);
}

class MemoryAdapter implements Adapter {
  readonly #model: string;
  readonly #memory: Memory;

  constructor(model: string, memory: Memory) {
    this.#model = model;
    this.#memory = memory;
  }

  async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    this.#memory.set(this.#keyOf(id), payload, { ...(seconds > 0 && { ttl: seconds * 1000 }) });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#memory.get(this.#keyOf(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#own().find((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#own().find((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = this.#memory.get(this.#keyOf(id));
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#memory.delete(this.#keyOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#memory.entries()) if (payload.grantId === grantId) this.#memory.delete(key);
  }

  #keyOf(id: string): string {
    return `${this.#model}:${id}`;
  }

  #own(): AdapterPayload[] {
    return [...this.#memory.entries()].flatMap(([key, payload]) =>
      key.startsWith(`${this.#model}:`) ? [payload] : [],
    );
  }
}
