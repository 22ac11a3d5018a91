import { describe, expect, it } from 'vitest';
import { dataSource, permissions, problemLines, problemsOf, withEntities, withRuntime } from './with-file.ts';

describe('a configuration with ten mistakes', () => {
  const content = {
    'data-source': { 'database-type': 'postgres', 'connection-string': "@env('MISSING')", pool: { max: 0 } },
    runtime: {
      host: { port: 'eighty', hosst: 'localhost' },
      pagination: { 'default-page-size': 500, 'max-page-size': 200 },
    },
    entities: {
      Customer: { source: 'customers', permissions, relationships: { orders: { hasMany: 'Ordr' } } },
      Order: { sorce: 'orders', permissions: [{ role: 'anonymous', actions: ['raad'] }] },
      'Order Line': { source: 'lines', permissions, graphql: 'Order Line', rest: { path: 'lines' } },
    },
  };

  it('reports all ten, each with its path', () => {
    expect(problemsOf(content).map(({ path, suggestion }) => [path.join(' '), suggestion])).toEqual([
      ['data-source connection-string', undefined],
      ['data-source database-type', 'postgresql'],
      ['data-source pool max', undefined],
      ['runtime host hosst', 'host'],
      ['runtime host port', undefined],
      ['entities Order sorce', 'source'],
      ['entities Order permissions 0 actions 0', 'read'],
      ['runtime pagination default-page-size', undefined],
      ['entities Order Line graphql', 'OrderLine'],
      ['entities Customer relationships orders hasMany', 'Order'],
    ]);
  });
});

describe('words of other products', () => {
  it.each([
    ['an action', { Order: { source: 'orders', permissions: [{ role: 'anonymous', actions: ['select'] }] } }, 'read'],
    ['a key', { Order: { table: 'orders', permissions } }, 'source'],
    ['a key of an entity', { Order: { source: 'orders', roles: permissions } }, 'permissions'],
  ])('cause a suggestion: %s', (_name, entities, suggestion) => {
    const content = { 'data-source': dataSource, entities };
    expect(problemsOf(content).map((problem) => problem.suggestion)).toContain(suggestion);
  });
});

describe('schema validation', () => {
  it.each([
    [withRuntime({ numbers: 5 }), 'runtime numbers', 5, '"number" or "string"'],
    [withRuntime({ rest: 'yes' }), 'runtime rest', 'yes', 'true or false or an object'],
    [withRuntime({ graphql: { path: 'graphql' } }), 'runtime graphql path', 'graphql', 'a string such as "/graphql"'],
    [withRuntime({ host: null }), 'runtime host', null, 'an object'],
    [withRuntime({ host: { port: 70_000 } }), 'runtime host port', 70_000, 'an integer from 0 to 65535'],
    [withRuntime({ host: { port: 1.5 } }), 'runtime host port', 1.5, 'an integer from 0 to 65535'],
    [withEntities({ A: { source: ['a'], permissions } }), 'entities A source', 'a list', 'a string or an object'],
    [withEntities({ A: { source: '', permissions } }), 'entities A source', undefined, 'a string or an object'],
    [withEntities({ A: 'a' }), 'entities A', 'a', 'an object'],
    [
      withEntities({ A: { source: 'a', permissions: [{ role: 'x', actions: 'read' }] } }),
      'entities A permissions 0 actions',
      'read',
      '"*" or a list',
    ],
    [
      withEntities({ A: { source: 'a', permissions: [{ role: 'x', actions: [7] }] } }),
      'entities A permissions 0 actions 0',
      7,
      '"create", "read", "update", "delete", "execute", "*", or an object',
    ],
  ])('reports the value found and the expected type: %#', (content, place, found, expected) => {
    const [problem, ...others] = problemsOf(content);
    expect(others).toEqual([]);
    expect([problem?.path.join(' '), problem?.found, problem?.expected]).toEqual([place, found, expected]);
  });

  it.each([
    [{ entities: {} }, ['data-source: Missing key "data-source".', 'entities: The value must not be empty.']],
    [
      withEntities({ A: { source: { objekt: 'a' }, permissions } }),
      ['entities A source objekt: Unknown key "objekt".'],
    ],
    [
      withEntities({ A: { source: 'a', permissions, operations: ['read', 'read'] } }),
      ['entities A operations: Duplicate value "read". Remove one.'],
    ],
    [
      withEntities({ A: { source: 'a', permissions, expose: { include: ['a'], exclude: ['b'] } } }),
      ['entities A expose: Only one of the keys include and exclude is allowed.'],
    ],
    [
      withEntities({ A: { source: 'a', permissions, relationships: { b: { hasMany: 'A', belongsTo: 'A' } } } }),
      ['entities A relationships b: Exactly one of the keys hasMany, hasOne, belongsTo, or cardinality is required.'],
    ],
  ])('reports unknown, duplicate, missing, and exclusive keys: %#', (content, lines) => {
    expect(problemLines(content)).toEqual(lines);
  });

  it('reports a misspelled key once, even within alternatives', () => {
    const relationships = { a: { hasManny: 'A' }, b: { cardnality: 'one', 'target.entity': 'A' }, c: 5 };
    expect(problemLines(withEntities({ A: { source: 'a', permissions, relationships } }))).toEqual([
      'entities A relationships a hasManny: Unknown key "hasManny".',
      'entities A relationships b cardnality: Unknown key "cardnality".',
      'entities A relationships c: The value has the wrong type.',
    ]);
  });

  it('lists the known keys if none is similar', () => {
    expect(problemsOf(withRuntime({ pagination: { zzz: 1 } }))[0]?.expected).toBe(
      'one of the keys default-page-size, max-page-size, and next-link-relative',
    );
  });

  it('never includes a connection string', () => {
    for (const value of [{ secret: 1 }, ['secret'], 'secret', 'secret://u:p@h', 'postgres://u:secret@h:port/d']) {
      const problems = problemsOf({
        ...withEntities({}),
        'data-source': { ...dataSource, 'connection-string': value },
      });
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain('secret');
    }
  });
});

