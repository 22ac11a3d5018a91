import type { Runtime } from '../../../config/config.ts';
import type { Entity, Model, RoleRights } from '../../../model/model.ts';
import { ACTIONS, findRight } from '../../../model/role-rights.ts';

export interface ApiView {
  /** Model, restricted to the rights of `role` if there is a role. */
  readonly model: Model;
  readonly runtime: Runtime;
  /** Absent if the document covers all roles. */
  readonly role?: string;
  /** True if the document describes `$select`. Without `$select`, responses contain every field. */
  readonly select: boolean;
}

/** Returns the model with only the rights of a role, including inherited rights. */
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
