import { throwApiError } from '../../base/errors.ts';
import type { Action } from '../../config/config.ts';
import type { Entity, Field, Right } from '../../model/model.ts';
import { policyOf } from '../filter/visible-rows.ts';
import { type PlanContext, rejectAction, rightTo } from '../plan-context.ts';
import type { CheckPredicate, WriteError } from '../shape/changes.ts';

export const isPermitted = (entity: Entity, action: Action, context: PlanContext): boolean =>
  rightTo(entity, action, context) !== undefined;

/** @throws ApiError Forbidden */
export function requireRight(entity: Entity, action: Action, context: PlanContext): Right {
  return rightTo(entity, action, context) ?? rejectAction(entity, action, context);
}

/** @throws ApiError Forbidden */
export function requireField(entity: Entity, field: Field, action: Action, context: PlanContext): void {
  if (requireRight(entity, action, context).fields.has(field.name)) return;
  const verb = action === 'create' ? 'give' : 'change';
  throwApiError('Forbidden', `The role "${context.role}" may not ${verb} "${field.name}" of "${entity.name}".`, {
    entity: entity.name,
    ...(field.exposed && { field: field.name }),
    argument: 'item',
  });
}

export function policyCheck(
  entity: Entity,
  action: 'create' | 'update',
  context: PlanContext,
): { check?: CheckPredicate } {
  const predicate = policyOf(entity, action, context);
  if (predicate === undefined) return {};
  const onFailed: WriteError = {
    code: 'Forbidden',
    message: `The policy of the role "${context.role}" does not allow these values of "${entity.name}".`,
    details: { entity: entity.name, policy: action },
  };
  return { check: { predicate, onFailed } };
}
