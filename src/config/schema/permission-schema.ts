import { choice, type JsonSchema, object, text, texts } from './json-schema.ts';

/** The actions that a permission can name. */
export const ACTIONS = ['create', 'read', 'update', 'delete', 'execute'];

const actionFields = object('Fields that the action may touch.', {
  include: texts('The only fields; `*` alone for all.', [['*'], ['id', 'name']]),
  exclude: texts('Fields that are left out; `*` alone for all.', [['salary']]),
});

const policy = object('Rows that the action may touch.', {
  database: text('What must be true of a row, in the language of `$filter`.', ['@item.owner eq @claims.sub']),
});

export const permissionsSchema: JsonSchema = {
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
