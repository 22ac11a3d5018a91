import type { Entity, Model } from '../../../model/model.ts';
import { isReadable, isShown } from '../../../model/visibility.ts';
import { modelOfRole } from '../openapi/api-view.ts';
import { offeredMethods } from './offered-methods.ts';

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
