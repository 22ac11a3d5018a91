import { defaults } from '../defaults.ts';
import { choice, flag, type JsonSchema, object, repeatableTexts, text, texts } from './json-schema.ts';

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

const relationshipSchema: JsonSchema = {
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

export const ACTIONS = ['create', 'read', 'update', 'delete', 'execute'];

const actionFields = object('Fields that the action may touch.', {
  include: texts('The only fields; `*` alone for all.', [['*'], ['id', 'name']]),
  exclude: texts('Fields that are left out; `*` alone for all.', [['salary']]),
});

const policy = object('Rows that the action may touch.', {
  database: text('What must be true of a row, in the language of `$filter`.', ['@item.owner eq @claims.sub']),
});

const permissionsSchema: JsonSchema = {
  description: 'Who may do what; an entity without permissions cannot be reached.',
  type: 'array',
  items: object(
    'What one role may do.',
    {
      role: text('Name of the role; `anonymous` and `authenticated` are always there.', ['anonymous']),
      actions: {
        description: '`*` for every action of the source, or a list of actions.',
        type: ['string', 'array'],
        anyOf: [{ enum: ['*'] }, { type: 'array' }],
        items: {
          ...object(
            'An action, or an object that says which fields and rows it may touch.',
            { action: choice('The action.', [...ACTIONS, '*']), fields: actionFields, policy },
            ['action'],
          ),
          type: ['string', 'object'],
          anyOf: [{ enum: [...ACTIONS, '*'] }, { type: 'object' }],
        },
        examples: ['*', ['read']],
      },
    },
    ['role', 'actions'],
  ),
};

const entityRestSchema: JsonSchema = {
  ...object('The entity in the REST API: `false` leaves it out, a text is its path.', {
    enabled: flag('Whether the REST API has the entity.', true),
    path: text("Path below the REST API's own; the entity's name where it is not given.", ['orders', 'sales/orders']),
    methods: {
      description: 'Methods that run a stored procedure.',
      type: 'array',
      items: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
      uniqueItems: true,
      minItems: 1,
      default: defaults.procedure.methods,
    },
    expand: flag(
      'Whether `$expand` may bring related items along; as `runtime.rest.expand` says.',
      defaults.rest.expand,
    ),
  }),
  type: ['boolean', 'string', 'object'],
  minLength: 1,
};

const entityGraphqlSchema: JsonSchema = {
  ...object("The entity in the GraphQL API: `false` or null leaves it out, a text is its type's name.", {
    enabled: flag('Whether the GraphQL API has the entity.', true),
    type: {
      ...object(
        "Name of the type, from which the fields' names are made; the entity's name where it is not given.",
        {
          singular: text('Name of one, as the object type has it.', ['Person']),
          plural: text('Name of many; made from `singular` where it is not given.', ['People']),
        },
        ['singular'],
      ),
      type: ['string', 'object'],
      minLength: 1,
      examples: ['Person'],
    },
    operation: choice(
      'The root type on which a stored procedure stands.',
      ['query', 'mutation'],
      defaults.procedure.operation,
    ),
  }),
  type: ['boolean', 'string', 'null', 'object'],
  minLength: 1,
};

// Cache-Control directive: https://www.rfc-editor.org/rfc/rfc9111#section-5.2
const DIRECTIVE = '[A-Za-z-]+(=([0-9]+|"[^"]*"))?';

const cacheControlText = (description: string): JsonSchema => ({
  description,
  type: 'string',
  pattern: `^${DIRECTIVE}(, ?${DIRECTIVE})*$`,
  default: defaults.cacheControl.anonymous,
  examples: ['public, max-age=60'],
});

const cacheControlSchema: JsonSchema = {
  ...object('The header Cache-Control of answers; a text is for callers without an identity.', {
    anonymous: cacheControlText('For callers without an identity.'),
    identified: choice(
      '`private` lets the caller itself keep the answer.',
      ['no-store', 'private'],
      defaults.cacheControl.identified,
    ),
  }),
  type: ['string', 'object'],
  pattern: `^${DIRECTIVE}(, ?${DIRECTIVE})*$`,
  examples: ['public, max-age=60'],
};

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
