import type { Static } from 'typebox';
import { choice, flag, listOf, mapOf, object, orTypes, repeatableTexts, text, texts, unsafe } from './declare.ts';
import type { JsonSchema } from './json-schema.ts';
import { subscription } from './live.ts';
import { entityAudit } from './observability.ts';

const nonEmptyText: JsonSchema = { type: 'string', minLength: 1 };

const columnMap = (description: string) => mapOf(description, unsafe<string>(nonEmptyText), { minProperties: 1 });

const through = orTypes(
  ['string'],
  object(
    'Junction of a many-to-many relationship: a table or an entity. The permissions of an entity apply. Only with `hasMany`.',
    {
      object: text('Name of the entity or table.'),
      sourceOn: columnMap("Columns of this entity → columns of the junction. Default: the junction's foreign key."),
      targetOn: columnMap("Columns of the junction → columns of the target. Default: the junction's foreign key."),
    },
    { required: ['object'] },
  ),
);

const relationship = object(
  'A relationship to another entity, in current syntax (`hasMany`, `hasOne`, `belongsTo`) or legacy syntax (`cardinality`).',
  {
    hasMany: text('Related entity with any number of rows per row of this entity.', { examples: ['Order'] }),
    hasOne: text('Related entity with at most one row per row of this entity.'),
    belongsTo: text('Entity that a row of this entity references.', { examples: ['Customer'] }),
    on: columnMap('Columns of this entity → columns of the target. Default: the foreign key.'),
    through,
    description: text('Description of the relationship in the API documentation.'),
    cardinality: choice('Legacy syntax: number of related rows.', ['one', 'many'], { inDab: true }),
    'target.entity': text('With `cardinality`: related entity.', { inDab: true }),
    'source.fields': repeatableTexts('With `cardinality`: columns of this entity.', { inDab: true }),
    'target.fields': repeatableTexts('With `cardinality`: columns of the target, in the order of `source.fields`.', {
      inDab: true,
    }),
    'linking.object': text('With `cardinality`: junction of a many-to-many relationship.', { inDab: true }),
    'linking.source.fields': texts('Columns of the junction, in the order of `source.fields`.', {
      inDab: 'Without `source.fields`, they identify the foreign key.',
    }),
    'linking.target.fields': texts('Columns of the junction, in the order of `target.fields`.', { inDab: true }),
  },
  {
    oneOf: [
      { required: ['hasMany'] },
      { required: ['hasOne'] },
      { required: ['belongsTo'] },
      { required: ['cardinality'] },
    ],
  },
);

export const ACTIONS = ['create', 'read', 'update', 'delete', 'execute'] as const;

const ACTIONS_OR_ALL = [...ACTIONS, '*'] as const;

const actionObject = object(
  'Name of an action, or an object that also limits fields and rows.',
  {
    action: choice('Name of the action; `*` for all actions of the source.', ACTIONS_OR_ALL, { inDab: true }),
    fields: object('Fields that the action may use.', {
      include: texts('Permitted fields; `*` alone for all.', { examples: [['*'], ['id', 'name']], inDab: true }),
      exclude: texts('Excluded fields; `*` alone for all.', { examples: [['salary']], inDab: true }),
    }),
    policy: object('Rows that the action may use.', {
      database: text('Condition on the row, in the syntax of `$filter`.', {
        examples: ['@item.owner eq @claims.sub'],
        inDab: 'All of `$filter`; also for `create`.',
      }),
    }),
  },
  { required: ['action'] },
);

const action = unsafe<(typeof ACTIONS_OR_ALL)[number] | Static<typeof actionObject>>({
  ...(actionObject as JsonSchema),
  type: ['string', 'object'],
  anyOf: [{ enum: ACTIONS_OR_ALL }, { type: 'object' }],
});

const permission = object(
  'Permissions of one role.',
  {
    role: text('Name of the role. `anonymous` and `authenticated` always exist.', {
      examples: ['anonymous'],
      inDab: true,
    }),
    actions: unsafe<'*' | Static<typeof action>[]>({
      description: 'List of actions, or `*` for all actions of the source.',
      type: ['string', 'array'],
      anyOf: [{ enum: ['*'] }, { type: 'array' }],
      items: action,
      examples: ['*', ['read']],
      inDab: true,
    }),
  },
  { required: ['role', 'actions'] },
);

