import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { permissions, problemLines, read, withEntities, withRuntime } from './with-file.ts';

describe('compatibility', () => {
  it('sets the options of Data API builder', () => {
    expect(read(withRuntime({ compatibility: 'dab' })).runtime).toMatchObject({
      graphql: {
        pluralIsConnection: true,
        orderByList: false,
        dateScalar: 'DateTime',
        checksAreEnums: false,
        nestedCreate: false,
      },
      rest: { singleItemEnvelope: 'value', missingItemIsEmpty: true, patchInserts: true, bodyStrict: true },
      pagination: { defaultPageSize: 100, maxPageSize: 100_000, minusOneIsMax: true, cursorOnLastPage: false },
      errorCodes: 'dab',
      forbiddenRowIsMissing: true,
    });
  });

  it.each([
    ['mysql', 'collation'],
    ['mssql', 'collation'],
    ['postgresql', 'exact'],
  ])('compares strings on %s like Data API builder: %s', (type, equality) => {
    const { runtime, ...others } = withRuntime({ compatibility: 'dab' }) as { runtime: object; 'data-source': object };
    const source = { 'database-type': type, 'connection-string': `${type}://u:p@localhost/shop` };
    const withStyle = { ...others, runtime, 'data-source': source };
    expect(read(withStyle).dataSource.textEquality).toBe(equality);
    expect(read({ ...others, 'data-source': source }).dataSource.textEquality).toBe('exact');
    const exact = { ...withStyle, 'data-source': { ...source, 'text-equality': 'exact' } };
    expect(read(exact).dataSource.textEquality).toBe('exact');
  });

  it('is overridden by single keys', () => {
    const runtime = {
      compatibility: 'dab',
      pagination: { 'max-page-size': 7, 'default-page-size': null },
      graphql: { 'multiple-mutations': { create: { enabled: true } } },
    };
    expect(read(withRuntime(runtime)).runtime).toMatchObject({
      graphql: { nestedCreate: true, pluralIsConnection: true },
      pagination: { defaultPageSize: 7, maxPageSize: 7 },
    });
  });

  it('raises the maximum page size to the configured default', () => {
    const pagination = { 'default-page-size': 5_000 };
    expect(problemLines(withRuntime({ compatibility: 'dab', pagination }))).toEqual([]);
    expect(problemLines(withRuntime({ pagination }))).toHaveLength(1);
  });
});

describe('page, depth, and response sizes', () => {
  it.each([
    [
      { pagination: { 'max-page-size': -1, 'default-page-size': -1 } },
      { pagination: { defaultPageSize: 2_147_483_647, maxPageSize: 2_147_483_647 } },
    ],
    [{ pagination: { 'max-page-size': 20, 'default-page-size': -1 } }, { pagination: { defaultPageSize: 20 } }],
    [{ pagination: { 'max-page-size': -1, 'default-page-size': 9_999 } }, { pagination: { defaultPageSize: 9_999 } }],
    [{ graphql: { 'depth-limit': -1 } }, { limits: { depth: Number.POSITIVE_INFINITY } }],
    [{ graphql: { 'depth-limit': '4' } }, { limits: { depth: 4 } }],
    [{ graphql: { 'depth-limit': null } }, { limits: { depth: 10 } }],
    [{ host: { 'max-response-size-mb': 2 } }, { limits: { responseBytes: 2_097_152 } }],
    [{ host: { 'max-response-size-mb': '-1' } }, { limits: { responseBytes: 165_675_008 } }],
    [{ host: { 'max-response-size-mb': null } }, { limits: { responseBytes: 67_108_864 } }],
  ])('accept %j', (runtime, expected) => {
    expect(read(withRuntime(runtime)).runtime).toMatchObject(expected);
  });

  it.each([
    [{ pagination: { 'max-page-size': 0 } }, 'runtime pagination max-page-size: '],
    [{ pagination: { 'max-page-size': -2 } }, 'runtime pagination max-page-size: The number is out of range.'],
    [{ graphql: { 'depth-limit': 0 } }, 'runtime graphql depth-limit: The number is out of range.'],
    [{ host: { 'max-response-size-mb': 159 } }, 'runtime host max-response-size-mb: The number is out of range.'],
    [
      { graphql: { 'depth-limit': 3 }, limits: { depth: 4 } },
      'runtime graphql depth-limit: "runtime.limits.depth" sets the same limit',
    ],
    [
      { host: { 'max-response-size-mb': 3 }, limits: { 'response-bytes': 4 } },
      'runtime host max-response-size-mb: "runtime.limits.response-bytes" sets the same limit',
    ],
  ])('reject %j', (runtime, line) => {
    expect(problemLines(withRuntime(runtime))).toEqual([expect.stringContaining(line)]);
  });
});

