import { nearest } from '../../base/did-you-mean.ts';
import { throwApiError } from '../../base/errors.ts';
import type { Model } from '../../model/model.ts';
import { ACTIONS, findRight } from '../../model/role-rights.ts';

type Roles = Pick<Model, 'roles' | 'roleByLowerCase'>;

const SYSTEM_ROLES = ['anonymous', 'authenticated'];

/** Returns the system role with a name, ignoring case; undefined for other names. */
export function systemRole(name: string): string | undefined {
  const lower = name.toLowerCase();
  return SYSTEM_ROLES.includes(lower) ? lower : undefined;
}

const MAX_ROLES = 20;

/**
 * Returns a role in its configured spelling. Only for development and the command line, because the error reveals
 * roles.
 * @throws ApiError Forbidden for an unknown role
 */
export function findRole(name: string, model: Roles): string {
  const { roles } = model;
  const role = systemRole(name) ?? asConfigured(name, model);
  return roles.has(role) ? role : throwApiError('Forbidden', `Unknown role "${name}". ${suggestRole(name, roles)}`);
}

/** Suggests the most similar role, or else lists the roles. */
export function suggestRole(name: string, roles: ReadonlySet<string>): string {
  const guess = nearest(name, roles);
  if (guess !== undefined) return `Did you mean "${guess}"?`;
  const listed = [...roles].slice(0, MAX_ROLES).join(', ');
  return `Known roles: ${listed}${roles.size > MAX_ROLES ? ', …' : ''}.`;
}

/**
 * Returns a role of the caller in its configured spelling. An unknown role has the rights of `authenticated`.
 * @throws ApiError Forbidden for a role that the caller does not have
 */
export function findTokenRole(name: string, tokenRoles: readonly string[], model: Roles): string {
  const system = systemRole(name);
  if (system !== undefined) return system;
  // The message must not list the roles of the token.
  if (!tokenRoles.includes(name)) throwApiError('Forbidden', `You do not have the role "${name}".`);
  return asConfigured(name, model);
}

/**
 * Returns the roles that a caller can choose, the role with the most rights first. Roles keep the spelling of the
 * token, which `findTokenRole` requires.
 */
export function choosableRoles(tokenRoles: readonly string[], model: Model): readonly string[] {
  const knownRoles = tokenRoles.filter(
    (name) => systemRole(name) === undefined && model.roles.has(asConfigured(name, model)),
  );
  const rights = (name: string): number => countRights(asConfigured(name, model), model);
  return [...new Set(knownRoles), 'authenticated'].toSorted((a, b) => rights(b) - rights(a));
}

const countRights = (role: string, { entities }: Model): number =>
  entities.flatMap((entity) => ACTIONS.filter((action) => findRight(entity, role, action) !== undefined)).length;

const asConfigured = (name: string, { roleByLowerCase }: Roles): string =>
  roleByLowerCase?.get(name.toLowerCase()) ?? name;
