import { describe, expect, it } from 'vitest';
import { permissions, read, told, withEntities } from './with-file.ts';

const entity = { source: 'a', permissions };
const procedure = { source: { object: 'a', type: 'stored-procedure' } };

function refused(
  title: string,
  cases: readonly (readonly [entities: Record<string, unknown>, ...lines: string[]])[],
): void {
  describe(title, () => {
    it.each(cases.map(([entities, ...lines]) => ({ entities, lines })))('$entities', ({ entities, lines }) => {
      expect(told(withEntities(entities))).toEqual(lines.map((line) => expect.stringContaining(line)));
    });
  });
}

function accepted(title: string, cases: readonly Record<string, unknown>[]): void {
  describe(title, () => {
    it.each(cases)('%j', (entities) => {
      expect(told(withEntities(entities))).toEqual([]);
    });
  });
}

refused('names that cannot be', [
  [{ A: { ...entity, graphql: { type: 'a-b' } } }, 'entities A graphql type: "a-b" cannot'],
  [
    { A: { ...entity, graphql: { type: { singular: 'A', plural: 'A s' } } } },
    'entities A graphql type plural: "A s" cannot',
  ],
  [
    { A: { ...entity, fields: [{ name: 'x y' }, { name: 'z', alias: 'z-z' }] } },
    'entities A fields 1 alias: "z-z" cannot',
  ],
  [{ A: { ...entity, relationships: { 'a b': { hasMany: 'A' } } } }, 'entities A relationships a b: "a b" cannot'],
]);

refused('type names that clash', [
  [
    { A: { ...entity, graphql: { type: 'Customer' } } },
    'entities A: The GraphQL type "Customer" of this entity is made by the entity "Customer" too',
  ],
]);

accepted('REST paths with spaces', [
  { 'Order Line': entity, B: { ...entity, rest: { path: 'order lines/open ones' } } },
]);

accepted('names that GraphQL has or does not allow: the type gets another one', [
  { DateTime: entity, Query: entity, Mutation: entity, Subscription: entity },
  { '1st': entity, __A: entity, 'order-items': entity },
]);

refused('REST paths', [
  [
    { A: { ...entity, rest: { path: '/Customer' } } },
    'entities A rest path: The REST path "Customer" is that of the entity "Customer" too',
  ],
  [{ A: { ...entity, rest: { path: ' a' } } }, 'entities A rest path: The REST path " a" cannot stand in a URL'],
  [{ A: { ...entity, rest: { path: 'a/../b' } } }, 'entities A rest path: '],
  [
    { A: { ...entity, rest: { path: 'openapi.json' } } },
    'entities A rest path: The REST path "openapi.json" is the API\'s own description',
  ],
  [{ 'a?b': { ...entity, graphql: { type: 'A' } } }, 'entities a?b: The REST path "a?b" cannot'],
]);

refused('fields', [
  [{ A: { ...entity, fields: [{ name: 'x' }, { name: 'x' }] } }, 'entities A fields 1: The column "x" is listed twice'],
  [
    { A: { ...entity, fields: [{ name: 'x' }, { name: 'y', alias: 'x' }] } },
    'entities A fields 1: The column "x" has the name "x" too',
  ],
  [
    { A: { ...entity, fields: [{ name: 'y', alias: 'x' }], relationships: { x: { hasMany: 'A' } } } },
    'entities A relationships x: The column "y" has the name "x" too',
  ],
]);

refused('permissions', [
  [{ A: { source: 'a' } }, 'entities A: No role has permissions'],
  [{ A: { source: 'a', permissions: [] } }, 'entities A: No role has permissions'],
  [
    { A: { ...entity, operations: ['execute'] } },
    'entities A operations 0: A table does not have the action "execute"',
  ],
  [
    { A: { ...procedure, permissions: [{ role: 'x', actions: ['read', { action: 'create' }] }] } },
    'entities A permissions 0 actions 0: A stored-procedure does not have the action "read"',
    'entities A permissions 0 actions 1: ',
  ],
  [
    { A: { source: 'a', permissions: [{ role: 'x', actions: ['*', 'read'] }] } },
    'entities A permissions 0 actions 1: The role "x" is given read more than once',
  ],
  [
    { A: { source: 'a', permissions: [...permissions, { role: 'anonymous', actions: '*' }] } },
    'entities A permissions 1 actions: The role "anonymous" is given read more than once',
  ],
  [
    {
      A: { source: 'a', permissions: [{ role: 'x', actions: [{ action: 'read', fields: { include: ['*', 'a'] } }] }] },
    },
    'entities A permissions 0 actions 0 fields include: The "*" means every field',
  ],
]);

