import type { Entity, Model } from '../../model/model.ts';
import { PLACEHOLDER } from '../../model/placeholder.ts';
import { hasPublicKey, isReadable } from '../../model/visibility.ts';
import { connectionArguments, listArguments, type Printing, type SchemaUse } from '../arguments.ts';
import { elementName } from '../field-types.ts';
import { block } from '../write.ts';
import { executeFields } from './procedures.ts';

/** The query root: of each entity its list, its connection, and one item by key. */
export function printQuery(model: Model, use: SchemaUse): readonly string[] {
  const reads = model.entities.filter(isReadable).flatMap((entity) => rootFields(entity, { model, use }));
  const fields = [...reads, ...executeFields(model, 'query')];
  const placeholder = `"Stands here because no role may read anything."\n${PLACEHOLDER}: Boolean`;
  return [block('type Query', fields.length > 0 ? fields : [placeholder])];
}

function rootFields(entity: Entity, printing: Printing): readonly string[] {
  const { type, types, list, connection, one, plural } = entity.graphql;
  const fields = [
    ...(list === undefined
      ? []
      : [`"${plural}: filtered, ordered, a page of them."\n${list}${listArguments(entity, printing)}: [${type}!]!`]),
    `"${plural} with paging facts."\n${connection}${connectionArguments(entity, printing)}: ${types.connection}!`,
  ];
  if (!hasPublicKey(entity)) return fields;
  const key = entity.key.map((field) => `${field.documentName}: ${elementName(field.type)}!`).join(', ');
  return [...fields, `"One ${type} by its key; null where there is none."\n${one}(${key}): ${type}`];
}
