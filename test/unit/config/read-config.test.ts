import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { settingsFor } from '../../../src/config/compatibility.ts';
import { parseJsonDocument } from '../../../src/config/document/read-files.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { problemLines, problemsOf, read, withEntities, withFile, withRuntime } from './with-file.ts';

const everyKey = fileURLToPath(new URL('fixtures/every-key.jsonc', import.meta.url));
const folder = fileURLToPath(new URL('fixtures', import.meta.url));

const anything = expect.anything();

/** See observability.test.ts and live-settings.test.ts. */
const testedElsewhere = { metrics: anything, traces: anything, accessLog: 'common', audit: anything, live: anything };

/** CORS headers readable by other origins, and the preflight cache time in seconds. */
const usualCors = { exposedHeaders: expect.arrayContaining(['ETag', 'Location', 'WWW-Authenticate']), maxAge: 3600 };

/** Settings that depend only on `compatibility`. compatibility.test.ts has their values. */
const { naming: _naming, nestedCreate: _nestedCreate, ...joineryGraphql } = settingsFor(undefined).graphql;
const joineryRest = { locationHasKeyNames: false, locatesHiddenRows: false, ignoresKeyInBody: false };

describe('readConfig', () => {
  it('reads every key', () => {
    const { config } = readConfig(everyKey, {});
    expect(config.dataSource).toEqual({
      databaseType: 'postgresql',
      embedded: { directory: `${folder}/data`, seed: [`${folder}/every-key.sql`] },
      pool: {
        max: 4,
        changes: 2,
        acquireTimeoutMs: 1,
        maxWaiting: 0,
        connectTimeout: 2,
        silenceTimeoutMs: 3,
        keepAlive: 1000,
      },
      prepared: false,
      catalogIntervalMs: 16,
      statementTimeoutMs: 4,
      sessionContext: {
        settings: new Map(Object.entries({ 'request.jwt.claims': '*', 'app.tenant': 'tenant_id' })),
        roles: new Map(Object.entries({ anonymous: 'web_anonymous', authenticated: 'web_user' })),
      },
      textEquality: 'exact',
      tls: {
        mode: 'verify-ca',
        ca: `${folder}/ca.pem`,
        cert: `${folder}/cert.pem`,
        key: `${folder}/key.pem`,
      },
    });
    expect(config.runtime).toEqual({
      mode: 'development',
      host: '127.0.0.2',
      port: 8080,
      workers: 2,
      logErrorDetail: true,
      drainTimeMs: 34,
      trustedProxies: ['10.0.0.0/8'],
      allowedHosts: [],
      graphql: {
        enabled: true,
        path: '/query',
        introspection: false,
        aggregation: false,
        naming: 'as-is',
        nestedCreate: false,
        plugins: [`${folder}/plugin.ts`],
        persistedDocuments: { manifests: [`${folder}/documents.json`], only: true, automatic: false },
        ...joineryGraphql,
      },
      rest: {
        enabled: false,
        path: '/rest/v1',
        bodyStrict: false,
        singleItemEnvelope: 'none',
        missingItemIsEmpty: false,
        patchInserts: false,
        ...joineryRest,
      },
      console: { enabled: true, roles: ['admin'] },
      authentication: {
        provider: 'Jwt',
        issuers: [
          {
            issuer: 'https://login.example',
            audiences: ['api'],
            keys: { kind: 'file', path: `${folder}/keys.json` },
            algorithms: expect.arrayContaining(['RS256']),
            roleClaim: 'groups',
            clockSkewSeconds: 0,
          },
        ],
      },
      pagination: {
        defaultPageSize: 20,
        maxPageSize: 200,
        nextLinkRelative: true,
        minusOneIsMax: false,
        cursorOnLastPage: true,
      },
      cors: { origins: ['https://a.example'], credentials: true, ...usualCors },
      baseRoute: '/shop',
      errorCodes: 'joinery',
      forbiddenRowIsMissing: false,
      changes: { keyInUpdate: false, omittedIsNull: false, checksNull: false, viewsByPermissions: false },
      caseInsensitiveRoles: false,
      mistakes: 'refuse',
      numbers: 'string',
      compression: 'fastest',
      limits: {
        operationCacheBytes: 14,
        bodyBytes: 10,
        inValues: 11,
        requestTimeoutMs: 12,
        anonymousStatementMs: 4000,
        responseBytes: 13,
        urlBytes: 15,
        depth: 16,
        aliases: 17,
        directives: 18,
        tokens: 19,
        cost: 20,
        rows: 21,
        filterNodes: 22,
        orderTerms: 24,
        searchWords: 25,
        patternLength: 26,
        cursorBytes: 27,
        newRows: 28,
        fields: 29,
        jsonValues: 30,
        jsonDepth: 31,
        sendTimeoutMs: 32,
        sendingBytes: 33,
      },
      rateLimit: {
        claim: 'sub',
        quota: { requests: 600, burst: 50, databaseTimeMs: 5000 },
        roles: new Map([['admin', { burst: 0, databaseTimeMs: 60_000 }]]),
        limitsDatabaseTime: true,
        window: 30,
        ipv6Prefix: 56,
        maxCallers: 500,
        redis: { url: 'redis://127.0.0.1:6379', prefix: 'shop', timeout: 250 },
      },
      ...testedElsewhere,
    });
    const [order, customer, invoice] = config.entities;
    expect(order).toEqual({
      name: 'Order',
      description: 'What was ordered.',
      source: { object: 'sales.orders', kind: 'view', parameters: [] },
      keyFields: ['id'],
      fields: new Map([
        ['id', {}],
        ['matrix', { type: 'JSON' }],
        ['slug', { filledByDatabase: true }],
        ['total_amount', { alias: 'total', description: 'What was paid.' }],
      ]),
      expose: { exclude: ['secret'] },
      operations: ['read', 'create'],
      rest: { enabled: true, path: 'sales/orders', expand: true, methods: [] },
      graphql: { enabled: true, singular: 'Purchase', plural: 'Purchases', operation: 'mutation', subscription: false },
      cacheControl: { anonymous: 'public, max-age=60', identified: 'private' },
      search: ['id'],
      versionField: 'row_version',
      identityInsert: true,
      audit: { actions: ['update'], includeValues: true },
      relationships: [
        {
          name: 'customer',
          kind: 'belongsTo',
          target: 'Customer',
          on: [['customer_id', 'id']],
          description: 'Who ordered.',
        },
        { name: 'invoice', kind: 'hasOne', target: 'Invoice' },
        { name: 'lines', kind: 'hasMany', target: 'Line' },
        { name: 'products', kind: 'hasMany', target: 'Product', through: { object: 'order_lines' } },
        {
          name: 'parcels',
          kind: 'hasMany',
          target: 'Parcel',
          through: { object: 'packing', sourceOn: [['id', 'order_id']], targetOn: [['parcel_id', 'id']] },
        },
      ],
      permissions: [
        {
          role: 'anonymous',
          actions: [
            { action: 'read', exclude: [] },
            { action: 'create', exclude: ['id'] },
          ],
        },
        {
          role: 'clerk',
          actions: [{ action: 'read', include: ['id'], exclude: [], policy: '@item.owner eq @claims.sub' }],
        },
        { role: 'blind', actions: [{ action: 'read', include: [], exclude: [], policy: 'false' }] },
        {
          role: 'admin',
          actions: ['create', 'read', 'update', 'delete'].map((action) => ({ action, exclude: [] })),
        },
      ],
    });
    expect(customer).toMatchObject({
      expose: { include: ['id', 'name'], exclude: [] },
      rest: { enabled: false, path: 'Customer', expand: false },
      graphql: { enabled: false },
      relationships: [
        { name: 'orders', kind: 'hasMany', target: 'Order', on: [['id', 'customer_id']] },
        { name: 'address', kind: 'one', target: 'Address' },
        {
          name: 'wishes',
          kind: 'hasMany',
          target: 'Product',
          through: { object: 'wishes', sourceOn: [['id', 'customer_id']], targetOn: [['product_sku', 'sku']] },
        },
      ],
    });
    expect(invoice?.graphql).toEqual({ enabled: true, singular: 'Bill', operation: 'mutation', subscription: true });
    expect(config.entities.at(-1)).toMatchObject({
      source: { parameters: [{ name: 'id', required: true, default: null, description: 'What is shipped.' }] },
      rest: { methods: ['get', 'post'] },
      graphql: { operation: 'query' },
      permissions: [{ role: 'clerk', actions: [{ action: 'execute', exclude: [] }] }],
    });
  });

  it('fills in every default', () => {
    const config = read(withEntities({}));
    expect(config.dataSource).toEqual({
      databaseType: 'postgresql',
      connectionString: 'postgres://u:p@localhost/shop',
      pool: {
        max: 20,
        changes: 10,
        acquireTimeoutMs: 5_000,
        maxWaiting: 1_000,
        connectTimeout: 5_000,
        silenceTimeoutMs: 5_000,
        keepAlive: 10_000,
      },
      prepared: true,
      catalogIntervalMs: 20_000,
      statementTimeoutMs: 30_000,
      textEquality: 'exact',
      tls: { mode: 'disable' },
    });
    expect(config.runtime).toEqual({
      mode: 'production',
      host: '127.0.0.1',
      workers: 1,
      port: 4_000,
      logErrorDetail: false,
      drainTimeMs: 5_000,
      trustedProxies: [],
      allowedHosts: [],
      graphql: {
        enabled: true,
        path: '/graphql',
        introspection: true,
        aggregation: true,
        naming: 'pascal',
        nestedCreate: true,
        plugins: [],
        ...joineryGraphql,
      },
      rest: {
        enabled: true,
        path: '/api',
        bodyStrict: true,
        singleItemEnvelope: 'none',
        missingItemIsEmpty: false,
        patchInserts: false,
        ...joineryRest,
      },
      console: { enabled: false, roles: [] },
      authentication: { provider: 'Unauthenticated', issuers: [] },
      pagination: {
        defaultPageSize: 100,
        maxPageSize: 1_000,
        nextLinkRelative: false,
        minusOneIsMax: false,
        cursorOnLastPage: true,
      },
      cors: { origins: [], credentials: false, ...usualCors },
      baseRoute: '',
      errorCodes: 'joinery',
      forbiddenRowIsMissing: false,
      changes: { keyInUpdate: false, omittedIsNull: false, checksNull: false, viewsByPermissions: false },
      caseInsensitiveRoles: false,
      mistakes: 'refuse',
      numbers: 'number',
      compression: 'optimal',
      limits: {
        operationCacheBytes: 67_108_864,
        bodyBytes: 1_048_576,
        urlBytes: 16_384,
        inValues: 1_000,
        requestTimeoutMs: 35_000,
        anonymousStatementMs: 10_000,
        responseBytes: 67_108_864,
        depth: 10,
        aliases: 30,
        directives: 50,
        tokens: 2_000,
        cost: 50_000_000,
        rows: 1_000_000,
        filterNodes: 200,
        orderTerms: 30,
        searchWords: 30,
        patternLength: 2_000,
        cursorBytes: 4_096,
        newRows: 1_000,
        fields: 2_000,
        jsonValues: 100_000,
        jsonDepth: 500,
        sendTimeoutMs: 30_000,
        sendingBytes: 128 * 1024 * 1024,
      },
      accessLog: 'none',
      live: anything,
    });
    expect(config.entities).toEqual([
      {
        name: 'Customer',
        source: { object: 'customers', kind: 'table', parameters: [] },
        fields: new Map(),
        expose: { exclude: [] },
        rest: { enabled: true, path: 'Customer', expand: true, methods: [] },
        graphql: { enabled: true, operation: 'mutation', subscription: true },
        cacheControl: { anonymous: 'no-cache', identified: 'no-store' },
        identityInsert: false,
        audit: { actions: ['create', 'read', 'update', 'delete', 'execute'], includeValues: false },
        relationships: [],
        permissions: [{ role: 'anonymous', actions: [{ action: 'read', exclude: [] }] }],
      },
    ]);
  });

  it('caps the default page size at the maximum', () => {
    const { pagination } = read(withRuntime({ pagination: { 'max-page-size': 50 } })).runtime;
    expect(pagination).toMatchObject({ defaultPageSize: 50, maxPageSize: 50 });
  });

  it('accepts booleans instead of objects', () => {
    const { rest, graphql } = read(withRuntime({ rest: false, graphql: true })).runtime;
    expect([rest.enabled, rest.path, graphql.enabled]).toEqual([false, '/api', true]);
  });

  it('reads YAML and JSON into equal values', () => {
    const source = { ...(parseJsonDocument(readFileSync(everyKey, 'utf8')).value as Record<string, unknown>) };
    // The copy is in another folder, where the referenced files do not exist.
    source['data-source'] = { 'database-type': 'mysql', 'connection-string': 'mysql://u:p@localhost/shop' };
    source.runtime = { host: { mode: 'development' } };
    expect(read(stringify(source), { name: 'joinery.yaml' })).toEqual(read(source));
  });

  it('applies and validates overrides of host and port', () => {
    const { runtime } = read(withEntities({}), { overrides: { host: 'localhost', port: 0 } });
    expect([runtime.host, runtime.port]).toEqual(['localhost', 0]);
    expect(problemLines(withEntities({}), { overrides: { host: '0.0.0.0', port: 70_000 } })).toEqual([
      expect.stringContaining('runtime host host: In production'),
      expect.stringContaining('runtime host port: '),
    ]);
  });

  it('freezes the whole configuration', () => expect(unfrozen(readConfig(everyKey, {}).config, 'config')).toEqual([]));

  it('returns warnings', () => {
    const content = withEntities({ Secret: { source: 'secrets' } });
    expect(problemsOf(content)).toEqual([
      { path: ['entities', 'Secret'], severity: 'warning', message: expect.stringContaining('No role has') },
    ]);
    expect(read(content).entities).toHaveLength(2);
  });

  it('throws if the file cannot be read', () => {
    expect(() => withFile({}, (file) => readConfig(`${file}.missing`, {}))).toThrow('1 problem');
  });
});

function unfrozen(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const children = value instanceof Map ? [...value] : Object.entries(value);
  return [
    ...(Object.isFrozen(value) ? [] : [path]),
    ...children.flatMap(([key, child]) => unfrozen(child, `${path}.${key}`)),
  ];
}
