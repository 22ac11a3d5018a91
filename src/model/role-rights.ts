import type { Action } from '../config/config.ts';
import type { Entity, Right } from './model.ts';

export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete', 'execute'];

export function findRight(entity: Entity, role: string, action: Action): Right | undefined {
  const granting = findGrantingRole(entity, role);
  return granting === undefined ? undefined : entity.rights.get(granting)?.get(action);
}

/**
 * Returns the role whose configured permissions apply to a role. Roles without permissions inherit: configured roles
 * from `authenticated`, and `authenticated` from `anonymous`.
 */
export function findGrantingRole({ rights }: Pick<Entity, 'rights'>, role: string): string | undefined {
  const chain = role === 'anonymous' ? ['anonymous'] : [role, 'authenticated', 'anonymous'];
  return chain.find((candidate) => rights.has(candidate));
}