const related = (relationship: unknown): Record<string, unknown> => ({
  A: { ...entity, relationships: { r: relationship } },
});
const many = { cardinality: 'many', 'target.entity': 'A' };

refused('relationships', [
  [related({ belongsTo: 'Custmer' }), 'entities A relationships r belongsTo: There is no entity "Custmer".'],
  [related({ cardinality: 'one', 'target.entity': 'B' }), 'relationships r target.entity: There is no entity "B".'],
  [related({ cardinality: 'one' }), 'relationships r target.entity: The key "target.entity" is missing.'],
  [
    related({ hasMany: 'A', 'source.fields': ['x'] }),
    'relationships r source.fields: The key "source.fields" can stand only with "cardinality"',
  ],
  [related({ hasOne: 'A', through: 'j' }), 'relationships r through: The key "through" can stand only with "hasMany".'],
  [related({ hasMany: 'A', through: 'j', on: { a: 'b' } }), 'relationships r on: With "through"'],
  [
    related({ ...many, through: 'j' }),
    'relationships r through: The key "through" can stand only with "hasMany" and its like.',
  ],
  [
    related({ ...many, cardinality: 'one', 'linking.object': 'j' }),
    'relationships r linking.object: Only a relationship with the cardinality "many"',
  ],
  [
    related({ ...many, 'source.fields': ['x'] }),
    'relationships r target.fields: The keys "source.fields" and "target.fields" belong together',
  ],
  [
    related({ ...many, 'linking.source.fields': ['x'] }),
    'relationships r linking.source.fields: The key "linking.source.fields" can stand only with "linking.object".',
  ],
  [
    related({ ...many, 'source.fields': ['x', 'y', 'x'], 'target.fields': ['a', 'b', 'a'] }),
    'relationships r target.fields: The columns "x" and "a" are paired twice; keep one of these pairs.',
  ],
  [
    related({ ...many, 'source.fields': ['x'], 'target.fields': ['y', 'z'] }),
    'relationships r target.fields: The columns of "source.fields" and "target.fields" are paired',
  ],
  [
    related({ ...many, 'linking.object': 'j', 'target.fields': ['y'], 'linking.target.fields': ['y', 'z'] }),
    'relationships r linking.target.fields: The columns of "target.fields" and "linking.target.fields" are paired',
  ],
]);

const executable = { ...procedure, permissions: [{ role: 'x', actions: ['execute'] }] };

refused('procedures', [
  [
    { A: { ...executable, relationships: { r: { hasMany: 'Customer' } } } },
    'entities A relationships: A stored procedure has no "relationships"',
  ],
  [{ A: { ...executable, search: ['x'] } }, 'entities A search: A stored procedure has no "search"'],
  [
    { A: { ...executable, 'version-field': 'x' } },
    'entities A version-field: A stored procedure has no "version-field"',
  ],
  [
    { A: { ...executable, fields: [{ name: 'x', 'primary-key': true }] } },
    'entities A fields: A stored procedure has no key',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { hasMany: 'A' } } } },
    'entities B relationships r hasMany: "A" is a stored procedure',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { ...many, 'target.entity': 'A' } } } },
    'entities B relationships r target.entity: "A" is a stored procedure',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { hasMany: 'B', through: 'A' } } } },
    'entities B relationships r through: "A" is a stored procedure',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { hasMany: 'B', through: { object: 'A' } } } } },
    'entities B relationships r through: "A" is a stored procedure',
  ],
  [
    { A: { ...procedure, permissions: [{ role: 'x', actions: [{ action: 'execute', fields: { exclude: ['x'] } }] }] } },
    'entities A permissions 0 actions 0 fields: No field can be withheld',
  ],
  [
    { A: { ...procedure, permissions: [{ role: 'x', actions: [{ action: 'execute', fields: { include: ['x'] } }] }] } },
    'entities A permissions 0 actions 0 fields: No field can be withheld',
  ],
  [
    {
      A: {
        ...procedure,
        permissions: [{ role: 'x', actions: [{ action: '*', policy: { database: '@item.x eq 1' } }] }],
      },
    },
    'entities A permissions 0 actions 0 policy database: No policy can limit',
  ],
]);

