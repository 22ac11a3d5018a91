import { throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Action } from '../../config/config.ts';
import type { Entity } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { SelectedField } from '../../operation/operation.ts';
import { ownField, sourceOf } from '../filter/plan-filter.ts';
import { conjunction, isAlwaysTrue } from '../filter/predicates.ts';
import { policyOf } from '../filter/visible-rows.ts';
import { etagFields, type PlanContext, readableSource } from '../plan-context.ts';
import { filterOf, isPresent } from '../read/plan-rows.ts';
import type { Predicate, Source } from '../shape/predicate.ts';
import { isPermitted } from './change-rights.ts';
import { keyArguments } from './plan-assignments.ts';

export function rowByKey(entity: Entity, selected: SelectedField): Predicate {
  const matchesKey = conjunction(
    keyArguments(entity, selected.arguments).map(
      ({ field, source }): Predicate => ({
        kind: 'compare',
        operator: 'eq',
        left: ownField(field),
        right: { kind: 'value', value: { source, use: { kind: 'value', type: field.type } } },
      }),
    ),
  );
  invariant(matchesKey, `${entity.name} has a key`);
  return matchesKey;
}

export function targetRow(entity: Entity, selected: SelectedField, action: Action, context: PlanContext): Predicate {
  const isTarget = conjunction([
    rowByKey(entity, selected),
    visibleRows(entity, context).visible,
    policyOf(entity, action, context),
    planMatch(entity, selected, context),
  ]);
  invariant(isTarget, 'a key identifies a row');
  return isTarget;
}

/** Plans `ifMatch`. A role without read access can only test existence (`*`). */
function planMatch(entity: Entity, selected: SelectedField, context: PlanContext): Predicate | undefined {
  const ifMatch = selected.arguments.get('ifMatch');
  if (ifMatch === undefined || !isPresent(selected, 'ifMatch')) return undefined;
  const use = { kind: 'values', type: plainType('String'), max: context.model.limits.inValues } as const;
  const tags = { source: sourceOf(ifMatch), use };
  if (!isPermitted(entity, 'read', context)) return { kind: 'matches', fields: [], tags };
  return { kind: 'matches', fields: etagFields(entity, context), tags };
}

/** Returns the visible rows. For a role without read access, these are all rows; only its right to change applies. */
const visibleRows = (entity: Entity, context: PlanContext): Source =>
  isPermitted(entity, 'read', context) ? readableSource(entity.name, context) : { entity };

/**
 * Plans the filter of a bulk write. Without read access, visibility is not checked.
 * @throws ApiError BadRequest for a filter that matches every row, unless the request confirms it
 */
export function filteredRows(
  entity: Entity,
  selected: SelectedField,
  action: Action,
  context: PlanContext,
): { readonly where?: Predicate } {
  const source = visibleRows(entity, context);
  const { filter } = filterOf(source, selected, { ...context, forbidsEmptyValues: true });
  const all = selected.arguments.get('all');
  if (isAlwaysTrue(filter) && !(all?.kind === 'known' && all.value === true)) {
    throwApiError('BadRequest', `The filter of "${selected.key}" matches every row. Restrict it, or set "all: true".`, {
      path: selected.path,
    });
  }
  const where = conjunction([source.visible, policyOf(entity, action, context), filter]);
  return where === undefined ? {} : { where };
}
