import { throwApiError } from '../../../base/errors.ts';
import type { Entity, Field, Relationship } from '../../../model/model.ts';
import { type OptionPosition, rejectAt } from '../../../odata/reject-at.ts';
import { truncate } from '../../../odata/tokens.ts';
import { noField, noRelationship, unknownField, unknownRelationship } from '../../../plan/name-mistakes.ts';
import { mayReadField, type PlanContext, readableField, readableSource } from '../../../plan/plan-context.ts';

export interface OptionContext extends PlanContext {
  /** True if errors suggest names. */
  readonly suggest: boolean;
}

interface NameReference extends OptionPosition {
  readonly name: string;
}

interface FieldReference extends NameReference {
  /** Advice for the error if the name is a relationship. */
  readonly advice: string;
}

/** @throws ApiError InvalidField, Forbidden */
export function findField(entity: Entity, reference: FieldReference, context: OptionContext): Field {
  const { name } = reference;
  if (name.startsWith('$'))
    rejectName(reference, `Unknown field "${truncate(name)}". Inside $expand, separate options with semicolons.`);
  if (entity.fieldByName.has(name)) return readableField(entity, name, context);
  if (servedRelationships(entity, context).some((relationship) => relationship.name === name)) {
    return rejectName(reference, noField(entity, name, reference.advice));
  }
  return rejectName(reference, unknownField(entity, name, context.suggest ? entity.fieldByName.keys() : []));
}

/** @throws ApiError InvalidField, Forbidden */
export function findRelationship(
  entity: Entity,
  reference: NameReference,
  context: OptionContext,
): { relationship: Relationship; target: Entity } {
  const { name } = reference;
  const relationships = servedRelationships(entity, context);
  const relationship = relationships.find((candidate) => candidate.name === name);
  if (relationship !== undefined) return { relationship, target: readableSource(relationship.target, context).entity };
  if (entity.fieldByName.has(name)) return rejectName(reference, noRelationship(entity, name));
  const known = context.suggest ? relationships.map((candidate) => candidate.name) : [];
  return rejectName(reference, unknownRelationship(entity, name, known));
}

export const mayRead = (entity: Entity, context: OptionContext): boolean =>
  entity.operations.has('read') && entity.fields.some((field) => mayReadField(entity, field, context));

/**
 * Returns the GraphQL names of readable fields, in entity order.
 * @throws ApiError Forbidden if the role may not read any field
 */
export function readableNames(entity: Entity, context: OptionContext): readonly string[] {
  readableSource(entity.name, context);
  const names = entity.fields
    .filter((field) => mayReadField(entity, field, context))
    .map(({ graphqlName }) => graphqlName);
  return names.length > 0
    ? names
    : throwApiError('Forbidden', `The role "${context.role}" may not read any field of "${entity.name}".`, {
        entity: entity.name,
      });
}

const servedRelationships = (entity: Entity, { model }: OptionContext): readonly Relationship[] =>
  entity.relationships.filter(({ target }) => model.byName.get(target)?.rest.enabled === true);

const rejectName = (reference: NameReference, message: string): never =>
  rejectAt(reference, message, { code: 'InvalidField', details: { field: reference.name } });
