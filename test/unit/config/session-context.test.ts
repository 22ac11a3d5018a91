import { describe, expect, it } from 'vitest';
import { dataSource, permissions, problemLines, read } from './with-file.ts';

const sources = {
  postgresql: dataSource,
  mysql: { 'database-type': 'mysql', 'connection-string': 'mysql://u:p@localhost/shop' },
  mariadb: { 'database-type': 'mariadb', 'connection-string': 'mariadb://u:p@localhost/shop' },
  mssql: { 'database-type': 'mssql', 'connection-string': 'mssql://u:p@localhost/shop' },
};

const clerkToo = [...permissions, { role: 'clerk', actions: ['read'] }];

const withContext = (context: unknown, type: keyof typeof sources = 'postgresql', granted: unknown = permissions) => ({
  'data-source': { ...sources[type], options: { 'set-session-context': context } },
  entities: { Customer: { source: 'customers', permissions: granted } },
});

const PLACE = 'data-source options set-session-context';

describe('set-session-context', () => {
  it.each(Object.keys(sources) as (keyof typeof sources)[])('accepts a flag on %s', (type) => {
    expect(problemLines(withContext(true, type))).toEqual([]);
    expect(read(withContext(true, type)).dataSource.sessionContext).toEqual({});
    expect(read(withContext(false, type)).dataSource.sessionContext).toBeUndefined();
  });

  it('reads settings and roles', () => {
    const context = { settings: { 'app.tenant': 'tenant_id' }, roles: { anonymous: 'web' } };
    expect(read(withContext(context)).dataSource.sessionContext).toEqual({
      settings: new Map([['app.tenant', 'tenant_id']]),
      roles: new Map([['anonymous', 'web']]),
    });
  });

  it.each([
    ['postgresql', { settings: { 'request.jwt.claims': '*', 'app.tenant_id$': 'a b' } }],
    ['postgresql', { roles: { anonymous: 'web', authenticated: 'user' } }],
    ['mysql', { settings: { tenant: 't', 'app.$tenant': 't' } }],
    ['mariadb', { settings: { joinery_claims: '*' } }],
  ] as const)('accepts valid names on %s: %j', (type, context) => {
    expect(problemLines(withContext(context, type, clerkToo))).toEqual([]);
  });

  it.each([
    ['search_path', 'postgresql'],
    ['app.', 'postgresql'],
    ['app.1', 'postgresql'],
    ["app.x', '', true), ('", 'postgresql'],
    ['role', 'postgresql'],
    ['a`b', 'mysql'],
    ['1a', 'mysql'],
    ['a'.repeat(65), 'mysql'],
    ['joinery_0', 'mariadb'],
    ['größe', 'mariadb'],
  ] as const)('rejects the name %s on %s', (name, type) => {
    expect(problemLines(withContext({ settings: { [name]: '*' } }, type))).toEqual([
      `${PLACE} settings ${name}: Invalid name "${name}". Rename it.`,
    ]);
  });

  it('rejects names that differ only in case', () => {
    expect(problemLines(withContext({ settings: { 'app.a': 'x', 'APP.A': 'y' } }))).toEqual([
      `${PLACE} settings APP.A: "app.a" and "APP.A" are the same name to the database. Remove one of them.`,
    ]);
  });

  it('rejects a role with permissions but without a PostgreSQL role', () => {
    const message = (role: string) =>
      `${PLACE} roles: The role "${role}" has permissions but no PostgreSQL role. Add "${role}" to "roles".`;
    expect(problemLines(withContext({ roles: { anonymous: 'web' } }, 'postgresql', clerkToo))).toEqual([
      message('clerk'),
    ]);
    expect(problemLines(withContext({ roles: { authenticated: 'web' } }, 'postgresql', clerkToo))).toEqual([
      message('anonymous'),
    ]);
  });

  it.each([true, { settings: { sub: 'sub' } }])('is rejected on MongoDB: %j', (context) => {
    const source = { 'database-type': 'mongodb', 'connection-string': 'mongodb://localhost/shop' };
    const file = { ...withContext(context), 'data-source': { ...source, options: { 'set-session-context': context } } };
    expect(problemLines(file)).toEqual([`${PLACE}: MongoDB has no session context. Remove this setting.`]);
  });

  it('rejects roles on MySQL, and an object on SQL Server', () => {
    expect(problemLines(withContext({ roles: { anonymous: 'web' } }, 'mysql'))).toEqual([
      `${PLACE} roles: Only PostgreSQL can run statements under another role. Remove "roles".`,
    ]);
    expect(problemLines(withContext({ settings: { sub: 'sub' } }, 'mssql'))).toEqual([
      `${PLACE}: On SQL Server, the names of the session context are fixed. Write true or false.`,
    ]);
  });
});
