import type { Entity, Field, Model } from '../../model/model.ts';
import { PLACEHOLDER } from '../../model/placeholder.ts';
import {
  creatableFields,
  isOptional,
  nestableRelationships,
  nestedColumns,
  offeredChanges,
  updatableFields,
  updateInputFields,
} from '../../model/visibility.ts';
import type { Printing, SchemaUse } from '../arguments.ts';
import { inputType } from '../field-types.ts';
import { block, describe } from '../write.ts';

/** The inputs for new and changed rows of each entity. */
export function printChangeInputs(model: Model, use: SchemaUse): readonly string[] {
  const fillable = use === 'public' ? nestedColumns(model) : new Map<Entity, ReadonlySet<string>>();
  return model.entities.flatMap((entity) => {
    const offered = offeredChanges(entity);
    const { create, update, replace } = entity.graphql.types;
    return [
      ...(offered.includes('create')
        ? [input(create, createMembers(entity, fillable.get(entity), { model, use }))]
        : []),
      ...(offered.includes('update')
        ? [input(update, (use === 'public' ? updateInputFields(entity, model) : updatableFields(entity)).map(optional))]
        : []),
      ...(offered.includes('replace') ? [input(replace, replaceableFields(entity).map(required))] : []),
    ];
  });
}

/** An input; it must have a member, so that one stands in where there is none. */
const input = (name: string, members: readonly string[]): string =>
  block(
    `input ${name}`,
    members.length > 0 ? members : [`"Stands here because there is nothing to give."\n${PLACEHOLDER}: Boolean`],
  );

/**
 * The members of an item to create. A field that a nested row can fill need not be given; where neither is, planning refuses it. Documents
 * of REST nest nothing.
 */
function createMembers(
  entity: Entity,
  fillable: ReadonlySet<string> | undefined,
  { model, use }: Printing,
): readonly string[] {
  const fields = creatableFields(entity).map((field) =>
    fillable?.has(field.column) === true ? optional(field) : required(field),
  );
  const related = (use === 'public' ? nestableRelationships(model, entity) : []).map(({ relationship, target }) => {
    const { create } = target.graphql.types;
    const type = relationship.many ? `[${create}!]` : create;
    return `${describe(relationship.description)}${relationship.name}: ${type}`;
  });
  return [...fields, ...related];
}

/** The fields of a row that is replaced. */
function replaceableFields(entity: Entity): readonly Field[] {
  const fields = new Set([...creatableFields(entity), ...updatableFields(entity)]);
  return entity.fields.filter((field) => fields.has(field) && field.generated === 'no' && !entity.key.includes(field));
}

const optional = (field: Field): string => `${describe(field.description)}${field.documentName}: ${inputType(field)}`;

const required = (field: Field): string => (isOptional(field) ? optional(field) : `${optional(field)}!`);
