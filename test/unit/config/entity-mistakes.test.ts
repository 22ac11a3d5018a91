import { describe, expect, it } from 'vitest';
import { permissions, problemLines, read, withEntities } from './with-file.ts';

const entity = { source: 'a', permissions };
const procedure = { source: { object: 'a', type: 'stored-procedure' } };

function refused(
  title: string,
  cases: readonly (readonly [entities: Record<string, unknown>, ...lines: string[]])[],
): void {
  describe(title, () => {
    it.each(cases.map(([entities, ...lines]) => ({ entities, lines })))(
      'are reported for $entities',
      ({ entities, lines }) => {
        expect(problemLines(withEntities(entities))).toEqual(lines.map((line) => expect.stringContaining(line)));
      },
    );
  });
}

function accepted(title: string, cases: readonly Record<string, unknown>[]): void {
  describe(title, () => {
    it.each(cases)('are accepted in %j', (entities) => {
      expect(problemLines(withEntities(entities))).toEqual([]);
    });
  });
}

refused('invalid names', [
  [{ A: { ...entity, graphql: { type: 'a-b' } } }, 'entities A graphql type: "a-b" is not a valid GraphQL name.'],
  [
    { A: { ...entity, graphql: { type: { singular: 'A', plural: 'A s' } } } },
    'entities A graphql type plural: "A s" is not a valid GraphQL name.',
  ],
  [
    { A: { ...entity, fields: [{ name: 'x y' }, { name: 'z', alias: 'z-z' }] } },
    'entities A fields 1 alias: "z-z" is not a valid GraphQL name.',
  ],
  [
    { A: { ...entity, relationships: { 'a b': { hasMany: 'A' } } } },
    'entities A relationships a b: "a b" is not a valid GraphQL name.',
  ],
]);

refused('type names that clash', [
  [
    { A: { ...entity, graphql: { type: 'Customer' } } },
    'entities A: Duplicate GraphQL type "Customer": the entity "Customer" has it, too.',
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
    'entities A rest path: Duplicate REST path "Customer": the entity "Customer" has it, too.',
  ],
  [{ A: { ...entity, rest: { path: ' a' } } }, 'entities A rest path: Invalid REST path " a".'],
  [{ A: { ...entity, rest: { path: 'a/../b' } } }, 'entities A rest path: '],
  [
    { A: { ...entity, rest: { path: 'openapi.json' } } },
    'entities A rest path: The REST path "openapi.json" is reserved for the OpenAPI document.',
  ],
  [{ 'a?b': { ...entity, graphql: { type: 'A' } } }, 'entities a?b: Invalid REST path "a?b".'],
]);

refused('fields', [
  [{ A: { ...entity, fields: [{ name: 'x' }, { name: 'x' }] } }, 'entities A fields 1: Duplicate column "x".'],
  [
    { A: { ...entity, fields: [{ name: 'x' }, { name: 'y', alias: 'x' }] } },
    'entities A fields 1: Duplicate name "x": the column "x" has it, too.',
  ],
  [
    { A: { ...entity, fields: [{ name: 'y', alias: 'x' }], relationships: { x: { hasMany: 'A' } } } },
    'entities A relationships x: Duplicate name "x": the column "y" has it, too.',
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
    'entities A permissions 0 actions 1: The role "x" has read more than once.',
  ],
  [
    { A: { source: 'a', permissions: [...permissions, { role: 'anonymous', actions: '*' }] } },
    'entities A permissions 1 actions: The role "anonymous" has read more than once.',
  ],
  [
    {
      A: { source: 'a', permissions: [{ role: 'x', actions: [{ action: 'read', fields: { include: ['*', 'a'] } }] }] },
    },
    'entities A permissions 0 actions 0 fields include: "*" means every field and cannot be combined with names.',
  ],
]);

const related = (relationship: unknown): Record<string, unknown> => ({
  A: { ...entity, relationships: { r: relationship } },
});
const many = { cardinality: 'many', 'target.entity': 'A' };

refused('relationships', [
  [related({ belongsTo: 'Custmer' }), 'entities A relationships r belongsTo: Unknown entity "Custmer".'],
  [related({ cardinality: 'one', 'target.entity': 'B' }), 'relationships r target.entity: Unknown entity "B".'],
  [related({ cardinality: 'one' }), 'relationships r target.entity: Missing key "target.entity".'],
  [
    related({ hasMany: 'A', 'source.fields': ['x'] }),
    'relationships r source.fields: The key "source.fields" is allowed only with "cardinality".',
  ],
  [
    related({ hasOne: 'A', through: 'j' }),
    'relationships r through: The key "through" is allowed only with "hasMany".',
  ],
  [
    related({ hasMany: 'A', through: 'j', on: { a: 'b' } }),
    'relationships r on: "on" cannot be combined with "through".',
  ],
  [
    related({ ...many, through: 'j' }),
    'relationships r through: The key "through" is allowed only with "hasMany", "hasOne", or "belongsTo".',
  ],
  [
    related({ ...many, cardinality: 'one', 'linking.object': 'j' }),
    'relationships r linking.object: "linking.object" requires the cardinality "many".',
  ],
  [
    related({ ...many, 'source.fields': ['x'] }),
    'relationships r target.fields: The keys "source.fields" and "target.fields" belong together',
  ],
  [
    related({ ...many, 'linking.source.fields': ['x'] }),
    'relationships r linking.source.fields: The key "linking.source.fields" is allowed only with "linking.object".',
  ],
  [
    related({ ...many, 'source.fields': ['x', 'y', 'x'], 'target.fields': ['a', 'b', 'a'] }),
    'relationships r target.fields: The columns "x" and "a" are paired twice. Remove one pair.',
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
    'entities B relationships r hasMany: A relationship cannot lead to the stored procedure "A".',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { ...many, 'target.entity': 'A' } } } },
    'entities B relationships r target.entity: A relationship cannot lead to the stored procedure "A".',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { hasMany: 'B', through: 'A' } } } },
    'entities B relationships r through: A relationship cannot lead to the stored procedure "A".',
  ],
  [
    { A: executable, B: { ...entity, relationships: { r: { hasMany: 'B', through: { object: 'A' } } } } },
    'entities B relationships r through: A relationship cannot lead to the stored procedure "A".',
  ],
  [
    { A: { ...procedure, permissions: [{ role: 'x', actions: [{ action: 'execute', fields: { exclude: ['x'] } }] }] } },
    'entities A permissions 0 actions 0 fields: Fields of a stored procedure cannot be restricted by role.',
  ],
  [
    { A: { ...procedure, permissions: [{ role: 'x', actions: [{ action: 'execute', fields: { include: ['x'] } }] }] } },
    'entities A permissions 0 actions 0 fields: Fields of a stored procedure cannot be restricted by role.',
  ],
  [
    {
      A: {
        ...procedure,
        permissions: [{ role: 'x', actions: [{ action: '*', policy: { database: '@item.x eq 1' } }] }],
      },
    },
    'entities A permissions 0 actions 0 policy database: A policy cannot restrict a stored procedure.',
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
    'entities A permissions 0 role: No request can select this role: X-API-Role accepts no commas, control characters, or leading or trailing spaces.',
  ],
  [
    { A: { ...entity, permissions: [{ role: ' a', actions: ['read'] }] } },
    'entities A permissions 0 role: No request can select this role: X-API-Role accepts no commas, control characters, or leading or trailing spaces.',
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