const rest = orTypes(
  ['boolean', 'string'],
  object(
    'REST API of the entity: `false` removes the entity, a string is its path.',
    {
      enabled: flag('Adds the entity to the REST API.', { default: true, inDab: true }),
      path: text('Path relative to `runtime.rest.path`. Default: the name of the entity.', {
        examples: ['orders', 'sales/orders'],
        inDab: true,
      }),
      methods: listOf(
        'HTTP methods that call a stored procedure.',
        choice('Name of the method.', ['get', 'post', 'put', 'patch', 'delete']),
        { uniqueItems: true, minItems: 1, default: ['post'], inDab: true },
      ),
      expand: flag('Allows `$expand`. Default: `runtime.rest.expand`.', { default: true }),
    },
    { inDab: 'A flag, a path, or an object.' },
  ),
);

const graphql = orTypes(
  ['boolean', 'string', 'null'],
  object(
    'GraphQL API of the entity: `false` or null removes the entity, a string is the name of its type.',
    {
      enabled: flag('Adds the entity to the GraphQL API.', { default: true, inDab: true }),
      type: orTypes(
        ['string'],
        object(
          'Name of the type, from which the names of root fields are derived. Default: the name of the entity.',
          {
            singular: text('Name of the object type.', { examples: ['Person'], inDab: true }),
            plural: text('Plural name. Default: the plural of `singular`.', { examples: ['People'], inDab: true }),
          },
          { required: ['singular'] },
        ),
        { examples: ['Person'], inDab: true },
      ),
      subscription,
      operation: choice('Root type with the field of a stored procedure.', ['query', 'mutation'], {
        default: 'mutation',
        inDab: true,
      }),
    },
    { inDab: 'A flag, a name, null, or an object.' },
  ),
);

// Cache-Control directive: https://www.rfc-editor.org/rfc/rfc9111#section-5.2
const DIRECTIVE = '[A-Za-z-]+(=([0-9]+|"[^"]*"))?';
const CACHE_CONTROL = { pattern: `^${DIRECTIVE}(, ?${DIRECTIVE})*$`, examples: ['public, max-age=60'] };

const cacheControl = orTypes(
  ['string'],
  object('Cache-Control header of responses. A string applies to unauthenticated callers.', {
    anonymous: text('Value for unauthenticated callers.', { ...CACHE_CONTROL, default: 'no-cache' }),
    identified: choice('Value for authenticated callers. `private` lets the caller cache.', ['no-store', 'private'], {
      default: 'no-store',
    }),
  }),
  CACHE_CONTROL,
);

const parameterValue: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };

type ParameterValue = string | number | boolean | null;

const parameter = object(
  'A parameter.',
  {
    name: text('Name of the parameter in the database.', { inDab: true }),
    required: flag('Requires callers to pass the parameter. Default: as in the database.', { inDab: true }),
    default: unsafe<ParameterValue>({
      description: 'Value if the caller passes none.',
      ...parameterValue,
      inDab: true,
    }),
    description: text('Description of the parameter in the API documentation.', { inDab: true }),
  },
  { required: ['name'] },
);

const source = orTypes(
  ['string'],
  object(
    'Table, view, or stored procedure: its name, or an object.',
    {
      object: text(
        'Name in the database, qualified by its schema unless that is the default schema. On MySQL and MariaDB it may be ' +
          'qualified by the database of the connection.',
        { examples: ['sales.orders'], inDab: true },
      ),
      type: choice('Kind of the object.', ['table', 'view', 'stored-procedure'], { default: 'table', inDab: true }),
      parameters: unsafe<Static<typeof parameter>[] | Record<string, ParameterValue>>({
        description: 'Settings of parameters of a stored procedure. Legacy syntax: an object of defaults by name.',
        type: ['array', 'object'],
        items: parameter,
        additionalProperties: parameterValue,
        examples: [[{ name: 'id', required: true }]],
        inDab: 'Both syntaxes.',
      }),
      'result-columns': listOf(
        'On SQL Server: result columns of a procedure, in order, if the database cannot describe them. Examples are ' +
          'procedures that select from a temporary table or run dynamic SQL.',
        object(
          'A column.',
          {
            name: text('Name of the column.'),
            type: text('Type as declared in the database.', { examples: ['int', 'nvarchar(80)', 'decimal(10, 2)'] }),
          },
          { required: ['name', 'type'] },
        ),
        { minItems: 1, examples: [[{ name: 'revenue', type: 'decimal(12, 2)' }]] },
      ),
      'key-fields': texts('Legacy syntax of `fields[].primary-key`.', { inDab: true }),
    },
    { required: ['object'] },
  ),
  { examples: ['orders', 'sales.orders'], inDab: true },
);

