import type { Action } from '../config/config.ts';
import type { Entity, Right } from './model.ts';

export const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete', 'execute'];

/** Roles without permissions inherit: configured roles from `authenticated`, and `authenticated` from `anonymous`. */
export function findRight(entity: Entity, role: string, action: Action): Right | undefined {
  const chain = role === 'anonymous' ? ['anonymous'] : [role, 'authenticated', 'anonymous'];
  const defined = chain.find((candidate) => entity.rights.has(candidate));
  return defined === undefined ? undefined : entity.rights.get(defined)?.get(action);
}