describe('authentication', () => {
  const jwt = { audience: 'api', issuer: 'https://login.example' };
  const withAuthentication = (authentication: object) => withRuntime({ host: { authentication } });

  const issuer = {
    issuer: jwt.issuer,
    audiences: ['api'],
    keys: { kind: 'discovery' },
    algorithms: expect.arrayContaining(['RS256', 'ES256', 'EdDSA']),
    roleClaim: 'roles',
    clockSkewSeconds: 60,
  };

  it.each(['OpenIDConnect', 'EntraID', 'AzureAD', 'Custom'])('with %s uses JSON Web Tokens', (provider) => {
    expect(read(withAuthentication({ provider, jwt })).runtime.authentication).toEqual({
      provider: 'Jwt',
      issuers: [issuer],
    });
  });

  it('accepts several issuers, and several audiences of an issuer', () => {
    const other = { issuer: 'internal', audience: ['a', 'b'], secret: 's'.repeat(32), 'role-claim': 'realm.roles' };
    expect(
      read(withAuthentication({ provider: 'OpenIDConnect', jwt: [jwt, other] })).runtime.authentication.issuers,
    ).toEqual([
      issuer,
      {
        issuer: 'internal',
        audiences: ['a', 'b'],
        keys: { kind: 'secret', secret: 's'.repeat(32) },
        algorithms: ['HS256', 'HS384', 'HS512'],
        roleClaim: 'realm.roles',
        clockSkewSeconds: 60,
      },
    ]);
  });

  it('reads keys from the configured URL', () => {
    const { authentication } = read(
      withAuthentication({ provider: 'Custom', jwt: { ...jwt, jwks: 'https://k' } }),
    ).runtime;
    expect(authentication.issuers[0]?.keys).toEqual({ kind: 'url', url: 'https://k' });
  });

  it('reads the client ID of sign-in, and defaults its scope', () => {
    const signIn = { 'client-id': 'pages' };
    expect(
      read(withAuthentication({ provider: 'OpenIDConnect', jwt, 'sign-in': signIn })).runtime.authentication.signIn,
    ).toEqual({ clientId: 'pages', scope: 'openid profile offline_access' });
  });

  const custom = (changes: object) => ({ provider: 'Custom', jwt: { ...jwt, ...changes } });
  it.each([
    [{ provider: 'Custom' }, 'jwt: The provider "Custom" requires "jwt".'],
    [{ provider: 'Custom', jwt: { audience: 'a' } }, 'jwt issuer: Missing key "issuer".'],
    [{ provider: 'Custom', jwt: [jwt, { audience: 'a' }] }, 'jwt 1 issuer: Missing key "issuer".'],
    [{ provider: 'Custom', jwt: [jwt, jwt] }, 'jwt 1 issuer: Duplicate issuer "https://login.example".'],
    [{ provider: 'Custom', jwt: [] }, 'jwt: The value must not be empty.'],
    [custom({ audience: [] }), 'jwt audience: The value must not be empty.'],
    [custom({ issuer: 'login' }), 'jwt issuer: Invalid URL.'],
    [custom({ issuer: 'http://login.example' }), 'jwt issuer: Data received over plain HTTP'],
    [custom({ jwks: 'http://login.example/keys' }), 'jwt jwks: Data received over plain HTTP'],
    [custom({ jwks: 'no.json' }), 'jwt jwks: File not found: '],
    [custom({ secret: 'short' }), 'jwt secret: The secret is too short.'],
    [custom({ secret: 's'.repeat(32), jwks: 'https://k' }), 'jwt secret: "jwks" and "secret" exclude each other.'],
    [custom({ algorithms: ['none'] }), 'jwt algorithms 0: The value is not one of'],
    [custom({ algorithms: ['HS256'] }), 'jwt algorithms 0: The algorithm HS256 does not use a public key.'],
    [
      custom({ algorithms: ['RS256'], secret: 's'.repeat(32) }),
      'jwt algorithms 0: The algorithm RS256 does not use a secret.',
    ],
    [{ jwt }, 'jwt: The provider "Unauthenticated" does not use tokens.'],
    [{ provider: 'AppService', jwt }, 'jwt: The provider "AppService" does not use tokens.'],
    [
      { ...custom({ issuer: 'internal', secret: 's'.repeat(32) }), 'sign-in': { 'client-id': 'a' } },
      'jwt issuer: Invalid URL.',
    ],
    [
      { ...custom({ issuer: 'http://login.example', jwks: 'https://k' }), 'sign-in': { 'client-id': 'a' } },
      'jwt issuer: Data received over plain HTTP',
    ],
    [{ ...custom({ issuer: 'login' }), 'sign-in': { 'client-id': 'a' } }, 'jwt issuer: Invalid URL.'],
    [{ 'sign-in': { 'client-id': 'a' } }, 'sign-in: The provider "Unauthenticated" does not use tokens.'],
    [{ provider: 'Entra', jwt }, 'provider: The value is not one of'],
  ])('rejects %j', (authentication, line) => {
    expect(problemLines(withAuthentication(authentication))).toEqual([
      expect.stringContaining(`runtime host authentication ${line}`),
    ]);
  });
});

