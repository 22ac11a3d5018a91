import { refuse } from '../../../base/errors.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { isReadable, isShown } from '../../../model/visibility.ts';
import type { PlanContext } from '../../../plan/plan-context.ts';
import { mayDo } from '../../../plan/write/change-rights.ts';
import { modelOfRole } from '../openapi/api-view.ts';
import { actionsOf, type Endpoint, offeredMethods } from './offered-methods.ts';

/** An entity with what a role can do at its addresses. */
export interface ReachableEntity {
  readonly entity: Entity;
  /** Methods over REST, of the collection and of one item; empty where REST does not show the entity. */
  readonly methods: { readonly collection: readonly string[]; readonly item: readonly string[] };
  /** The root field of GraphQL that gives a list of its rows, or runs it; absent where there is none for this role. */
  readonly graphql?: string;
}

/** The entities with which this role can do something over one API or the other, in the order of the configuration. */
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
 * Refuses a role that may change nothing here, before it sends a body. Rights to read are checked where options are read.
 * @throws Refusal Forbidden
 */
export function requireAnyRight(endpoint: Endpoint, entity: Entity, context: PlanContext): void {
  const actions = actionsOf[endpoint].filter((action) => action !== 'read');
  if (actions.length === 0) return;
  if (!actions.some((action) => mayDo(entity, action, context))) {
    refuse('Forbidden', `The role "${context.role}" may not ${actions.join(' or ')} "${entity.name}".`, {
      entity: entity.name,
    });
  }
}
