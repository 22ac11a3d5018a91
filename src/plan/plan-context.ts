import { ApiError, copyApiError, throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Action } from '../config/config.ts';
import type { Entity, Field, Model, Relationship, Right } from '../model/model.ts';
import { findRight } from '../model/role-rights.ts';
import { visibleRows } from './filter/visible-rows.ts';
import type { RelatedSource, Source, Via } from './shape/predicate.ts';

/**
 * Context for resolving names. The names of a read are resolved only in this file, so that no part of it can bypass the
 * rights and policies of the role. `write/change-rights.ts` checks the rights of writes.
 */
export interface PlanContext {
  readonly model: Model;
  readonly role: string;
  /** True for REST, which serializes some types differently. */
  readonly isRest?: boolean;
  /** True if filter strings and value lists must not be empty, because a bulk change could then affect all rows. */
  readonly forbidsEmptyValues?: true;
}

/** @throws ApiError Forbidden, always */
export const rejectAction = ({ name }: Entity, action: Action, { role }: PlanContext): never =>
  throwApiError('Forbidden', `The role "${role}" may not ${action} "${name}".`, { entity: name });

export const rightTo = (entity: Entity, action: Action, { role }: PlanContext): Right | undefined =>
  entity.operations.has(action) ? findRight(entity, role, action) : undefined;

function readableEntity(name: string, context: PlanContext): Entity {
  const entity = context.model.byName.get(name);
  invariant(entity, `the model has the entity ${name}`);
  if (rightTo(entity, 'read', context) === undefined) rejectAction(entity, 'read', context);
  return entity;
}

/** @throws ApiError Forbidden */
export function readableField(entity: Entity, name: string, context: PlanContext): Field {
  const field = entity.fieldByName.get(name);
  invariant(field, `the entity ${entity.name} has the field ${name}`);
  if (!mayReadField(entity, field, context)) {
    throwApiError('Forbidden', `The role "${context.role}" may not read "${name}" of "${entity.name}".`, {
      entity: entity.name,
      field: name,
    });
  }
  return field;
}

export const mayReadField = (entity: Entity, field: Field, { role }: PlanContext): boolean =>
  field.exposed && findRight(entity, role, 'read')?.fields.has(field.name) === true;

export const mayReadKey = (entity: Entity, context: PlanContext): boolean =>
  entity.key.length > 0 && entity.key.every((field) => mayReadField(entity, field, context));

/**
 * Returns the version field and the key, or all fields if the role cannot read a version field. Excludes unreadable
 * fields, so `_etag` reveals no hidden change.
 */
export function etagFields(entity: Entity, context: PlanContext): readonly Field[] {
  const { versionField } = entity;
  const readable = entity.fields.filter((field) => mayReadField(entity, field, context));
  return versionField !== undefined && readable.includes(versionField)
    ? readable.filter((field) => field === versionField || entity.key.includes(field))
    : readable;
}

/** Adds the name of the argument to a Forbidden error. */
export function withArgumentName<T>(argument: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'Forbidden') throw error;
    throw copyApiError(error, { details: { argument, ...error.details } });
  }
}

/** @throws ApiError Forbidden */
export function readableSource(name: string, context: PlanContext): Source {
  const entity = readableEntity(name, context);
  return { entity, ...visibleRows(entity, context) };
}

/** @throws ApiError Forbidden */
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

/** Restricts the rows of a junction to those visible to the role. */
function viaOf(from: Entity, { link }: Relationship, context: PlanContext): Via {
  const { through, mixed } = link;
  if (through === undefined) return mixed === undefined ? { link } : { link, from };
  if (through.entity === undefined) return { link, from };
  const { visible } = readableSource(through.entity, context);
  return { link, from, ...(visible === undefined ? {} : { junctionVisible: visible }) };
}