describe('certificate and key files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'joinery-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const make = (name: string): { cert: string; key: string } => {
    const tls = { cert: join(folder, `${name}.cert`), key: join(folder, `${name}.key`) };
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=a'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', tls.key, '-out', tls.cert], { stdio: 'ignore' });
    return tls;
  };
  const tlsProblems = (tls: object) => problemLines(withRuntime({ host: { tls } }));

  it('must be a matching pair', () => {
    const [one, other] = [make('one'), make('other')];
    expect(tlsProblems(one)).toEqual([]);
    expect(tlsProblems({ cert: one.cert, key: other.key })).toEqual([
      'runtime host tls: Invalid certificate or key: key values mismatch.',
    ]);
    expect(tlsProblems({ cert: put('no.cert', 'nothing'), key: one.key })).toEqual([
      'runtime host tls: Invalid certificate or key: no start line.',
    ]);
    expect(tlsProblems({ cert: one.cert, key: join(folder, 'missing') })).toEqual([
      expect.stringContaining('runtime host tls key: File not found: '),
    ]);
  });

  it.each([
    ['{ "keys": [] }', []],
    ['{ "keys": "none" }', ['runtime host authentication jwt jwks: The file is not a JSON Web Key Set.']],
    ['nothing', ['runtime host authentication jwt jwks: The file is not a JSON Web Key Set.']],
  ])('must contain a JSON Web Key Set: %s', (text, lines) => {
    const jwt = { audience: 'api', issuer: 'internal', jwks: put('keys.json', text) };
    expect(problemLines(withRuntime({ host: { authentication: { provider: 'Custom', jwt } } }))).toEqual(lines);
  });
});

it('rejects credentials for all origins', () => {
  const cors = { origins: ['*'], 'allow-credentials': true };
  expect(problemLines(withRuntime({ host: { cors } }))).toEqual([
    expect.stringContaining(
      'runtime host cors allow-credentials: Browsers send no credentials if all origins are allowed.',
    ),
  ]);
});

