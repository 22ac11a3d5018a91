import { choice, type JsonSchema, object, repeatableTexts, text, texts } from './json-schema.ts';

const columnMap = (description: string): JsonSchema => ({
  description,
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', minLength: 1 },
});

const through: JsonSchema = {
  ...object(
    'The junction of a many-to-many: an entity, whose permissions then apply, or a table; only with `hasMany`.',
    {
      object: text('Name of the entity or table.'),
      sourceOn: columnMap("This entity's columns, each with the junction's column; from foreign keys where not given."),
      targetOn: columnMap("The junction's columns, each with the target's column; from foreign keys where not given."),
    },
    ['object'],
  ),
  type: ['string', 'object'],
  minLength: 1,
};

export const relationshipSchema: JsonSchema = {
  ...object('A link to another entity, in one of two spellings: by `hasMany` and its like, or by `cardinality`.', {
    hasMany: text('Entity of which many rows belong to one of these.', ['Order']),
    hasOne: text('Entity of which at most one row belongs to one of these.'),
    belongsTo: text('Entity to which a row of this one belongs.', ['Customer']),
    on: columnMap("This entity's columns, each with the target's column; from foreign keys where it is not given."),
    through,
    description: text('What clients read about the relationship.'),
    cardinality: choice('How many rows it leads to; the longer spelling.', ['one', 'many']),
    'target.entity': text('Entity that it leads to; with `cardinality`.'),
    'source.fields': repeatableTexts("This entity's columns that are compared; with `cardinality`."),
    'target.fields': repeatableTexts("The target's columns that are compared, in the order of `source.fields`."),
    'linking.object': text('Junction of a many-to-many; with `cardinality`.'),
    'linking.source.fields': texts("The junction's columns, in the order of `source.fields`."),
    'linking.target.fields': texts("The junction's columns, in the order of `target.fields`."),
  }),
  oneOf: [
    { required: ['hasMany'] },
    { required: ['hasOne'] },
    { required: ['belongsTo'] },
    { required: ['cardinality'] },
  ],
};
