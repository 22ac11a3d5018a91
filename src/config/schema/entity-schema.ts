import { defaults } from '../defaults.ts';
import { cacheControlSchema, entityGraphqlSchema, entityRestSchema } from './entity-api-schema.ts';
import { choice, flag, type JsonSchema, object, text, texts } from './json-schema.ts';
import { ACTIONS, permissionsSchema } from './permission-schema.ts';
import { relationshipSchema } from './relationship-schema.ts';

const parameterValue: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };

const source: JsonSchema = {
  ...object(
    'The table, view or stored procedure: its name, or an object that says more.',
    {
      object: text(
        'Name in the database, with its schema where it is not the default one. On MySQL and MariaDB it may be qualified by the database of the connection.',
        ['sales.orders'],
      ),
      type: choice('Kind of the object.', ['table', 'view', 'stored-procedure'], defaults.sourceType),
      parameters: {
        description:
          'What is said of single parameters of a stored procedure; the older spelling is a default by name.',
        type: ['array', 'object'],
        items: object(
          'One parameter.',
          {
            name: text('Name of the parameter in the database.'),
            required: {
              description: 'Whether callers must give it; as the database says where it is not given.',
              type: 'boolean',
            },
            default: { description: 'The value where a caller gives none.', ...parameterValue },
            description: text('What clients read about the parameter.'),
          },
          ['name'],
        ),
        additionalProperties: parameterValue,
        examples: [[{ name: 'id', required: true }]],
      },
      'result-columns': {
        description:
          'What a procedure selects, in order, where the database cannot tell it: from a temporary table, or by a statement that it puts together. SQL Server alone.',
        type: 'array',
        minItems: 1,
        items: object(
          'One column.',
          {
            name: text('What it is called.'),
            type: text('Its type as the database declares it.', ['int', 'nvarchar(80)', 'decimal(10, 2)']),
          },
          ['name', 'type'],
        ),
        examples: [[{ name: 'revenue', type: 'decimal(12, 2)' }]],
      },
      'key-fields': texts('The older spelling of `fields[].primary-key`.'),
    },
    ['object'],
  ),
  type: ['string', 'object'],
  minLength: 1,
  examples: ['orders', 'sales.orders'],
};

const fields: JsonSchema = {
  description: 'What is said of single columns; columns that are not listed keep their own name.',
  type: 'array',
  items: object(
    'One column.',
    {
      name: text('Name of the column in the database.'),
      alias: text('Name of the field in the APIs.'),
      description: text('What clients read about the field.'),
      'primary-key': flag('Part of the key, for a view or a table without a primary key.', false),
      'filled-by-database': flag(
        'Clients may leave the field out of new rows because the database fills it, by a trigger for example.',
        false,
      ),
      type: choice('What an array is shown as, that is not to be a flat list: as it is, arrays in arrays.', ['JSON']),
    },
    ['name'],
  ),
};

const expose: JsonSchema = {
  ...object('Columns that any role can reach: only those of `include`, or all but those of `exclude`.', {
    include: texts('The only columns that can be reached.'),
    exclude: texts('Columns that no role can reach, by any path.'),
  }),
  minProperties: 1,
  maxProperties: 1,
};

export const entitySchema: JsonSchema = object(
  'One resource of the APIs.',
  {
    description: text('What clients read about the entity.'),
    source,
    fields,
    mappings: {
      description: 'The older spelling of `fields[].alias`: names of fields by column.',
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1 },
    },
    expose,
    operations: {
      description:
        'Actions that are offered at all; where it is not given, all that a table can do, and `read` of a view.',
      type: 'array',
      items: { enum: ACTIONS },
      uniqueItems: true,
      examples: [['read', 'create']],
    },
    rest: entityRestSchema,
    graphql: entityGraphqlSchema,
    'cache-control': cacheControlSchema,
    search: texts('Fields that `search` looks into, text or `tsvector`; every text field where it is not given.'),
    'version-field': text('Field that changes with every write of the row, for its ETag; else a hash of the row.'),
    'identity-insert': flag(
      'Whether new rows may be given ids that the database makes by itself otherwise: of serial and identity columns.',
      defaults.identityInsert,
    ),
    permissions: permissionsSchema,
    relationships: {
      description: 'Links to other entities, by the name of the field that follows them.',
      type: 'object',
      additionalProperties: relationshipSchema,
      examples: [{ customer: { belongsTo: 'Customer' } }],
    },
  },
  ['source'],
);
