import { throwApiError } from '../../../base/errors.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { isReadable, isShown } from '../../../model/visibility.ts';
import type { PlanContext } from '../../../plan/plan-context.ts';
import { isPermitted } from '../../../plan/write/change-rights.ts';
import { modelOfRole } from '../openapi/api-view.ts';
import { actionsOf, type Endpoint, offeredMethods } from './offered-methods.ts';

export interface ReachableEntity {
  readonly entity: Entity;
  /** REST methods. Empty if REST does not expose the entity. */
  readonly methods: { readonly collection: readonly string[]; readonly item: readonly string[] };
  /** Root field that lists the rows or runs the routine; absent if the role has none. */
  readonly graphql?: string;
}

/** Returns the entities that a role can reach, in configuration order. */
export function reachableEntities(model: Model, role: string): readonly ReachableEntity[] {
  const narrowed = modelOfRole(model, role);
  return narrowed.entities.filter(isShown).flatMap((entity): readonly ReachableEntity[] => {
    const methodsAt = (key: readonly string[]): readonly string[] =>
      entity.rest.enabled ? offeredMethods({ entity, key }, narrowed).filter((method) => method !== 'OPTIONS') : [];
    const methods = { collection: methodsAt([]), item: entity.routine === undefined ? methodsAt(['key']) : [] };
    const graphql = rootField(entity, narrowed);
    if (methods.collection.length + methods.item.length === 0 && graphql === undefined) return [];
    return [{ entity, methods, ...(graphql !== undefined && { graphql }) }];
  });
}

function rootField(entity: Entity, { connections }: Model): string | undefined {
  const { enabled, list, connection, execute } = entity.graphql;
  if (!enabled) return undefined;
  if (entity.routine !== undefined) return execute;
  return isReadable(entity) ? (list ?? (connections ? connection : undefined)) : undefined;
}

/**
 * Rejects a role without the right to change or execute, before it uploads a body. Read rights are checked later.
 * @throws ApiError Forbidden
 */
export function requireAnyRight(endpoint: Endpoint, entity: Entity, context: PlanContext): void {
  const actions = actionsOf[endpoint].filter((action) => action !== 'read');
  if (actions.length === 0) return;
  if (!actions.some((action) => isPermitted(entity, action, context))) {
    throwApiError('Forbidden', `The role "${context.role}" may not ${actions.join(' or ')} "${entity.name}".`, {
      entity: entity.name,
    });
  }
}