describe('the listening address', () => {
  const here = ['127.0.0.1', '127.0.0.53', 'localhost', '::1'];
  const beyond = ['0.0.0.0', '::', '192.0.2.1', 'shop.example', '::ffff:192.0.2.1'];
  const proxies = { 'trusted-proxies': ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'uniquelocal'] };
  const hostLine = (host: object, overrides = {}) => problemLines(withRuntime({ host }), { overrides });

  it.each(here)('%s is loopback and allowed in every mode', (host) => {
    for (const mode of ['production', 'development']) expect(hostLine({ mode, host })).toEqual([]);
  });

  it.each(beyond)('%s requires a trusted proxy in production', (host) => {
    const refused = [expect.stringMatching(/^runtime host host: In production .* "trusted-proxies"/)];
    expect(hostLine({ host })).toEqual(refused);
    expect(hostLine({}, { host })).toEqual(refused);
    expect(hostLine({ host, 'trusted-proxies': [] })).toEqual(refused);
    expect(hostLine({ host }, { exposeDevelopment: true })).toEqual(refused);
    expect(hostLine({ host, ...proxies })).toEqual([]);
    expect(read(withRuntime({ host: { host, ...proxies } })).runtime.trustedProxies).toEqual(
      proxies['trusted-proxies'],
    );
  });

  it.each(beyond)('%s requires --expose-development in development', (host) => {
    const refused = [expect.stringMatching(/^runtime host host: In development .* --expose-development/)];
    expect(hostLine({ mode: 'development', host })).toEqual(refused);
    expect(hostLine({ mode: 'development', host, ...proxies })).toEqual(refused);
    expect(hostLine({ mode: 'development', host }, { exposeDevelopment: true })).toEqual([]);
  });

  it.each(['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1:80', 'local'])('rejects the proxy %j', (proxy) => {
    expect(hostLine({ 'trusted-proxies': ['10.0.0.1', proxy] })).toEqual([
      expect.stringContaining('runtime host trusted-proxies 1: Invalid proxy address.'),
    ]);
  });
});

describe('an entity configuration', () => {
  const readEntity = (written: object) =>
    read(withEntities({ A: { source: 'a', permissions, ...written } })).entities.at(-1);

  it.each([
    [{ rest: 'books' }, { rest: { enabled: true, path: 'books' } }],
    [{ rest: 'false' }, { rest: { enabled: false, path: 'A' } }],
    [{ graphql: 'Book' }, { graphql: { enabled: true, singular: 'Book' } }],
    [{ graphql: '1' }, { graphql: { enabled: true, operation: 'mutation' } }],
    [{ graphql: null }, { graphql: { enabled: false } }],
    [{ mappings: { x: 'y' } }, { fields: new Map([['x', { alias: 'y' }]]) }],
    [{ source: { object: 'a', 'key-fields': ['x'] } }, { keyFields: ['x'] }],
    [
      { 'cache-control': 'max-age=5, public' },
      { cacheControl: { anonymous: 'max-age=5, public', identified: 'no-store' } },
    ],
    [
      { 'cache-control': { identified: 'private' } },
      { cacheControl: { anonymous: 'no-cache', identified: 'private' } },
    ],
  ])('accepts %j', (written, expected) => {
    expect(readEntity(written)).toMatchObject(expected);
  });

  it('accepts parameters as an object of defaults', () => {
    const source = { object: 'p', type: 'stored-procedure', parameters: { id: 1, name: null } };
    const { entities } = read(withEntities({ P: { source, permissions: [] } }));
    expect(entities.at(-1)).toMatchObject({
      source: {
        parameters: [
          { name: 'id', default: 1 },
          { name: 'name', default: null },
        ],
      },
      rest: { methods: ['post'] },
    });
  });

  it('inherits the runtime setting of $expand unless overridden', () => {
    const content = withEntities({ A: { source: 'a', permissions, rest: { expand: true } } });
    const { entities } = read({ ...content, runtime: { rest: { expand: false } } });
    expect(entities.map(({ rest }) => rest.expand)).toEqual([false, true]);
  });

  const procedure = { object: 'p', type: 'stored-procedure' };

  it.each([
    [{ fields: [{ name: 'z' }], mappings: { x: 'y' } }, 'mappings: "mappings" cannot be combined'],
    [
      { fields: [{ name: 'x' }], source: { object: 'a', 'key-fields': ['x'] } },
      'source key-fields: "key-fields" cannot be combined',
    ],
    [{ mappings: { x: 'y', z: 'y' } }, 'mappings z: Duplicate name "y": the column "x" has it, too.'],
    [{ mappings: { x: 'y y' } }, 'mappings x: "y y" is not a valid GraphQL name.'],
    [{ graphql: 'a-b' }, 'graphql: "a-b" is not a valid GraphQL name.'],
    [{ rest: '/Customer' }, 'rest: Duplicate REST path "Customer": '],
    [{ rest: { methods: ['get'] } }, 'rest methods: "methods" is ignored'],
    [
      { source: procedure, permissions: [{ role: 'r', actions: '*' }], rest: { methods: [] } },
      'rest methods: The value must not be empty.',
    ],
    [{ source: { object: 'a', parameters: { x: 1 } } }, 'source parameters: A table has no parameters'],
    [{ 'cache-control': 'a\nb' }, 'cache-control: The value has the wrong format.'],
    [
      {
        source: { ...procedure, parameters: [{ name: 'x' }, { name: 'x' }] },
        permissions: [{ role: 'r', actions: '*' }],
      },
      'source parameters 1: Duplicate parameter "x".',
    ],
    [
      {
        source: procedure,
        permissions: [{ role: 'r', actions: [{ action: 'execute', policy: { database: 'true' } }] }],
      },
      'permissions 0 actions 0 policy database: A policy cannot',
    ],
  ])('rejects or warns of %j', (written, line) => {
    expect(problemLines(withEntities({ A: { source: 'a', permissions, ...written } }))).toEqual([
      expect.stringContaining(`entities A ${line}`),
    ]);
  });
});

