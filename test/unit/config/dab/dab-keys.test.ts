import { describe, expect, it } from 'vitest';
import { convertDab } from '../../../../src/config/dab/convert-dab.ts';
import { keyOf, listDabKeys, stepsOf } from '../../../../src/config/dab/dab-keys.ts';
import { configSchema } from '../../../../src/config/schema/config-schema.ts';
import type { JsonSchema } from '../../../../src/config/schema/json-schema.ts';
import { dataSource, permissions, problemsOf, read } from '../with-file.ts';

type Path = readonly (string | number)[];

const E = ['entities', 'A'];
const ACTION = [...E, 'permissions', 0, 'actions', 0];
const OTEL = ['runtime', 'telemetry', 'open-telemetry'];
const HOST = ['runtime', 'host'];
const MANY = [...E, 'relationships', 'many'];
const PROCEDURE = ['entities', 'P'];
const MSSQL = { 'database-type': 'mssql', 'connection-string': 'Server=localhost;Database=d;Uid=u' };
const jwt = { audience: 'api', issuer: 'https://login.example' };

/** Data API builder keys with the same meaning in Joinery. Each value changes the configuration. */
const honored: readonly (readonly [Path, unknown])[] = [
  [['data-source'], { 'database-type': 'mysql', 'connection-string': 'Server=localhost;Database=d;Uid=u' }],
  [['data-source', 'connection-string'], 'Host=localhost;Database=d'],
  [['data-source'], { ...MSSQL, options: { 'set-session-context': true } }],
  [['autoentities', 'all', 'patterns', 'include'], ['dbo.%']],
  [['autoentities', 'all', 'patterns', 'exclude'], ['%.tmp']],
  [['autoentities', 'all', 'patterns', 'name'], '{object}'],
  [['autoentities', 'all', 'template', 'rest', 'enabled'], false],
  [['autoentities', 'all', 'template', 'graphql', 'enabled'], false],
  [['autoentities', 'all', 'permissions'], [{ role: 'reader', actions: ['read'] }]],
  [['autoentities', 'all', 'permissions'], [{ role: 'admin', actions: '*' }]],
  [['runtime', 'pagination', 'max-page-size'], 500],
  [['runtime', 'pagination', 'max-page-size'], -1],
  [['runtime', 'pagination', 'default-page-size'], 50],
  [['runtime', 'pagination', 'default-page-size'], -1],
  [['runtime', 'pagination', 'next-link-relative'], true],
  [['runtime', 'rest'], false],
  [['runtime', 'rest', 'path'], '/rest'],
  [['runtime', 'rest', 'enabled'], 'false'],
  [['runtime', 'rest', 'request-body-strict'], false],
  [['runtime', 'graphql'], false],
  [['runtime', 'graphql', 'path'], '/query'],
  [['runtime', 'graphql', 'enabled'], '0'],
  [['runtime', 'graphql', 'allow-introspection'], false],
  [['runtime', 'graphql', 'depth-limit'], 3],
  [['runtime', 'graphql', 'depth-limit'], -1],
  [['runtime', 'graphql', 'enable-aggregation'], false],
  [['runtime', 'graphql', 'multiple-mutations', 'create', 'enabled'], false],
  [[...HOST, 'mode'], 'development'],
  [[...HOST, 'max-response-size-mb'], 158],
  [[...HOST, 'max-response-size-mb'], -1],
  [[...HOST, 'cors', 'origins'], ['https://*.example.com']],
  [[...HOST, 'cors', 'allow-credentials'], true],
  [[...HOST, 'authentication', 'provider'], 'StaticWebApps'],
  [[...HOST, 'authentication', 'provider'], 'AppService'],
  [[...HOST, 'authentication'], { provider: 'EntraID', jwt }],
  [[...HOST, 'authentication'], { provider: 'AzureAD', jwt }],
  [[...HOST, 'authentication'], { provider: 'Custom', jwt }],
  [HOST, { mode: 'development', authentication: { provider: 'Simulator' } }],
  [['runtime', 'base-route'], '/shop'],
  [['runtime', 'compression', 'level'], 'none'],
  [OTEL, { enabled: true, endpoint: 'http://a', headers: 'a=b', 'service-name': 'b', 'exporter-protocol': 'grpc' }],
  [[...E, 'description'], 'What it is.'],
  [[...E, 'source'], { object: 'dbo.a', type: 'view' }],
  [[...E, 'source'], { object: 'dbo.a', 'key-fields': ['id'] }],
  [[...PROCEDURE, 'source', 'parameters'], { id: 1, name: 'x', flag: true }],
  [[...PROCEDURE, 'source', 'parameters'], [{ name: 'id', required: true, default: 1, description: 'Which.' }]],
  [[...E, 'fields'], [{ name: 'id', alias: 'ID', description: 'Which.', 'primary-key': true }]],
  [[...E, 'mappings'], { id: 'ID' }],
  [[...E, 'rest'], false],
  [[...E, 'rest'], '/books'],
  [[...E, 'rest', 'path'], 'shelf/books'],
  [[...E, 'rest', 'enabled'], false],
  [
    [...PROCEDURE, 'rest', 'methods'],
    ['get', 'post'],
  ],
  [[...E, 'graphql'], false],
  [[...E, 'graphql'], null],
  [[...E, 'graphql'], 'Book'],
  [[...E, 'graphql', 'type'], 'Book'],
  [[...E, 'graphql', 'type'], { singular: 'Book', plural: 'Books' }],
  [[...E, 'graphql', 'enabled'], false],
  [[...E, 'graphql', 'subscription'], { enabled: false, events: ['create', 'delete'] }],
  [[...PROCEDURE, 'graphql', 'operation'], 'query'],
  [[...E, 'permissions'], [{ role: 'anonymous', actions: '*' }]],
  [[...E, 'permissions'], [{ role: 'anonymous', actions: ['*'] }]],
  [ACTION, { action: 'read', fields: { include: ['id'], exclude: ['secret'] } }],
  [ACTION, { action: 'read', policy: { database: '@item.owner eq @claims.sub' } }],
  [MANY, { cardinality: 'many', 'target.entity': 'A', 'source.fields': ['id'], 'target.fields': ['parent'] }],
  [
    MANY,
    {
      cardinality: 'many',
      'target.entity': 'A',
      'linking.object': 'links',
      'source.fields': ['id'],
      'linking.source.fields': ['from'],
      'target.fields': ['id'],
      'linking.target.fields': ['to'],
    },
  ],
];

