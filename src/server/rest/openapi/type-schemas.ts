import type { Entity, Model } from '../../../model/model.ts';
import { findRight } from '../../../model/role-rights.ts';
import { executable, isReadable, readableFields, readableRelationships } from '../../../model/visibility.ts';
import { shownTypes } from '../../../sdl/field-types.ts';
import type { ApiView } from './api-view.ts';
import { fieldSchema } from './field-schema.ts';
import { described, orNull, type Schema, schemaRef } from './schema.ts';

/** The schemas of items, of collections and of enums, by the names of their GraphQL types. */
export function typeSchemas(view: ApiView): Readonly<Record<string, Schema>> {
  const { model, runtime } = view;
  const linkFormat = runtime.pagination.nextLinkRelative ? 'uri-reference' : 'uri';
  const entities = model.entities.filter(isReadable);
  const enums = new Set(shownTypes(model).map(({ enumType }) => enumType));
  return Object.fromEntries([
    ...entities.flatMap((entity) => [
      [entity.graphql.type, itemSchema(entity, view)],
      [entity.graphql.types.connection, collectionSchema(entity, linkFormat)],
    ]),
    ...model.entities
      .filter((entity) => executable(entity) !== undefined)
      .map((entity) => [entity.graphql.type, resultSchema(entity, model)]),
    ...model.enums
      .filter((type) => enums.has(type))
      .map(({ name, labels, description }) => [name, described({ type: 'string', enum: labels }, description)]),
  ]);
}

function itemSchema(entity: Entity, { model, select }: ApiView): Schema {
  const fields = readableFields(entity).map((field) => [
    field.name,
    {
      ...fieldSchema(field, model.numbers),
      ...(field.generated === 'always' && !field.insertable && { readOnly: true }),
    },
  ]);
  const related = entity.rest.expand ? relatedSchemas(entity, model) : [];
  const required = select ? [] : alwaysReadable(entity, model);
  return described(
    {
      type: 'object',
      properties: Object.fromEntries([...fields, ...related]),
      ...(required.length > 0 && { required }),
    },
    entity.description,
  );
}

/** A row that a function or procedure gives back: every role gets all of its fields. */
function resultSchema({ fields, description }: Entity, { numbers }: Model): Schema {
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, numbers)]));
  return described({ type: 'object', properties, required: Object.keys(properties) }, description);
}

/** Related items, which come only where `$expand` asks for them. */
const relatedSchemas = (entity: Entity, model: Model): readonly (readonly [string, Schema])[] =>
  readableRelationships(model, entity).flatMap(({ relationship, target }) => {
    const { name, many, description } = relationship;
    const item = schemaRef(target.graphql.type);
    const text = [description, `With \`$expand=${name}\`.`].filter(Boolean).join('\n\n');
    if (!many) return [[name, described(orNull(item), text)]];
    return [
      [name, { type: 'array', items: item, description: text }],
      [`${name}_connection`, countSchema(name)],
    ];
  });

const countSchema = (name: string): Schema => ({
  type: 'object',
  properties: { totalCount: { type: 'integer', minimum: 0 } },
  required: ['totalCount'],
  description: `The number of all related items, whatever the page. With \`$expand=${name}($count=true)\`.`,
});

/** Names of the fields that every role may read, of those that may read the entity at all. */
function alwaysReadable(entity: Entity, { roles }: Model): readonly string[] {
  const rights = [...roles].flatMap((role) => findRight(entity, role, 'read') ?? []);
  return readableFields(entity)
    .map(({ name }) => name)
    .filter((name) => rights.every(({ fields }) => fields.has(name)));
}

const collectionSchema = ({ graphql: { type, plural } }: Entity, linkFormat: string): Schema => ({
  type: 'object',
  properties: {
    value: { type: 'array', items: schemaRef(type) },
    nextLink: { type: 'string', format: linkFormat, description: 'The next page; absent on the last one.' },
    count: {
      type: 'integer',
      minimum: 0,
      description: 'The number of all items that the filter keeps, whatever the page. With `$count=true`.',
    },
  },
  required: ['value'],
  description: `A page of ${plural}.`,
});
