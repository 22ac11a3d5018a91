import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Application } from '../../app/application.ts';
import { challengeAnonymous, unauthenticated } from '../../app/challenge.ts';
import { Refusal } from '../../base/errors.ts';
import { ANONYMOUS, type Identity } from '../../base/identity.ts';
import type { Authentication } from '../../config/config.ts';
import type { Model } from '../../model/model.ts';
import { createBearer } from './bearer/create-bearer.ts';
import { readBearer } from './bearer/read-bearer.ts';
import { choosableRoles, findOwnRole, findRole, systemRole } from './find-role.ts';
import type { Principal } from './principal.ts';
import { isPlatform, readPrincipal } from './read-principal.ts';
import { readRoleHeader } from './role-header.ts';
import { roleWithoutHeader } from './role-without-header.ts';

/** Tells who asks. */
export interface IdentityReader {
  /**
   * Who asks: at once, except for a token that is seen for the first time.
   * @throws Refusal BadRequest for headers that name several roles, Unauthenticated for malformed credentials, Forbidden for a role that the
   * caller does not have (Unauthenticated where credentials could give it), Unavailable while tokens cannot be verified
   */
  read(request: IncomingMessage): Identity | Promise<Identity>;
  /**
   * Returns the roles that the bearer of a token can choose, the one with the most rights first.
   * @throws Refusal Unauthenticated without a valid token, Unavailable while tokens cannot be verified
   */
  listRoles(request: IncomingMessage): Promise<readonly string[]>;
  close(): void;
}

/**
 * Tells who asks, by the configured provider:
 *
 * - `Simulator`, in development mode: the role header is believed; a request without it is `authenticated`
 * - `StaticWebApps`, `AppService`: the platform's header, with the roles that it lists
 * - `Jwt`: a bearer token, with the roles in it
 *
 * Everybody else is `anonymous`.
 */
export function createIdentityReader(application: Application): IdentityReader {
  const { authentication } = application.config.runtime;
  if (authentication.provider !== 'Jwt') {
    return {
      read: ({ headers }) => readIdentity(headers, application),
      listRoles: async () => refuseWithoutToken(authentication),
      close: () => undefined,
    };
  }
  const bearer = createBearer(authentication.issuers, application.observers);
  return {
    read(request) {
      const name = readRoleHeader(request.headers);
      const token = readBearer(request);
      if (token === undefined) return identifyNobody(name, authentication);
      const { model } = application;
      const verified = bearer.identify(token);
      return verified instanceof Promise
        ? verified.then((them) => identify(them, name, model))
        : identify(verified, name, model);
    },
    async listRoles(request) {
      const token = readBearer(request) ?? refuseWithoutToken(authentication);
      const { roles } = await bearer.identify(token);
      return choosableRoles(roles, application.model);
    },
    close: () => bearer.close(),
  };
}

function refuseWithoutToken(authentication: Authentication): never {
  throw unauthenticated('Send a bearer token: only its bearer has roles to choose from.', authentication);
}

function readIdentity(headers: IncomingHttpHeaders, { config, model }: Application): Identity {
  const name = readRoleHeader(headers);
  const { mode, authentication } = config.runtime;
  if (authentication.provider === 'Simulator' && mode === 'development') {
    return { role: name === undefined ? roleWithoutHeader(config) : findRole(name, model), claims: {} };
  }
  const principal = findPrincipal(headers, authentication);
  return principal === undefined ? identifyNobody(name, authentication) : identify(principal, name, model);
}

/** The identity of a caller without credentials, who has no role by naming it. */
function identifyNobody(name: string | undefined, authentication: Authentication): Identity {
  if (name !== undefined && systemRole(name) !== 'anonymous') {
    throw challengeAnonymous(roleByName(name, authentication), 'anonymous', authentication);
  }
  return ANONYMOUS;
}

/** The principal of a platform's header; undefined where nobody is signed in. A header that cannot be read is refused. */
function findPrincipal(headers: IncomingHttpHeaders, authentication: Authentication): Principal | undefined {
  const header = headers['x-ms-client-principal'];
  const { provider } = authentication;
  if (header === undefined || !isPlatform(provider)) return undefined;
  try {
    // Node joins repeated headers by commas, which are no Base64.
    const principal = readPrincipal(String(header), provider);
    return principal.roles.length > 0 && principal.roles.every(isAnonymous) ? undefined : principal;
  } catch (cause) {
    const { message } = cause as Error;
    throw unauthenticated(`X-MS-CLIENT-PRINCIPAL cannot be read: ${message}.`, authentication, cause);
  }
}

const isAnonymous = (role: string): boolean => systemRole(role) === 'anonymous';

/** The identity of a principal. One that asks as `anonymous` has no claims. */
function identify({ roles, claims }: Principal, name: string | undefined, model: Model): Identity {
  const role = name === undefined ? 'authenticated' : findOwnRole(name, roles, model);
  return role === 'anonymous' ? ANONYMOUS : { role, claims };
}

function roleByName(name: string, { provider }: Authentication): Refusal {
  const believed =
    provider === 'Unauthenticated' || provider === 'Simulator'
      ? ' Only the provider "Simulator" in development mode believes it.'
      : '';
  return new Refusal(
    'Forbidden',
    `The role "${name}" cannot be had by naming it: leave the role header out.${believed}`,
  );
}
