import type { Action } from '../config/config.ts';
import type { Entity, Right } from './model.ts';

export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete', 'execute'];

/**
 * A role's right to an action on an entity, or undefined where it has none. Where an entity's permissions do not name the role, those of
 * another count: of `authenticated` for a configured role, of `anonymous` for `authenticated`. A role that is named inherits nothing.
 */
export function findRight(entity: Entity, role: string, action: Action): Right | undefined {
  const chain = role === 'anonymous' ? ['anonymous'] : [role, 'authenticated', 'anonymous'];
  const defined = chain.find((candidate) => entity.rights.has(candidate));
  return defined === undefined ? undefined : entity.rights.get(defined)?.get(action);
}
