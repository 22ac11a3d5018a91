import type { Entity, Field, Model, Relationship } from './model.ts';

/** Fields of the entity that at least one role may read; what no role may read is not in the schema. */
export function readableFields(entity: Entity): readonly Field[] {
  if (!entity.operations.has('read')) return [];
  const rights = [...entity.rights.values()].flatMap((ofRole) => ofRole.get('read') ?? []);
  return entity.fields.filter((field) => rights.some((right) => right.fields.has(field.name)));
}

/** Fields that `search` looks into: every text that some role may read, or those of them that are configured. */
export const textFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(
    ({ name, type }) =>
      type.scalar === 'String' && !type.list && type.enum === undefined && entity.searchFields?.has(name) !== false,
  );

/** Whether a schema has the entity's type at all. */
export const isReadable = (entity: Entity): boolean => readableFields(entity).length > 0;

/** What an API shows of the model: the entities that it is switched on for, and relationships among them. */
export function modelOf(api: 'graphql' | 'rest', model: Model): Model {
  const entities = model.entities.filter((entity) => entity[api].enabled);
  return { ...model, entities, byName: new Map(entities.map((entity) => [entity.name, entity])) };
}

/** Relationships whose target the same API shows. */
export function readableRelationships(
  model: Model,
  entity: Entity,
): readonly { relationship: Relationship; target: Entity }[] {
  return entity.relationships.flatMap((relationship) => {
    const target = model.byName.get(relationship.target);
    return target !== undefined && isReadable(target) ? [{ relationship, target }] : [];
  });
}

/** Whether clients can name every key field, so that one item can be asked for. */
export function hasPublicKey(entity: Entity): boolean {
  const readable = new Set(readableFields(entity));
  return entity.key.length > 0 && entity.key.every((field) => readable.has(field));
}
