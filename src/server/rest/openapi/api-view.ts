import type { Runtime } from '../../../config/config.ts';
import type { Entity, Model, RoleRights } from '../../../model/model.ts';
import { ACTIONS, findRight } from '../../../model/role-rights.ts';

/** What one OpenAPI document describes. */
export interface ApiView {
  /** Narrowed to `role`, where there is one. */
  readonly model: Model;
  readonly runtime: Runtime;
  /** Absent where the document describes what any role may do. */
  readonly role?: string;
  /** Whether `$select` is offered; without it answers always have every field. */
  readonly select: boolean;
}

/** The model as if this role were the only one, with the rights that it inherits. */
export function modelOfRole(model: Model, role: string): Model {
  const entities = model.entities.map((entity) => ({ ...entity, rights: new Map([[role, rightsOf(entity, role)]]) }));
  return {
    ...model,
    entities,
    byName: new Map(entities.map((entity) => [entity.name, entity])),
    roles: new Set([role]),
  };
}

const rightsOf = (entity: Entity, role: string): RoleRights =>
  new Map(
    ACTIONS.flatMap((action) => {
      const right = findRight(entity, role, action);
      return right === undefined ? [] : [[action, right]];
    }),
  );
