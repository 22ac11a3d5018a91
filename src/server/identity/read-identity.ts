import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Application } from '../../app/application.ts';
import { challengeAnonymous, unauthenticated } from '../../app/challenge.ts';
import { ApiError, throwApiError } from '../../base/errors.ts';
import { ANONYMOUS, type Identity } from '../../base/identity.ts';
import { parseJson } from '../../base/json.ts';
import { MAX_TIMER_MS } from '../../base/max-timer.ts';
import type { Authentication, Runtime } from '../../config/config.ts';
import type { Model } from '../../model/model.ts';
import { parseBase64 } from '../../scalars/binary.ts';
import { createBearer, readBearer } from './bearer/create-bearer.ts';
import { choosableRoles, findRole, findTokenRole, systemRole } from './find-role.ts';
import {
  type Claim,
  gatherClaims,
  getMember,
  isObject,
  type JsonObject,
  type Principal,
  readClaims,
  readText,
} from './principal.ts';
import { roleWithoutHeader } from './role-without-header.ts';

export interface IdentityReader {
  /**
   * Reads the caller's identity; synchronous unless a token must be verified.
   * @throws ApiError BadRequest for several roles; Unauthenticated for malformed credentials; Forbidden for a role that
   *   the caller does not have (Unauthenticated if credentials could grant it); Unavailable while tokens cannot be
   *   verified
   */
  read(request: IncomingMessage): Identity | Promise<Identity>;
  /** Reads the caller's identity in the given role. Ignores the role header. @throws ApiError like `read` */
  readAs(request: IncomingMessage, role: string): Identity | Promise<Identity>;
  /**
   * Returns the roles that the caller can choose, the role with the most rights first.
   * @throws ApiError Unauthenticated without valid credentials, Unavailable while tokens cannot be verified
   */
  listRoles(request: IncomingMessage): Promise<readonly string[]>;
  close(): void;
}

/**
 * Creates a reader for the configured provider:
 *
 * - `Simulator`, in development: trusts the role header, and defaults to `authenticated`
 * - `StaticWebApps`, `AppService`: reads the roles in the platform's header
 * - `Jwt`: reads the roles in a bearer token
 *
 * All other callers are `anonymous`.
 */
export function createIdentityReader(application: Application): IdentityReader {
  const { authentication } = application.config.runtime;
  if (authentication.provider !== 'Jwt') {
    return {
      read: ({ headers }) => readIdentity(headers, readRoleHeader(headers), application),
      readAs: ({ headers }, role) => readIdentity(headers, role, application),
      async listRoles({ headers }) {
        const principal = findPrincipal(headers, authentication) ?? rejectWithoutToken(authentication);
        return choosableRoles(principal.roles, application.model);
      },
      close: () => undefined,
    };
  }
  const bearer = createBearer(authentication.issuers, application.observers);
  const readAs = (request: IncomingMessage, name: string | undefined): Identity | Promise<Identity> => {
    const token = readBearer(request);
    if (token === undefined) return anonymousIdentity(name, authentication);
    const { model } = application;
    const verified = bearer.identify(token);
    return verified instanceof Promise
      ? verified.then((principal) => identify(principal, name, model))
      : identify(verified, name, model);
  };
  return {
    read: (request) => readAs(request, readRoleHeader(request.headers)),
    readAs,
    async listRoles(request) {
      const token = readBearer(request) ?? rejectWithoutToken(authentication);
      const { roles } = await bearer.identify(token);
      return choosableRoles(roles, application.model);
    },
    close: () => bearer.close(),
  };
}

function rejectWithoutToken(authentication: Authentication): never {
  throw unauthenticated('Missing bearer token. Roles are read from the token.', authentication);
}

function readIdentity(
  headers: IncomingHttpHeaders,
  name: string | undefined,
  { config, model }: Application,
): Identity {
  const { mode, authentication } = config.runtime;
  if (authentication.provider === 'Simulator' && mode === 'development') {
    return { role: name === undefined ? roleWithoutHeader(config) : findRole(name, model), claims: {} };
  }
  const principal = findPrincipal(headers, authentication);
  return principal === undefined ? anonymousIdentity(name, authentication) : identify(principal, name, model);
}

/** Throws if the caller requests a role other than `anonymous`. */
function anonymousIdentity(name: string | undefined, authentication: Authentication): Identity {
  if (name !== undefined && systemRole(name) !== 'anonymous') {
    throw challengeAnonymous(roleByName(name, authentication), 'anonymous', authentication);
  }
  return ANONYMOUS;
}

/** Returns undefined for an anonymous caller. Throws for an invalid header. */
function findPrincipal(headers: IncomingHttpHeaders, authentication: Authentication): Principal | undefined {
  const header = headers['x-ms-client-principal'];
  const { provider } = authentication;
  if (header === undefined || !isPlatform(provider)) return undefined;
  try {
    // Node joins repeated headers with commas. Base64 has no commas, so repeated headers are invalid.
    const principal = readPrincipal(String(header), provider);
    return principal.roles.length > 0 && principal.roles.every(isAnonymous) ? undefined : principal;
  } catch (cause) {
    const { message } = cause as Error;
    throw unauthenticated(`Invalid X-MS-CLIENT-PRINCIPAL header: ${message}.`, authentication, cause);
  }
}

const isAnonymous = (role: string): boolean => systemRole(role) === 'anonymous';

