import { refuse } from '../../base/errors.ts';
import type { Entity } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import { actionsOf, type Endpoint } from './offered-methods.ts';

/**
 * Refuses who may not change anything here before they send a body. Who may read what is asked where options are read.
 * @throws Refusal Forbidden
 */
export function requireRight(endpoint: Endpoint, entity: Entity, role: string): void {
  const actions = actionsOf[endpoint].filter((action) => action !== 'read');
  if (actions.length === 0) return;
  const may = actions.some((action) => entity.operations.has(action) && findRight(entity, role, action) !== undefined);
  if (!may) {
    refuse('Forbidden', `The role "${role}" may not ${actions.join(' or ')} "${entity.name}".`, {
      entity: entity.name,
    });
  }
}
