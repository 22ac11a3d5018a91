import { nearest } from '../../base/did-you-mean.ts';
import { refuse } from '../../base/errors.ts';
import type { Model } from '../../model/model.ts';
import { ACTIONS, findRight } from '../../model/role-rights.ts';

type Roles = Pick<Model, 'roles' | 'roleInAnyCase'>;

const SYSTEM_ROLES = ['anonymous', 'authenticated'];

/** `Anonymous` → `anonymous`; undefined for a name that is no system role. */
export function systemRole(name: string): string | undefined {
  const lower = name.toLowerCase();
  return SYSTEM_ROLES.includes(lower) ? lower : undefined;
}

/** Roles that a message lists. */
const MAX_ROLES = 20;

/**
 * Returns a role in the spelling of the configuration. System roles are known in any case; whether the case of others counts is configured.
 * Callers are those who may know every role: in development, and at the command line.
 * @throws Refusal Forbidden for a role that the configuration does not have
 */
export function findRole(name: string, model: Roles): string {
  const { roles } = model;
  const found = systemRole(name) ?? asConfigured(name, model);
  return roles.has(found)
    ? found
    : refuse('Forbidden', `The configuration has no role "${name}". ${suggestRole(name, roles)}`);
}

/** Returns the role that was meant, or else every role. */
export function suggestRole(name: string, roles: ReadonlySet<string>): string {
  const guess = nearest(name, roles);
  if (guess !== undefined) return `Did you mean "${guess}"?`;
  const listed = [...roles].slice(0, MAX_ROLES).join(', ');
  return `Its roles are ${listed}${roles.size > MAX_ROLES ? ', …' : ''}.`;
}

/**
 * A role of a caller who has these roles, in the spelling of the configuration. A role that the configuration does not know has the rights
 * of `authenticated`.
 * @throws Refusal Forbidden for a role that the caller does not have
 */
export function findOwnRole(name: string, own: readonly string[], model: Roles): string {
  const system = systemRole(name);
  if (system !== undefined) return system;
  // No suggestion: a message repeats nothing of a token.
  if (!own.includes(name)) refuse('Forbidden', `You do not have the role "${name}".`);
  return asConfigured(name, model);
}

/**
 * Returns the roles that a caller with these roles can choose, the one with the most rights first. They have the spelling in which `findOwnRole`
 * accepts them.
 */
export function choosableRoles(own: readonly string[], model: Model): readonly string[] {
  const known = own.filter((name) => systemRole(name) === undefined && model.roles.has(asConfigured(name, model)));
  const rights = (name: string): number => countRights(asConfigured(name, model), model);
  return [...new Set(known), 'authenticated'].toSorted((a, b) => rights(b) - rights(a));
}

const countRights = (role: string, { entities }: Model): number =>
  entities.flatMap((entity) => ACTIONS.filter((action) => findRight(entity, role, action) !== undefined)).length;

/** A role in the spelling of the configuration, where case does not count. */
const asConfigured = (name: string, { roleInAnyCase }: Roles): string => roleInAnyCase?.get(name.toLowerCase()) ?? name;