/** Data API builder keys with values that equal the defaults. */
const neutral: readonly (readonly [Path, unknown])[] = [
  [['$schema'], 'https://example.com/dab.draft.schema.json'],
  [['data-source', 'database-type'], 'postgresql'],
  [['data-source', 'options'], {}],
  [['data-source-files'], []],
  [['runtime', 'pagination', 'max-page-size'], null],
  [['runtime', 'pagination', 'default-page-size'], null],
  [['runtime', 'graphql', 'depth-limit'], null],
  [[...HOST, 'mode'], null],
  [[...HOST, 'max-response-size-mb'], null],
  [[...HOST, 'authentication', 'provider'], 'Unauthenticated'],
  [[...E, 'source'], 'a'],
];

const ignored: readonly (readonly [Path, unknown])[] = [
  ...Object.entries({ enabled: false, name: 'db', 'threshold-ms': 1000 }).map(([key, value]): [Path, unknown] => [
    ['data-source', 'health', key],
    value,
  ]),
  ...Object.entries({
    path: '/mcp',
    enabled: true,
    description: 'x',
    'allowed-hosts': ['*'],
    'dml-tools': { 'describe-entities': true, 'aggregate-records': { enabled: true, 'query-timeout': 30 } },
  }).map(([key, value]): [Path, unknown] => [['runtime', 'mcp', key], value]),
  [['runtime', 'cache', 'enabled'], true],
  [['runtime', 'cache', 'ttl-seconds'], 5],
  [['runtime', 'cache', 'level-2'], { enabled: true, provider: 'redis', 'connection-string': 'x', partition: 'y' }],
  [['runtime', 'telemetry', 'application-insights'], { 'connection-string': "@env('MISSING')", enabled: true }],
  [
    ['runtime', 'telemetry', 'azure-log-analytics'],
    { enabled: true, auth: { 'dce-endpoint': "@akv('x')" }, 'dab-identifier': 'x', 'flush-interval-seconds': 5 },
  ],
  [['runtime', 'telemetry', 'file'], { enabled: true, path: '/x', 'rolling-interval': 'Day' }],
  [['runtime', 'telemetry', 'log-level', 'default'], 'warning'],
  [['runtime', 'health', 'enabled'], false],
  [['runtime', 'health', 'roles'], ['admin']],
  [['runtime', 'health', 'cache-ttl-seconds'], 5],
  [['runtime', 'health', 'max-query-parallelism'], 4],
  [['runtime', 'embeddings'], { provider: 'openai', 'base-url': 'x', 'api-key': "@env('KEY')", model: 'm' }],
  [['azure-key-vault', 'endpoint'], 'https://vault.example'],
  [['azure-key-vault', 'retry-policy'], { mode: 'fixed', 'max-count': 3 }],
  [['autoentities', 'all', 'template', 'mcp'], { 'dml-tools': true }],
  [['autoentities', 'all', 'template', 'cache'], { enabled: true, 'ttl-seconds': 5, level: 'L1L2' }],
  [['autoentities', 'all', 'template', 'health'], { enabled: true }],
  [[...E, 'cache'], { enabled: true, 'ttl-seconds': 5, level: 'L1' }],
  [[...E, 'health'], { enabled: true, first: 1, 'threshold-ms': 1 }],
  [[...E, 'mcp'], { 'dml-tools': true, 'custom-tool': false }],
  [[...E, 'mcp'], true],
];

