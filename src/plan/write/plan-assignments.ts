import { throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Action } from '../../config/config.ts';
import type { Entity, Field } from '../../model/model.ts';
import { isOptional } from '../../model/visibility.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { entriesOf, sourceOf } from '../filter/plan-filter.ts';
import type { PlanContext } from '../plan-context.ts';
import type { Assignment } from '../shape/changes.ts';
import type { Slot } from '../shape/slot.ts';
import { requireField } from './change-rights.ts';

export interface AssignedField {
  readonly field: Field;
  readonly value: Slot;
}

/**
 * Returns the assigned fields of an item, without nested items.
 * @throws ApiError BadRequest for null in a non-null field, if `checksNull` is true
 */
export function assignedFields(entity: Entity, item: Value, { model }: PlanContext): readonly AssignedField[] {
  return entriesOf(item).flatMap(([name, value]) => {
    const field = entity.fieldByGraphqlName.get(name);
    if (field === undefined) return [];
    if (model.changes.checksNull && value.kind === 'null' && !field.nullable) rejectNull(entity, field);
    return [{ field, value: assignedValue(field, value) }];
  });
}

const rejectNull = (entity: Entity, { name }: Field): never =>
  throwApiError('BadRequest', `"${name}" of "${entity.name}" must not be null.`, {
    entity: entity.name,
    field: name,
  });

const assignedValue = (field: Field, value: Value): Slot => ({
  source: sourceOf(value),
  use: { kind: 'assign', field: field.name, type: field.type },
});

/** @throws ApiError Forbidden */
export function planAssignments(
  entity: Entity,
  assignedFields: readonly AssignedField[],
  action: Action,
  context: PlanContext,
): readonly Assignment[] {
  return assignedFields.map(({ field, value }) => {
    requireField(entity, field, action, context);
    return { column: field.column, value };
  });
}

/** The mutation field, and the path within its arguments, such as `item.lines[0]`. */
export interface ItemLocation {
  readonly path: SelectedField['path'];
  readonly item: string;
}

/**
 * Checks required fields that are optional in the schema, because related rows may supply them.
 * @param place added to the `details` of the error
 * @throws ApiError BadRequest with the missing fields
 */
export function requireRequiredFields(entity: Entity, columns: ReadonlySet<string>, place: ItemLocation): void {
  const missing = entity.fields.filter((field) => !isOptional(field) && !columns.has(field.column));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  const related = entity.relationships.filter(
    ({ nesting, link }) =>
      nesting === 'parent' && link.on.some(([column]) => missing.some((field) => field.column === column)),
  );
  const nest = related.length === 0 ? '' : `, or nest ${related.map(({ name }) => `"${name}"`).join(', ')}`;
  const pronoun = missing.length === 1 ? 'it' : 'them';
  throwApiError('BadRequest', `Missing value for ${names} of "${entity.name}". Set ${pronoun}${nest}.`, {
    entity: entity.name,
    fields: missing.map(({ name }) => name),
    ...place,
  });
}

export function keyArguments(
  entity: Entity,
  argumentsByName: ReadonlyMap<string, Value>,
): readonly { readonly field: Field; readonly source: Slot['source'] }[] {
  return entity.key.map((field) => {
    const argument = argumentsByName.get(field.graphqlName);
    invariant(argument, `the key argument ${field.graphqlName} is given`);
    return { field, source: sourceOf(argument) };
  });
}
