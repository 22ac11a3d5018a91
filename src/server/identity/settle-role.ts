import { didYouMean } from '../../base/did-you-mean.ts';
import { refuse } from '../../base/errors.ts';

const SYSTEM_ROLES = ['anonymous', 'authenticated'];

/**
 * A role as the configuration writes it: the two system roles are known in any case, the others as they are.
 * @throws Refusal Forbidden for one that the configuration does not have
 */
export function settleRole(name: string, roles: ReadonlySet<string>): string {
  const lower = name.toLowerCase();
  if (SYSTEM_ROLES.includes(lower)) return lower;
  if (!roles.has(name)) {
    refuse('Forbidden', `The configuration has no role "${name}".${didYouMean(name, roles)}`);
  }
  return name;
}