it.each([
  'https://app.example.com/',
  'app.example.com',
  'https://*',
  'https://a.*.com',
  'HTTPS://APP.example.com',
  'https://a.example:443',
])('rejects an origin that no browser sends: %s', (origin) => {
  expect(problemLines(withRuntime({ host: { cors: { origins: [origin] } } }))).toEqual([
    expect.stringContaining('runtime host cors origins 0: Invalid origin.'),
  ]);
});

it('accepts exact origins, wildcard domains, and *', () => {
  const origins = ['https://app.example.com', 'http://127.0.0.1:8080', 'https://*.example.com', '*'];
  expect(read(withRuntime({ host: { cors: { origins } } })).runtime.cors.origins).toEqual(origins);
});

it('rejects a missing certificate', () => {
  expect(problemLines(withRuntime({ host: { tls: { cert: 'no.pem', key: 'none.pem' } } }))).toEqual([
    expect.stringContaining('runtime host tls cert: File not found: '),
    expect.stringContaining('runtime host tls key: File not found: '),
  ]);
});

describe('roles with compatibility', () => {
  const withRoles = (compatibility: unknown, ...roles: readonly string[]) => ({
    ...withEntities({
      A: { source: 'a', permissions: [{ role: 'Clerk', actions: ['read'] }] },
      B: { source: 'b', permissions: roles.map((role) => ({ role, actions: ['read'] })) },
    }),
    runtime: { compatibility },
  });

  it('are spelled as at their first use; system roles are lowercase', () => {
    const rolesOf = (compatibility: unknown) =>
      read(withRoles(compatibility, 'CLERK', 'Anonymous', 'X')).entities[2]?.permissions.map(({ role }) => role);
    expect(rolesOf('dab')).toEqual(['Clerk', 'anonymous', 'X']);
    expect(rolesOf(undefined)).toEqual(['CLERK', 'Anonymous', 'X']);
  });

  it('are case-insensitive when permissions are checked for duplicates', () => {
    expect(problemLines(withRoles('dab', 'x', 'X'))).toEqual([
      'entities B permissions 1 actions 0: The role "X" has read more than once. Remove the duplicate.',
    ]);
    expect(problemLines(withRoles(undefined, 'x', 'X'))).toEqual([]);
  });
});
