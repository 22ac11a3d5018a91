import { refuse } from '../../../base/errors.ts';
import type { Entity } from '../../../model/model.ts';
import type { Planning } from '../../../plan/planning.ts';
import { mayDo } from '../../../plan/write/change-rights.ts';
import { actionsOf, type Endpoint } from './offered-methods.ts';

/**
 * Refuses who may not change anything here before they send a body. Who may read what is asked where options are read.
 * @throws Refusal Forbidden
 */
export function requireAnyRight(endpoint: Endpoint, entity: Entity, planning: Planning): void {
  const actions = actionsOf[endpoint].filter((action) => action !== 'read');
  if (actions.length === 0) return;
  if (!actions.some((action) => mayDo(entity, action, planning))) {
    refuse('Forbidden', `The role "${planning.role}" may not ${actions.join(' or ')} "${entity.name}".`, {
      entity: entity.name,
    });
  }
}