accepted('what looks odd and is well', [
  { A: { ...procedure, permissions: [{ role: 'x', actions: [{ action: 'execute', fields: { include: ['*'] } }] }] } },
  { A: { ...entity, rest: { path: 'Customer/archive' } } },
  { A: { ...entity, rest: false }, B: { ...entity, rest: { path: 'A' } } },
  {
    A: {
      ...entity,
      fields: [
        { name: 'x', alias: 'y' },
        { name: 'y', alias: 'x' },
      ],
    },
  },
  { 'Order Line': { ...entity, graphql: { type: 'OrderLine' }, rest: { path: 'order-line' } } },
  { A: executable },
  related({ ...many, 'linking.object': 'j' }),
  related({ ...many, 'linking.object': 'j', 'linking.source.fields': ['x'], 'target.fields': ['y'] }),
  related({ hasMany: 'A', through: { object: 'j', sourceOn: { a: 'b' } } }),
]);

const noColumns = {
  'source.fields': [],
  'target.fields': [],
  'linking.source.fields': [],
  'linking.target.fields': [],
};

accepted('lists of fields that are empty, as if they were not given', [
  related({ ...many, ...noColumns }),
  related({ ...many, cardinality: 'one', ...noColumns, 'source.fields': ['x'], 'target.fields': ['y'] }),
  related({ ...many, 'linking.object': 'j', ...noColumns }),
  related({ ...many, ...noColumns, 'source.fields': null }),
  related({ hasMany: 'A', ...noColumns }),
  { A: { ...entity, fields: [], mappings: { x: 'y' } } },
  { A: { ...entity, fields: [{ name: 'x' }], mappings: {}, source: { object: 'a', 'key-fields': [] } } },
  { A: { ...entity, source: { object: 'a', parameters: [] } }, B: { ...entity, search: [] } },
  { A: { ...entity, expose: { exclude: [] } }, B: { ...entity, expose: { include: ['x'], exclude: [] } } },
  { A: { ...executable, search: [], fields: [], relationships: {} } },
]);

refused('an empty list in its place that hides nothing else', [
  [related({ 'source.fields': [] }), 'entities A relationships r: '],
  [
    related({ ...many, 'source.fields': ['x'], 'target.fields': [] }),
    'relationships r target.fields: The keys "source.fields" and "target.fields" belong together',
  ],
]);

describe('an empty include list', () => {
  it('includes no fields', () => {
    const { entities } = read(
      withEntities({
        A: {
          source: 'a',
          expose: { include: [] },
          permissions: [{ role: 'anonymous', actions: [{ action: 'read', fields: { include: [], exclude: [] } }] }],
        },
      }),
    );
    expect(entities[1]?.expose).toEqual({ include: [], exclude: [] });
    expect(entities[1]?.permissions[0]?.actions).toEqual([{ action: 'read', include: [], exclude: [] }]);
  });
});

refused('roles that no request can choose', [
  [
    { A: { ...entity, permissions: [{ role: 'a,b', actions: ['read'] }] } },
    'entities A permissions 0 role: No request can choose this role',
  ],
  [
    { A: { ...entity, permissions: [{ role: ' a', actions: ['read'] }] } },
    'entities A permissions 0 role: No request can choose this role',
  ],
]);

accepted('roles in any script', [
  {
    A: {
      ...entity,
      permissions: [
        { role: 'Bearbeiter Lager', actions: ['read'] },
        { role: '管理者', actions: ['read'] },
      ],
    },
  },
]);
