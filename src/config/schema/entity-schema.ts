import { defaults } from '../defaults.ts';
import { choice, flag, type JsonSchema, object, text, texts } from './json-schema.ts';
import { relationshipSchema } from './relationship-schema.ts';

const ACTIONS = ['create', 'read', 'update', 'delete', 'execute'];

const source: JsonSchema = {
  ...object(
    'The table, view or stored procedure: its name, or an object that says more.',
    {
      object: text('Name in the database, with its schema where it is not the default one.', ['sales.orders']),
      type: choice('Kind of the object.', ['table', 'view', 'stored-procedure'], defaults.sourceType),
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

const rest: JsonSchema = {
  ...object('The entity in the REST API; `false` leaves it out.', {
    enabled: flag('Whether the REST API has the entity.', true),
    path: text("Path below the REST API's own; the entity's name where it is not given.", ['orders', 'sales/orders']),
  }),
  type: ['boolean', 'object'],
};

const graphql: JsonSchema = {
  ...object('The entity in the GraphQL API; `false` leaves it out.', {
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
  }),
  type: ['boolean', 'object'],
};

const actionFields = object('Fields that the action may touch.', {
  include: texts('The only fields; `*` alone for all.', [['*'], ['id', 'name']]),
  exclude: texts('Fields that are left out; `*` alone for all.', [['salary']]),
});

const permissions: JsonSchema = {
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
            'An action, or an object that says which fields it may touch.',
            { action: choice('The action.', [...ACTIONS, '*']), fields: actionFields },
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

export const entitySchema: JsonSchema = object(
  'One resource of the APIs.',
  {
    description: text('What clients read about the entity.'),
    source,
    fields,
    expose,
    operations: {
      description: 'Actions that are offered at all; everything that the source can do where it is not given.',
      type: 'array',
      items: { enum: ACTIONS },
      uniqueItems: true,
      examples: [['read', 'create']],
    },
    rest,
    graphql,
    permissions,
    relationships: {
      description: 'Links to other entities, by the name of the field that follows them.',
      type: 'object',
      additionalProperties: relationshipSchema,
      examples: [{ customer: { belongsTo: 'Customer' } }],
    },
  },
  ['source'],
);
