import { didYouMean } from '../../base/did-you-mean.ts';
import { refuse } from '../../base/errors.ts';
import type { Model } from '../../model/model.ts';

type Roles = Pick<Model, 'roles' | 'roleInAnyCase'>;

const SYSTEM_ROLES = ['anonymous', 'authenticated'];

/** A system role as the configuration writes it; undefined for every other name. */
export function systemRole(name: string): string | undefined {
  const lower = name.toLowerCase();
  return SYSTEM_ROLES.includes(lower) ? lower : undefined;
}

/**
 * A role as the configuration writes it: the two system roles are known in any case, the others as they are, or as is configured.
 * @throws Refusal Forbidden for one that the configuration does not have
 */
export function findRole(name: string, model: Roles): string {
  const { roles } = model;
  const found = systemRole(name) ?? asConfigured(name, model);
  return roles.has(found)
    ? found
    : refuse('Forbidden', `The configuration has no role "${name}".${didYouMean(name, roles)}`);
}

/**
 * A role of somebody who has these, in the same way. One that the configuration does not know has the rights of `authenticated`.
 * @throws Refusal Forbidden for one that they do not have
 */
export function findOwnRole(name: string, own: readonly string[], model: Roles): string {
  const system = systemRole(name);
  if (system !== undefined) return system;
  if (!own.includes(name)) refuse('Forbidden', `You do not have the role "${name}".${didYouMean(name, own)}`);
  return asConfigured(name, model);
}

/** A role as the configuration writes it, where it has it in another case and that does not count. */
const asConfigured = (name: string, { roleInAnyCase }: Roles): string => roleInAnyCase?.get(name.toLowerCase()) ?? name;
