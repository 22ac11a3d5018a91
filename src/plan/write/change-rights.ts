import { refuse } from '../../base/errors.ts';
import type { Action } from '../../config/config.ts';
import type { Entity, Field, Right } from '../../model/model.ts';
import { policyOf } from '../filter/visible-rows.ts';
import { type Planning, refuseAction, rightTo } from '../plan-context.ts';
import type { RowCheck, WriteRefusal } from '../shape/changes.ts';

/** Whether the role may do the action with any rows of the entity. */
export const mayDo = (entity: Entity, action: Action, planning: Planning): boolean =>
  rightTo(entity, action, planning) !== undefined;

/** The role's right to the action. @throws Refusal Forbidden where it has none */
export function requireRight(entity: Entity, action: Action, planning: Planning): Right {
  return rightTo(entity, action, planning) ?? refuseAction(entity, action, planning);
}

/** @throws Refusal Forbidden for a field that the action may not touch */
export function requireField(entity: Entity, field: Field, action: Action, planning: Planning): void {
  if (requireRight(entity, action, planning).fields.has(field.name)) return;
  const verb = action === 'create' ? 'give' : 'change';
  refuse('Forbidden', `The role "${planning.role}" may not ${verb} "${field.name}" of "${entity.name}".`, {
    entity: entity.name,
    ...(field.exposed && { field: field.name }),
    argument: 'item',
  });
}

/** The row check of the action, by the role's policy; ready to be spread. */
export function policyCheck(entity: Entity, action: 'create' | 'update', planning: Planning): { check?: RowCheck } {
  const predicate = policyOf(entity, action, planning);
  if (predicate === undefined) return {};
  const onFailed: WriteRefusal = {
    code: 'Forbidden',
    message: `The policy of the role "${planning.role}" allows no "${entity.name}" with these values.`,
    details: { entity: entity.name, policy: action },
  };
  return { check: { predicate, onFailed } };
}