const field = object(
  'A column.',
  {
    name: text('Name of the column in the database.', { inDab: true }),
    alias: text('Name of the field in the APIs.', { inDab: true }),
    description: text('Description of the field in the API documentation.', { inDab: true }),
    'primary-key': flag('Part of the key, for a view or a table without a primary key.', {
      default: false,
      inDab: true,
    }),
    'filled-by-database': flag('Makes the field optional in new rows because the database sets it, as in a trigger.', {
      default: false,
    }),
    type: choice('`JSON` exposes an array as JSON, including nested arrays, instead of a flat list.', ['JSON']),
  },
  { required: ['name'] },
);

export const entity = object(
  'A resource of the APIs.',
  {
    description: text('Description of the entity in the API documentation.', { inDab: true }),
    source,
    fields: listOf('Settings of columns. Unlisted columns keep their names.', field, { inDab: true }),
    mappings: mapOf('Legacy syntax of `fields[].alias`: field names by column.', unsafe<string>(nonEmptyText), {
      inDab: true,
    }),
    expose: object(
      'Columns that roles can access: only those in `include`, or all except those in `exclude`.',
      {
        include: texts('The only accessible columns.'),
        exclude: texts('Columns that no role can access in any way.'),
      },
      { minProperties: 1, maxProperties: 1 },
    ),
    operations: listOf(
      'Supported actions. Default: all for a table, only `read` for a view.',
      choice('Name of the action.', ACTIONS),
      { uniqueItems: true, examples: [['read', 'create']] },
    ),
    rest,
    graphql,
    'cache-control': cacheControl,
    search: texts('Fields that `search` examines: strings or `tsvector`. Default: all string fields.'),
    'version-field': text('Field that changes with every write of a row. Used as ETag instead of a hash of the row.'),
    audit: entityAudit,
    'identity-insert': flag('Lets new rows set the values of serial and identity columns.', { default: false }),
    permissions: listOf('Permissions by role. Without them, no caller can access the entity.', permission, {
      inDab: 'Optional; without permissions, no role can access the entity.',
    }),
    relationships: mapOf('Relationships to other entities, by field name.', relationship, {
      examples: [{ customer: { belongsTo: 'Customer' } }],
      inDab: true,
    }),
  },
  { required: ['source'] },
);

const enabled = (subject: string) =>
  object(`${subject} of the entities.`, {
    enabled: flag('Adds the entities to the API.', { default: true, inDab: true }),
  });

export const autoEntity = object(
  'Entities for all tables that match patterns, in addition to `entities`. A new table is found at the next start.',
  {
    patterns: object('Tables to expose, and the names of their entities.', {
      include: texts(
        '`LIKE` patterns for `schema.table`, or `database.table` on databases without schemas, regardless of case.',
        {
          default: ['%.%'],
          inDab: true,
        },
      ),
      exclude: texts('Patterns of tables that are not exposed.', { examples: [['%.tmp_%']], inDab: true }),
      name: text('Name of the entity, with the placeholders `{schema}` and `{object}`.', {
        default: '{schema}_{object}',
        inDab: 'Characters that a name cannot have are dropped, and the next letter is a capital.',
      }),
    }),
    template: object('Settings of each entity.', {
      rest: enabled('REST endpoints'),
      graphql: enabled('GraphQL types'),
    }),
    permissions: listOf(
      'Permissions by role. Without them, no caller can access the entities.',
      object(
        'Permissions of one role.',
        {
          role: text('Name of the role.', { examples: ['anonymous'], inDab: true }),
          actions: unsafe<'*' | (typeof ACTIONS_OR_ALL)[number][]>({
            description: 'List of actions, or `*` for all.',
            type: ['string', 'array'],
            anyOf: [{ enum: ['*'] }, { type: 'array' }],
            items: { enum: ['create', 'read', 'update', 'delete', '*'] },
            examples: ['*', ['read']],
            inDab: true,
          }),
        },
        { required: ['role', 'actions'] },
      ),
    ),
  },
);