const rejected: readonly (readonly [Path, unknown])[] = [
  [['data-source', 'database-type'], 'cosmosdb_nosql'],
  [['data-source', 'database-type'], 'cosmosdb_postgresql'],
  [['data-source', 'database-type'], 'dwsql'],
  [['data-source', 'options', 'database'], 'db'],
  [['data-source', 'options', 'container'], 'c'],
  [['data-source', 'options', 'schema'], 'schema.gql'],
  [['data-source', 'user-delegated-auth'], { enabled: true, provider: 'EntraId', 'database-audience': 'x' }],
  [[...ACTION, 'policy', 'request'], '@request.x eq 1'],
];

const dabKeys = listDabKeys();

const base = {
  'data-source': dataSource,
  autoentities: { all: { template: {} } },
  entities: {
    A: { source: 'a', permissions: [{ role: 'anonymous', actions: [{ action: 'read' }] }] },
    P: {
      source: { object: 'p', type: 'stored-procedure' },
      permissions: [{ role: 'anonymous', actions: ['execute'] }],
    },
  },
};

/** Returns a copy with the value at the path. */
function withKey(tree: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(tree)) return tree.map((item, index) => (index === key ? withKey(item, rest, value) : item));
  const record = typeof tree === 'object' && tree !== null ? (tree as Record<string, unknown>) : {};
  return { ...record, [key]: withKey(record[key], rest, value) };
}

const cases = (rows: readonly (readonly [Path, unknown])[]) =>
  rows.map(([path, value]) => ({ key: path.join(' '), value, content: withKey(base, path, value), path }));

/** Converts a file with this content to current syntax. */
function convert(content: unknown) {
  const document = { value: content, duplicates: [], faults: [], lineOf: () => undefined };
  return convertDab([{ file: 'dab-config.json', document, reference: [] }], { env: {}, api: 'joinery' });
}

/** Returns the configuration without columns that have no settings. */
function meaningOf(content: unknown): object {
  const { entities, ...others } = read(content);
  const hasSettings = ([, field]: readonly [string, object]): boolean => Object.keys(field).length > 0;
  return {
    ...others,
    entities: entities.map((entity) => ({ ...entity, fields: new Map([...entity.fields].filter(hasSettings)) })),
  };
}

