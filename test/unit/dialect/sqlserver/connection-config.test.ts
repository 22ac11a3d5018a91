import { describe, expect, it } from 'vitest';
import { connectionConfig } from '../../../../src/dialect/sqlserver/driver/open-sqlserver.ts';
import type { ConnectedSource } from '../../../../src/dialect/store-kind.ts';

const source = (connectionString: string, tls: ConnectedSource['tls'] = { mode: 'verify-full' }): ConnectedSource => ({
  databaseType: 'mssql',
  connectionString,
  pool: {
    max: 4,
    changes: 2,
    acquireTimeoutMs: 1,
    maxWaiting: 1,
    connectTimeout: 3_000,
    silenceTimeoutMs: 2_000,
    keepAlive: 1,
  },
  prepared: true,
  catalogIntervalMs: 0,
  statementTimeoutMs: 1_000,
  tls,
  textEquality: 'exact',
});

const config = (query: string) => connectionConfig(source(`mssql://me:s%40cret@db.example/sh%C3%B6p?${query}`));

describe('the connection configuration of mssql', () => {
  it('decodes the parts of the URL', () => {
    expect(connectionConfig(source('mssql://me:s%40cret@[::1]:14330/sh%C3%B6p'))).toMatchObject({
      server: '::1',
      port: 14_330,
      database: 'shöp',
      authentication: { type: 'default', options: { userName: 'me', password: 's@cret' } },
    });
    expect(config('')).toMatchObject({ server: 'db.example', port: 1433 });
  });

  it('uses the instance name unless a port is given', () => {
    const named = config('instanceName=SQLEXPRESS');
    expect([named.port, named.options.instanceName]).toEqual([undefined, 'SQLEXPRESS']);
    const placed = connectionConfig(source('mssql://me@db.example:1500/shop?instanceName=SQLEXPRESS'));
    expect([placed.port, placed.options.instanceName]).toEqual([1500, undefined]);
  });

  it.each([
    ['disable', false, false],
    ['require', true, true],
    ['verify-ca', true, true],
    ['verify-full', true, false],
  ] as const)('maps the TLS mode %s', (mode, encrypt, trustServerCertificate) => {
    const { options } = connectionConfig(source('mssql://me@db.example/shop', { mode }));
    expect(options).toMatchObject({ encrypt, trustServerCertificate });
  });

  it.each([
    ['', { type: 'default', options: { userName: 'me', password: 's@cret' } }],
    ['authentication=Sql%20Password', { type: 'default', options: { userName: 'me', password: 's@cret' } }],
    [
      'authentication=Active%20Directory%20Password&clientId=app&tenantId=ours',
      {
        type: 'azure-active-directory-password',
        options: { userName: 'me', password: 's@cret', clientId: 'app', tenantId: 'ours' },
      },
    ],
    [
      'authentication=Active+Directory+Service+Principal&tenantId=ours',
      {
        type: 'azure-active-directory-service-principal-secret',
        options: { clientId: 'me', clientSecret: 's@cret', tenantId: 'ours' },
      },
    ],
    [
      'authentication=ActiveDirectoryManagedIdentity',
      { type: 'azure-active-directory-msi-vm', options: { clientId: 'me' } },
    ],
    ['authentication=Active-Directory-MSI', { type: 'azure-active-directory-msi-vm', options: { clientId: 'me' } }],
    [
      'authentication=Active%20Directory%20Default&clientId=app',
      { type: 'azure-active-directory-default', options: { clientId: 'app' } },
    ],
  ])('authenticates with %j', (query, authentication) => {
    expect(config(query).authentication).toEqual(authentication);
  });

  it('uses the managed identity of the machine if no user is given', () => {
    const { authentication } = connectionConfig(
      source('mssql://db.example/shop?authentication=Active%20Directory%20Managed%20Identity'),
    );
    expect(authentication).toEqual({ type: 'azure-active-directory-msi-vm', options: {} });
  });

  it('rejects an unsupported authentication method', () => {
    expect(() => config('authentication=Active%20Directory%20Interactive')).toThrow(
      expect.objectContaining({
        code: 'Unavailable',
        message: expect.stringContaining('Active Directory Interactive'),
      }),
    );
  });

  it('requests a read-only replica', () => {
    expect(config('applicationIntent=ReadOnly').options.readOnlyIntent).toBe(true);
    expect(config('').options.readOnlyIntent).toBe(false);
  });
});