/** Returns the identity in the requested role. In the role `anonymous`, it has no claims. */
function identify({ roles, claims }: Principal, name: string | undefined, model: Model): Identity {
  const role = name === undefined ? 'authenticated' : findTokenRole(name, roles, model);
  return role === 'anonymous' ? ANONYMOUS : { role, claims };
}

function roleByName(name: string, { provider }: Authentication): ApiError {
  const advice =
    provider === 'Unauthenticated' || provider === 'Simulator'
      ? ' Only the provider "Simulator" in development mode accepts it.'
      : '';
  return new ApiError(
    'Forbidden',
    `An anonymous request cannot use the role "${name}". Omit the role header.${advice}`,
  );
}

type Platform = Extract<Authentication['provider'], 'StaticWebApps' | 'AppService'>;

const readers: Readonly<Record<Platform, (json: JsonObject) => Principal>> = {
  StaticWebApps: readStaticWebApps,
  AppService: readAppService,
};

const isPlatform = (provider: Authentication['provider']): provider is Platform => provider in readers;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the principal from a header, which is JSON in Base64. */
function readPrincipal(header: string, platform: Platform): Principal {
  const json = decode(header);
  if (!isObject(json)) throw new Error('it is not a JSON object');
  return readers[platform](json);
}

function decode(header: string): unknown {
  try {
    return parseJson(utf8.decode(Buffer.from(parseBase64(header), 'base64')));
  } catch (cause) {
    throw new Error('it is not JSON in Base64', { cause });
  }
}

/** Default type of role claims in .NET. */
const ROLE = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role';

/**
 * Reads `{ auth_typ, name_typ, role_typ, claims: [{ typ, val }] }`.
 * https://learn.microsoft.com/en-us/azure/app-service/configure-authentication-user-identities
 */
function readAppService(json: JsonObject): Principal {
  // Without `auth_typ`, the caller is not authenticated:
  // https://learn.microsoft.com/en-us/dotnet/api/system.security.claims.claimsidentity.isauthenticated
  if (!readText(json, 'auth_typ')) throw new Error('missing "auth_typ"');
  const roleType = readText(json, 'role_typ') || ROLE;
  const claims = readClaims(json);
  return {
    roles: claims.flatMap(([name, value]) => (name === roleType && typeof value === 'string' ? [value] : [])),
    claims: gatherClaims(claims),
  };
}

/** Members of the header that become claims. */
const OWN_CLAIMS = ['identityProvider', 'userId', 'userDetails'];

/**
 * Reads `{ identityProvider, userId, userDetails, userRoles, claims? }`. The first three become claims, and `userRoles`
 * becomes the claim `roles`. Entries of `claims` cannot replace them.
 * https://learn.microsoft.com/en-us/azure/static-web-apps/user-information
 */
function readStaticWebApps(json: JsonObject): Principal {
  const roles = readRoles(json);
  const commonClaims = OWN_CLAIMS.flatMap((name): readonly Claim[] => {
    const value = readText(json, name);
    return value === undefined ? [] : [[name, value]];
  });
  const otherClaims = readClaims(json).filter(([name]) => name !== 'roles' && !OWN_CLAIMS.includes(name));
  return { roles, claims: { ...gatherClaims([...commonClaims, ...otherClaims]), roles } };
}

/** Every user has at least the role `anonymous`, so an empty list is an error. */
function readRoles(json: JsonObject): readonly string[] {
  const userRoles = getMember(json, 'userRoles');
  if (!Array.isArray(userRoles) || userRoles.length === 0 || !userRoles.every((role) => typeof role === 'string')) {
    throw new Error('"userRoles" must be a non-empty list of strings');
  }
  return userRoles;
}

const ROLE_HEADERS = ['x-api-role', 'x-ms-api-role'] as const;

/**
 * Reads `X-API-Role` or `X-MS-API-ROLE`.
 * @throws ApiError BadRequest for an empty role, or for several roles
 */
function readRoleHeader(headers: IncomingHttpHeaders): string | undefined {
  if (ROLE_HEADERS.every((header) => headers[header] === undefined)) return undefined;
  const names = new Set(ROLE_HEADERS.map((header) => headers[header]).filter((value) => value !== undefined));
  // Node joins repeated headers with commas.
  const [name, ...others] = [...names].join(',').split(',');
  if (others.length > 0) {
    throwApiError('BadRequest', 'Several roles in X-API-Role and X-MS-API-ROLE. Send exactly one role.');
  }
  const role = name === undefined ? '' : decodeRole(name.replace(PADDING, ''));
  if (role === '') throwApiError('BadRequest', 'Empty role header. Send a role, or omit the header.');
  return role;
}

/** `trim` would also remove the byte A0, which is the last byte of "à" in UTF-8. */
const PADDING = /^[ \t]+|[ \t]+$/g;

/** Decodes a role as UTF-8 if it is valid UTF-8. Node decodes headers as Latin-1. */
function decodeRole(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Sets a timer for the time at which the caller's token expires. Returns undefined if the token never expires. */
export function runAtExpiry(
  { claims }: Identity,
  { authentication }: Pick<Runtime, 'authentication'>,
  onExpiry: () => void,
): NodeJS.Timeout | undefined {
  if (authentication.provider !== 'Jwt' || typeof claims.exp !== 'number') return undefined;
  const skew = authentication.issuers.find(({ issuer }) => issuer === claims.iss)?.clockSkewSeconds ?? 0;
  const remaining = (claims.exp + skew) * 1000 - Date.now();
  return setTimeout(onExpiry, Math.min(Math.max(0, remaining), MAX_TIMER_MS)).unref();
}
