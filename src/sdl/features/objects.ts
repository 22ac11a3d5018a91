import type { Entity, Model } from '../../model/model.ts';
import { isReadable, readableFields, readableRelationships } from '../../model/visibility.ts';
import { connectionArguments, listArguments } from '../arguments.ts';
import { outputType } from '../field-types.ts';
import { block, describe } from '../write.ts';
import { groupByField } from './groups.ts';

/** The object type of each entity: its fields, and its relationships as objects, lists and connections. */
export function printObjects(model: Model): readonly string[] {
  return model.entities.filter(isReadable).map((entity) => {
    const fields = readableFields(entity).map(
      (field) => `${describe(field.description)}${field.name}: ${outputType(field)}`,
    );
    const related = readableRelationships(model, entity).flatMap(({ relationship, target }) => {
      const { name, many, description } = relationship;
      const { type } = target.graphql;
      if (!many) return [`${describe(description)}${name}: ${type}`];
      return [
        `${describe(description)}${name}${listArguments(target)}: [${type}!]!`,
        `${describe(description)}${name}_connection${connectionArguments(target)}: ${type}Connection!`,
      ];
    });
    return `${describe(entity.description)}${block(`type ${entity.graphql.type}`, [...fields, ...related])}`;
  });
}

/** The paging type of each entity. */
export function printConnections(model: Model): readonly string[] {
  return model.entities.filter(isReadable).map((entity) => connection(model, entity));
}

function connection(model: Model, entity: Entity): string {
  const { type } = entity.graphql;
  return block(`type ${type}Connection`, [
    `"The rows of this page."\nitems: [${type}!]!`,
    '"Rows that the filter keeps, whatever the page."\ntotalCount: Int!',
    '"Whether the filter keeps rows after the last one of this page."\nhasNextPage: Boolean!',
    '"Whether the filter keeps rows before the first one of this page."\nhasPreviousPage: Boolean!',
    '"The cursor of the first row of this page, for `before`."\nstartCursor: String',
    '"The cursor of the last row of this page, for `after`."\nendCursor: String',
    ...groupByField(model, entity),
  ]);
}
