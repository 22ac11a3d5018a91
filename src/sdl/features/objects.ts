import { ETAG_FIELD, hasEtag } from '../../model/etag.ts';
import type { Entity, Model } from '../../model/model.ts';
import { PLACEHOLDER } from '../../model/placeholder.ts';
import { executable, isReadable, isShown, readableFields, readableRelationships } from '../../model/visibility.ts';
import { connectionArguments, listArguments, type Printing, type SchemaUse } from '../arguments.ts';
import { outputType } from '../field-types.ts';
import { block, describe } from '../write.ts';
import { groupByField } from './groups.ts';

const ETAG_DESCRIPTION = 'Equal for as long as the row, as the caller may read it, is the same.';

const UNREADABLE = `"Stands here because no role may read it."\n${PLACEHOLDER}: Boolean`;

/** The object type of each entity: its fields, and its relationships as objects, lists and connections. */
export function printObjects(model: Model, use: SchemaUse): readonly string[] {
  return model.entities.filter(isShown).map((entity) => {
    const isResult = executable(entity) !== undefined;
    if (!isResult && !isReadable(entity)) return block(`type ${entity.graphql.type}`, [UNREADABLE]);
    const fields = (isResult ? entity.fields : readableFields(entity)).map(
      (field) => `${describe(field.description)}${field.documentName}: ${outputType(field)}`,
    );
    const related = readableRelationships(model, entity).flatMap(({ relationship, target }) =>
      [...(use === 'rest' ? relationship.restFields : relationship.fields)].map(([name, kind]) => {
        const { type, types: generated } = target.graphql;
        const types = {
          one: `: ${type}`,
          list: `${listArguments(target, { model, use })}: [${type}!]!`,
          connection: `${connectionArguments(target, { model, use })}: ${generated.connection}!`,
        };
        return `${describe(relationship.description)}${name}${types[kind]}`;
      }),
    );
    const etag = hasEtag(entity) ? [`${describe(ETAG_DESCRIPTION)}${ETAG_FIELD}: String`] : [];
    return `${describe(entity.description)}${block(`type ${entity.graphql.type}`, [...fields, ...etag, ...related])}`;
  });
}

/** The paging type of each entity. */
export function printConnections(model: Model, use: SchemaUse): readonly string[] {
  return model.entities.filter(isReadable).map((entity) => connection(entity, { model, use }));
}

function connection(entity: Entity, printing: Printing): string {
  const { type, types } = entity.graphql;
  return block(`type ${types.connection}`, [
    `"The rows of this page."\nitems: [${type}!]!`,
    '"Rows that the filter keeps, whatever the page."\ntotalCount: Int!',
    '"Whether the filter keeps rows after the last one of this page."\nhasNextPage: Boolean!',
    '"Whether the filter keeps rows before the first one of this page."\nhasPreviousPage: Boolean!',
    '"The cursor of the first row of this page, for `before`."\nstartCursor: String',
    '"The cursor of the last row of this page, for `after`."\nendCursor: String',
    ...groupByField(entity, printing),
  ]);
}