describe('data source validation', () => {
  const check = (source: object): string[] => problemLines({ ...withEntities({}), 'data-source': source });
  const embedded = { directory: 'data' };

  it.each([
    [{ 'database-type': 'mysql' }, 'data-source: Missing database.'],
    [{ ...dataSource, embedded }, 'data-source embedded: "connection-string" and "embedded" exclude each other.'],
    [{ 'database-type': 'mariadb', embedded }, 'data-source embedded: Only PostgreSQL can be embedded.'],
    [
      { ...dataSource, 'database-type': 'mssql' },
      'data-source connection-string: The scheme of this URL does not fit the database type "mssql".',
    ],
    [{ ...dataSource, 'connection-string': 'shop' }, 'data-source connection-string: Invalid URL.'],
    [
      { ...dataSource, 'connection-string': 'Host=h' },
      'data-source connection-string: The connection string has no database.',
    ],
    [
      { 'database-type': 'postgresql', embedded: { ...embedded, seed: 'no.sql' } },
      'data-source embedded seed: File not found: ',
    ],
    [
      { 'database-type': 'postgresql', embedded: { ...embedded, seed: ['no.sql'] } },
      'data-source embedded seed 0: File not found: ',
    ],
  ])('rejects %j', (source, line) => {
    expect(check(source)).toEqual([expect.stringContaining(line)]);
  });

  it.each([
    ['postgresql', 'postgresql://h/d'],
    ['mysql', 'mysql://h/d'],
    ['mariadb', 'mariadb://h/d'],
    ['mariadb', 'mysql://h/d'],
    ['mssql', 'sqlserver://h/d'],
  ])('accepts a URL for %s: %s', (type, url) => {
    expect(check({ 'database-type': type, 'connection-string': url })).toEqual([]);
  });
});

describe('runtime validation', () => {
  it.each([
    [{ rest: false, graphql: false }, 'runtime: REST and GraphQL are both disabled.'],
    [{ rest: { path: '/graphql' } }, 'runtime graphql path: REST and GraphQL have the same path'],
    [
      { graphql: { path: '/api/openapi.json' } },
      'runtime graphql path: The path /api/openapi.json is reserved for the OpenAPI document.',
    ],
    [{ rest: { path: '/health' } }, 'runtime rest path: The path /health is reserved for the health report.'],
    [{ host: { host: '0.0.0.0' } }, 'runtime host host: In production'],
    [{ host: { authentication: { provider: 'Simulator' } } }, 'runtime host authentication provider: The Simulator'],
    [
      { pagination: { 'default-page-size': 2_000 } },
      'runtime pagination default-page-size: The default page size exceeds the maximum.',
    ],
  ])('rejects %j', (runtime, line) => {
    expect(problemLines(withRuntime(runtime))).toEqual([expect.stringContaining(line)]);
  });

  it.each([
    { host: { host: '::1' } },
    { host: { host: 'localhost' } },
    { host: { mode: 'development', host: '127.0.0.2', authentication: { provider: 'Simulator' } } },
    { graphql: false, rest: { path: '/graphql' } },
  ])('accepts %j', (runtime) => {
    expect(problemLines(withRuntime(runtime))).toEqual([]);
  });
});

it.each([
  ['postgresql', 'PostgreSQL'],
  ['mongodb', 'MongoDB'],
])('does not compare strings by collation on %s', (type, name) => {
  const source = { 'database-type': type, 'connection-string': `${type}://u:p@localhost/shop` };
  const file = { ...withRuntime({}), 'data-source': { ...source, 'text-equality': 'collation' } };
  expect(problemLines(file)).toEqual([
    `data-source text-equality: ${name} does not support equality by collation. Use "exact".`,
  ]);
});
