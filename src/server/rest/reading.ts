import { didYouMean } from '../../base/did-you-mean.ts';
import { refuse } from '../../base/errors.ts';
import type { Entity, Field, Relationship } from '../../model/model.ts';
import { mayReadField, type Planning, readableField, readableSource } from '../../plan/planning.ts';

/** Beside what planning looks at: whether names that were not asked for may be told. */
export interface Reading extends Planning {
  readonly suggest: boolean;
}

/** A name in an option, with where it stands there. */
interface Named {
  readonly name: string;
  readonly option: string;
  readonly at: number;
}

/** A field that an option names, if the role may read it. @throws Refusal InvalidField, Forbidden */
export function findField(entity: Entity, named: Named, reading: Reading): Field {
  const { name } = named;
  if (entity.fieldByName.has(name)) return readableField(entity, name, reading);
  if (servedRelationships(entity, reading).some((relationship) => relationship.name === name)) {
    return refuseName(
      named,
      `"${name}" of "${entity.name}" is a relationship, where a field must stand; bring related items along by "$expand=${name}".`,
    );
  }
  return refuseUnknown(entity, named, [...entity.fieldByName.keys()], reading);
}

/** A relationship that an option names, and the entity it leads to, if the role may read that. @throws Refusal InvalidField, Forbidden */
export function findRelationship(
  entity: Entity,
  named: Named,
  reading: Reading,
): { relationship: Relationship; target: Entity } {
  const { name } = named;
  const served = servedRelationships(entity, reading);
  const relationship = served.find((candidate) => candidate.name === name);
  if (relationship !== undefined) return { relationship, target: readableSource(relationship.target, reading).entity };
  if (entity.fieldByName.has(name))
    return refuseName(named, `"${name}" of "${entity.name}" is a field, where a relationship must stand.`);
  return refuseUnknown(
    entity,
    named,
    served.map((candidate) => candidate.name),
    reading,
  );
}

/** Names of the fields that the role may read, in the order of the entity; one at least. @throws Refusal Forbidden */
export function readableNames(entity: Entity, reading: Reading): readonly string[] {
  readableSource(entity.name, reading);
  const names = entity.fields.filter((field) => mayReadField(entity, field, reading)).map(({ name }) => name);
  return names.length > 0
    ? names
    : refuse('Forbidden', `The role "${reading.role}" may read no field of "${entity.name}".`, { entity: entity.name });
}

/** Relationships to entities that REST serves. */
const servedRelationships = (entity: Entity, { model }: Reading): readonly Relationship[] =>
  entity.relationships.filter(({ target }) => model.byName.get(target)?.rest.enabled === true);

function refuseUnknown(entity: Entity, named: Named, known: readonly string[], { suggest }: Reading): never {
  const guess = suggest ? didYouMean(named.name, known) : '';
  return refuseName(named, `"${entity.name}" has no "${named.name}".${guess}`);
}

function refuseName({ name, option, at }: Named, message: string): never {
  return refuse('InvalidField', `${option} at position ${at}: ${message}`, { option, position: at, field: name });
}