describe('the conversion of Data API builder keys', () => {
  it.each(cases([...honored, ...neutral]))('keeps the meaning of $key: $value', ({ content }) => {
    const { config, remarks } = convert(content);
    expect(problemsOf(config)).toEqual([]);
    expect(meaningOf(config)).toEqual(meaningOf(content));
    expect(remarks.filter(({ kind }) => kind === 'unsupported')).toEqual([]);
  });

  it.each(cases(ignored))('removes $key: $value with a remark', ({ content, path }) => {
    const { config, remarks } = convert(content);
    expect(problemsOf(config)).toEqual([]);
    const [remark, ...others] = remarks.filter(({ kind }) => kind === 'unsupported');
    expect(others).toEqual([]);
    expect(remark?.message).toMatch(/^Removed\. ./);
    expect(path.slice(0, remark?.path.length)).toEqual(remark?.path);
  });

  it.each(cases(rejected))(
    'keeps $key: $value with a remark, so that it stays a startup error',
    ({ content, path }) => {
      const { config, remarks } = convert(content);
      expect(problemsOf(config)).toEqual(problemsOf(content));
      expect(remarks.filter(({ kind }) => kind === 'unsupported')).toEqual([
        {
          kind: 'unsupported',
          path: expect.anything(),
          message: expect.stringMatching(/^Kept as a startup error\. ./),
        },
      ]);
      const [remark] = remarks.filter(({ kind }) => kind === 'unsupported');
      expect(path.slice(0, remark?.path.length)).toEqual(remark?.path);
    },
  );

  it('keeps an unknown key that may hide rights, and removes others', () => {
    const [entity] = [{ ...base.entities.A, colour: 'red' }];
    const misspelled = withKey({ ...base, entities: { A: entity } }, [...ACTION, 'feilds'], { include: ['id'] });
    const { config, remarks } = convert(misspelled);
    expect(problemsOf(config)).toMatchObject([{ isUnknownKey: true, path: [...ACTION, 'feilds'] }]);
    expect(remarks.filter(({ kind }) => kind === 'unsupported')).toMatchObject([{ path: [...E, 'colour'] }]);
  });

  it('merges mappings and key fields into fields, with the key first', () => {
    const { config } = convert(
      withKey(base, E, {
        ...base.entities.A,
        source: { object: 'a', type: 'view', 'key-fields': ['second', 'one'] },
        fields: [
          { name: 'first', alias: 'one' },
          { name: 'other', description: 'Another.' },
        ],
        mappings: { second: 'two' },
      }),
    );
    expect((config.entities as Record<string, object>).A).toMatchObject({
      source: { object: 'a', type: 'view' },
      fields: [
        { name: 'second', alias: 'two', 'primary-key': true },
        { name: 'first', alias: 'one', 'primary-key': true },
        { name: 'other', description: 'Another.' },
      ],
    });
  });

  it('passes secrets of a key vault as variables', () => {
    const { config, remarks } = convert(withKey(base, ['data-source', 'connection-string'], "@akv('db-url')"));
    expect(config['data-source']).toMatchObject({ 'connection-string': "@env('DB_URL')" });
    expect(remarks).toContainEqual({
      kind: 'unsupported',
      path: ['data-source', 'connection-string'],
      message: expect.stringContaining('DB_URL'),
    });
  });
});

