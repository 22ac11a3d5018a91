import type { Action } from '../config/config.ts';
import type { Entity, Right } from './model.ts';

/**
 * A role's right to an action on an entity, or undefined where it has none. An entity that says nothing of a role falls
 * back: a named role to `authenticated`, that to `anonymous`. Saying something of a role ends its inheritance.
 */
export function findRight(entity: Entity, role: string, action: Action): Right | undefined {
  const chain = role === 'anonymous' ? ['anonymous'] : [role, 'authenticated', 'anonymous'];
  const defined = chain.find((candidate) => entity.rights.has(candidate));
  return defined === undefined ? undefined : entity.rights.get(defined)?.get(action);
}
