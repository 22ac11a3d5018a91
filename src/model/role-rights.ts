import type { Action } from '../config/config.ts';
import type { Entity, Right } from './model.ts';

export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete', 'execute'];

/**
 * Returns a role's right to an action, or undefined. If the entity's permissions do not name the role, it inherits:
 * configured roles from `authenticated`, `authenticated` from `anonymous`. A named role inherits nothing.
 */
export function findRight(entity: Entity, role: string, action: Action): Right | undefined {
  const chain = role === 'anonymous' ? ['anonymous'] : [role, 'authenticated', 'anonymous'];
  const defined = chain.find((candidate) => entity.rights.has(candidate));
  return defined === undefined ? undefined : entity.rights.get(defined)?.get(action);
}
