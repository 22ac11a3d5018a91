import { Refusal, refuse, reworded } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Action } from '../config/config.ts';
import type { Entity, Field, Model, Relationship, Right } from '../model/model.ts';
import { findRight } from '../model/role-rights.ts';
import { visibleRows } from './filter/visible-rows.ts';
import type { RelatedSource, Source, Via } from './shape/predicate.ts';

/**
 * What planning looks at beside the operation. Names are resolved in this file alone, which checks the role's rights and adds its row
 * policy: so no part of an operation can be planned without them.
 */
export interface PlanContext {
  readonly model: Model;
  readonly role: string;
  /** Whether the answer is for REST, which writes some types in another form. */
  readonly isRest?: boolean;
  /** Texts and lists of values in a filter must not be empty: with one that is, the filter may keep every row, and a mass change reach all. */
  readonly filled?: true;
}

/** @throws Refusal Forbidden, always */
export const refuseAction = ({ name }: Entity, action: Action, { role }: PlanContext): never =>
  refuse('Forbidden', `The role "${role}" may not ${action} "${name}".`, { entity: name });

/** The role's right to the action; undefined where it has none, or the entity does not offer the action. */
export const rightTo = (entity: Entity, action: Action, { role }: PlanContext): Right | undefined =>
  entity.operations.has(action) ? findRight(entity, role, action) : undefined;

/** The entity, if the role may read it. @throws Refusal Forbidden */
function readableEntity(name: string, context: PlanContext): Entity {
  const entity = context.model.byName.get(name);
  invariant(entity, `the model has the entity ${name}`);
  if (rightTo(entity, 'read', context) === undefined) refuseAction(entity, 'read', context);
  return entity;
}

/** The field, if the role may read it, be it to show, to filter or to order by. @throws Refusal Forbidden */
export function readableField(entity: Entity, name: string, context: PlanContext): Field {
  const field = entity.fieldByName.get(name);
  invariant(field, `the entity ${entity.name} has the field ${name}`);
  if (!mayReadField(entity, field, context)) {
    refuse('Forbidden', `The role "${context.role}" may not read "${name}" of "${entity.name}".`, {
      entity: entity.name,
      field: name,
    });
  }
  return field;
}

export const mayReadField = (entity: Entity, field: Field, { role }: PlanContext): boolean =>
  field.exposed && findRight(entity, role, 'read')?.fields.has(field.name) === true;

/** Whether there is a key, and the role may read it. */
export const readsKey = (entity: Entity, context: PlanContext): boolean =>
  entity.key.length > 0 && entity.key.every((field) => mayReadField(entity, field, context));

/**
 * The fields that tell one state of a row from another: the version field and those of the key, where the role may read the version
 * field; else all fields. In both cases only fields that the role may read, so that its `_etag` tells of no hidden change. In the order
 * of the columns.
 */
export function etagFields(entity: Entity, context: PlanContext): readonly Field[] {
  const { versionField } = entity;
  const readable = entity.fields.filter((field) => mayReadField(entity, field, context));
  return versionField !== undefined && readable.includes(versionField)
    ? readable.filter((field) => field === versionField || entity.key.includes(field))
    : readable;
}

/** Plans an argument. Where that is Forbidden, the refusal names the argument. */
export function inArgument<T>(argument: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'Forbidden') throw error;
    throw reworded(error, { details: { argument, ...error.details } });
  }
}

/** The rows of an entity that the role may see. @throws Refusal Forbidden */
export function readableSource(name: string, context: PlanContext): Source {
  const entity = readableEntity(name, context);
  return { entity, ...visibleRows(entity, context) };
}

/** A relationship and the rows it leads to, if the role may read them. @throws Refusal Forbidden */
export function readableRelationship(
  entity: Entity,
  name: string,
  context: PlanContext,
): { relationship: Relationship; target: RelatedSource } {
  const relationship = entity.relationshipByName.get(name);
  invariant(relationship, `the entity ${entity.name} has the relationship ${name}`);
  return {
    relationship,
    target: { ...readableSource(relationship.target, context), via: viaOf(entity, relationship, context) },
  };
}

/** Rows of a junction that is an entity count only where the role may see them. @throws Refusal Forbidden */
function viaOf(from: Entity, { link }: Relationship, context: PlanContext): Via {
  const { through, mixed } = link;
  if (through === undefined) return mixed === undefined ? { link } : { link, from };
  if (through.entity === undefined) return { link, from };
  const { visible } = readableSource(through.entity, context);
  return { link, from, ...(visible === undefined ? {} : { junctionVisible: visible }) };
}
