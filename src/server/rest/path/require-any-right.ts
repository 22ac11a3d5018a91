import { refuse } from '../../../base/errors.ts';
import type { Entity } from '../../../model/model.ts';
import type { Planning } from '../../../plan/planning.ts';
import { mayDo } from '../../../plan/write/change-rights.ts';
import { actionsOf, type Endpoint } from './offered-methods.ts';

/**
 * Refuses a role that may change nothing here, before it sends a body. Rights to read are checked where options are read.
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