describe('Data API builder keys', () => {
  it.each(cases(honored))('honor $key: $value', ({ content }) => {
    expect(problemsOf(content)).toEqual([]);
    expect(read(content)).not.toEqual(read(base));
  });

  it.each(cases(neutral))('accept $key: $value, which is the default', ({ content }) => {
    expect(problemsOf(content)).toEqual([]);
    expect(read(content)).toEqual(read(base));
  });

  it.each(cases(ignored))('ignore $key: $value with one warning', ({ content, path }) => {
    const problems = problemsOf(content);
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining(' is ignored') }),
    ]);
    const place = problems[0]?.path ?? [];
    expect(path.slice(0, place.length)).toEqual(place);
    expect(read(content).entities).toHaveLength(2);
  });

  it.each(cases(rejected))('reject $key: $value with one error', ({ content, path }) => {
    const problems = problemsOf(content);
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining(' is not supported. ') }),
    ]);
    const place = problems[0]?.path ?? [];
    expect(path.slice(0, place.length)).toEqual(place);
  });

  it.each([
    withKey(base, ['data-source', 'options', 'set-session-context'], 'false'),
    withKey(base, ['data-source', 'user-delegated-auth'], { enabled: false, provider: 'EntraId' }),
    withKey(base, ['runtime', 'mcp'], { enabled: false }),
    withKey(base, ['runtime', 'cache'], { enabled: '0', 'ttl-seconds': 5 }),
    withKey(base, ['runtime', 'telemetry'], { file: { enabled: false }, 'open-telemetry': { enabled: false } }),
    withKey(base, ['autoentities'], {}),
    withKey(base, [...E, 'mcp'], false),
  ])('accept disabled features: %j', (content) => {
    expect(problemsOf(content)).toEqual([]);
  });

  it('accept the session context on every database', () => {
    expect(problemsOf(withKey(base, ['data-source', 'options', 'set-session-context'], true))).toEqual([]);
  });

  it('reject a feature whose enabling variable is not set', () => {
    const content = withKey(base, ['data-source', 'user-delegated-auth', 'enabled'], "@env('MISSING')");
    expect(problemsOf(content)).toEqual([expect.objectContaining({ severity: 'error' })]);
  });

  it('report an ignored key once with its count', () => {
    const entity = { source: 'a', permissions, cache: { enabled: true } };
    expect(problemsOf({ ...base, entities: { A: entity, B: { ...entity }, C: { ...entity } } })).toEqual([
      expect.objectContaining({
        path: ['entities', 'A', 'cache'],
        message: expect.stringContaining('"cache" is ignored (and 2 more).'),
      }),
    ]);
  });
});

describe('the table of Data API builder keys', () => {
  it('lists keys of the schema as supported', () => {
    const supported = dabKeys.filter(({ treatment }) => treatment === 'supported');
    expect(supported.length).toBeGreaterThan(70);
    expect(supported.filter(({ key }) => schemaAt(configSchema, stepsOf(key)) === undefined)).toEqual([]);
    expect(supported.map(({ key }) => keyOf(stepsOf(key)))).toEqual(supported.map(({ key }) => key));
  });

  it('gives a reason for each unsupported key', () => {
    expect(dabKeys.filter(({ treatment, note }) => treatment !== 'supported' && note === '')).toEqual([]);
  });

  it('matches the keys tested here', () => {
    const lines = dabKeys.map(({ key }) => ({ key, steps: stepsOf(key) }));
    const tried = [...honored, ...neutral, ...ignored, ...rejected].flatMap(([path, value]) => pathsIn(value, path));
    const untried = lines.filter(
      ({ steps }) => !tried.some(({ path }) => covers(steps, path) && (steps.length === path.length || isTaken(steps))),
    );
    expect(untried).toEqual([]);
    const leaves = tried.filter(({ isLeaf }) => isLeaf);
    expect(leaves.filter(({ path }) => !lines.some(({ steps }) => covers(steps, path)))).toEqual([]);
  });
});

const isTaken = (steps: readonly string[]): boolean =>
  dabKeys.some(({ key, treatment }) => treatment !== 'supported' && stepsOf(key).join() === steps.join());

/** Returns every path that leads to the value or into it. */
function pathsIn(value: unknown, path: Path): { path: Path; isLeaf: boolean }[] {
  const above = path.map((_, index) => ({ path: path.slice(0, index), isLeaf: false }));
  const isTree = typeof value === 'object' && value !== null;
  const children = isTree
    ? Object.entries(value).flatMap(([key, child]) =>
        pathsIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [];
  return [...above, { path, isLeaf: !isTree }, ...children];
}

const covers = (steps: readonly string[], path: Path): boolean =>
  steps.every(
    (step, index) =>
      step === path[index] ||
      (step === '<name>' && typeof path[index] === 'string') ||
      (step === '[]' && typeof path[index] === 'number'),
  );

function schemaAt(schema: JsonSchema | undefined, [step, ...rest]: readonly string[]): JsonSchema | undefined {
  if (step === undefined || schema === undefined) return schema;
  if (step === '[]') return schemaAt(schema.items, rest);
  return schemaAt(step === '<name>' ? schema.additionalProperties || undefined : schema.properties?.[step], rest);
}
