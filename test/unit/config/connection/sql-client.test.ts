import { describe, expect, it } from 'vitest';
import { readConnection } from '../../../../src/config/connection/read-connection.ts';
import { connectionConfig } from '../../../../src/dialect/sqlserver/driver/open-sqlserver.ts';
import type { ConnectedSource } from '../../../../src/dialect/store-kind.ts';
import { read, withEntities } from '../with-file.ts';

const LOGIN = 'Database=d;User Id=joe;Password=x';

/** Returns the connection configuration passed to mssql. */
function configOf(text: string) {
  const { dataSource } = read({
    ...withEntities({}),
    'data-source': { 'database-type': 'mssql', 'connection-string': text },
  });
  return connectionConfig(dataSource as ConnectedSource);
}

describe('a SqlClient server', () => {
  it.each([
    ['db', 'mssql://db/d'],
    ['db,1435', 'mssql://db:1435/d'],
    ['db, 1435', 'mssql://db:1435/d'],
    ['tcp:db.example,1433', 'mssql://db.example:1433/d'],
    ['TCP:db', 'mssql://db/d'],
    ['db\\SQLEXPRESS', 'mssql://db/d?instanceName=SQLEXPRESS'],
    ['tcp:db\\SQL EXPRESS,1435', 'mssql://db:1435/d?instanceName=SQL%20EXPRESS'],
    ['.', 'mssql://localhost/d'],
    ['.\\SQLEXPRESS', 'mssql://localhost/d?instanceName=SQLEXPRESS'],
    ['(local)', 'mssql://localhost/d'],
    ['(LOCAL)\\X', 'mssql://localhost/d?instanceName=X'],
    ['::1', 'mssql://[::1]/d'],
    ['tcp:[::1],1433', 'mssql://[::1]:1433/d'],
  ])('%s is converted to a URL', (server, url) => {
    expect(readConnection(`Server=${server};Database=d`, 'mssql')).toMatchObject({ url, faults: [] });
  });

  it.each([
    ['(localdb)\\MSSQLLocalDB', 'it does not listen on TCP.'],
    ['np:db', 'The host must be one server that listens on TCP.'],
    ['lpc:db', 'The host must be one server that listens on TCP.'],
    ['admin:db', 'The host must be one server that listens on TCP.'],
    ['\\\\db\\pipe\\sql\\query', 'The host must be one server that listens on TCP.'],
    ['db,port', 'Invalid port.'],
    ['db,99999', 'Invalid port.'],
  ])('%s is rejected', (server, message) => {
    const { url, faults } = readConnection(`Server=${server};Database=d`, 'mssql');
    expect(url).toBeUndefined();
    expect(faults).toEqual([expect.objectContaining({ severity: 'error', message: expect.stringContaining(message) })]);
  });
});

it('the database can be omitted, so that the login chooses it', () => {
  const { url, faults } = readConnection('Server=db;User Id=joe;Password=x', 'mssql');
  expect([url, faults]).toEqual(['mssql://joe:x@db/', []]);
  expect(configOf('Server=db;User Id=joe;Password=x').database).toBe('');
});

describe('authentication with SqlClient keywords', () => {
  it.each([
    [LOGIN, { type: 'default', options: { userName: 'joe', password: 'x' } }],
    [`${LOGIN};Authentication=Sql Password`, { type: 'default', options: { userName: 'joe', password: 'x' } }],
    [`${LOGIN};Trusted_Connection=no`, { type: 'default', options: { userName: 'joe', password: 'x' } }],
    [
      `${LOGIN};Authentication=Active Directory Password;Client Id=app`,
      {
        type: 'azure-active-directory-password',
        options: { userName: 'joe', password: 'x', clientId: 'app', tenantId: 'common' },
      },
    ],
    [
      `${LOGIN};Authentication="Active Directory Service Principal";Tenant Id=ours`,
      {
        type: 'azure-active-directory-service-principal-secret',
        options: { clientId: 'joe', clientSecret: 'x', tenantId: 'ours' },
      },
    ],
    [
      'Database=d;Authentication=Active Directory Managed Identity',
      { type: 'azure-active-directory-msi-vm', options: {} },
    ],
    [
      'Database=d;Authentication=ActiveDirectoryMSI;User Id=its-client-id',
      { type: 'azure-active-directory-msi-vm', options: { clientId: 'its-client-id' } },
    ],
    [
      'Database=d;Authentication=Active Directory Default;User Id=its-client-id',
      { type: 'azure-active-directory-default', options: { clientId: 'its-client-id' } },
    ],
    ['Database=d', { type: 'azure-active-directory-default', options: {} }],
  ])('is configured by %s', (said, authentication) => {
    expect(readConnection(`Server=db;${said}`, 'mssql').faults).toEqual([]);
    expect(configOf(`Server=db;${said}`).authentication).toEqual(authentication);
  });

  it.each([
    ['Database=d;Integrated Security=SSPI', 'Authentication=Active Directory Default'],
    ['Database=d;Trusted_Connection=True', 'Authentication=Active Directory Default'],
    [`${LOGIN};Authentication=Active Directory Integrated`, 'Unsupported value of "Authentication".'],
    [`${LOGIN};Authentication=Active Directory Interactive`, 'Unsupported value of "Authentication".'],
    [`${LOGIN};Authentication=Active Directory Device Code Flow`, 'Unsupported value of "Authentication".'],
    [`${LOGIN};Authentication=constructor`, 'Unsupported value of "Authentication".'],
    [`${LOGIN};Authentication=Active Directory Service Principal`, 'A service principal requires a tenant.'],
    [
      'Database=d;User Id=joe;Authentication=Active Directory Password',
      'This authentication method requires a password.',
    ],
    ['Database=d;Authentication=Sql Password', 'This authentication method requires a user.'],
  ])('is rejected: %s', (said, message) => {
    expect(readConnection(`Server=db;${said}`, 'mssql').faults).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining(message) }),
    ]);
  });

  it('is also checked in a URL', () => {
    const faults = (query: string) =>
      readConnection(`mssql://me:x@db/d?${query}`, 'mssql').faults.map(({ message }) => message);
    expect(faults('authentication=Active%20Directory%20Default')).toEqual([]);
    expect(faults('authentication=Active%20Directory%20Interactive&encrypt=true')).toEqual([
      'Unsupported value of "Authentication".',
    ]);
    expect(faults('authentication=Active%20Directory%20Service%20Principal')).toEqual([
      'A service principal requires a tenant.',
    ]);
    expect(faults('authentication=Active%20Directory%20Service%20Principal&tenantId=ours')).toEqual([]);
  });
});

describe('encryption with SqlClient keywords', () => {
  it.each([
    ['', 'verify-full'],
    ['Encrypt=True', 'verify-full'],
    ['Encrypt=Mandatory;TrustServerCertificate=False', 'verify-full'],
    ['Encrypt=Strict;Trust Server Certificate=True', 'verify-full'],
    ['TrustServerCertificate=True', 'require'],
    ['Encrypt=true;TrustServerCertificate=yes', 'require'],
    ['Encrypt=False', 'disable'],
    ['Encrypt=Optional;TrustServerCertificate=True', 'disable'],
  ])('for %j is %s, also on localhost', (said, mode) => {
    for (const server of ['db.example', 'localhost']) {
      expect(readConnection(`Server=${server};${LOGIN};${said}`, 'mssql').options.tls).toEqual({ mode });
    }
  });

  it('uses the host name and file of the certificate', () => {
    const text = `Server=10.0.0.7;${LOGIN};Host Name In Certificate=db.example;ServerCertificate=/ca.pem`;
    expect(readConnection(text, 'mssql')).toMatchObject({
      url: 'mssql://joe:x@10.0.0.7/d?hostNameInCertificate=db.example',
      options: { tls: { mode: 'verify-full', ca: '/ca.pem' } },
    });
    expect(configOf(`Server=10.0.0.7;${LOGIN};HostNameInCertificate=db.example`).options.serverName).toBe('db.example');
  });
});

describe('other SqlClient keywords', () => {
  it('set timeouts and the pool size', () => {
    const text = `Server=db;${LOGIN};Connection Timeout=30;Command Timeout=7;Max Pool Size=5;Min Pool Size=2`;
    expect(readConnection(text, 'mssql')).toMatchObject({
      options: { connectTimeout: 30_000, statementTimeout: 7_000, poolMax: 5 },
      faults: [],
    });
  });

  it('set the read-only intent and multi-subnet failover', () => {
    const { options } = configOf(`Server=ag;${LOGIN};ApplicationIntent=ReadOnly;MultiSubnetFailover=True`);
    expect(options).toMatchObject({ readOnlyIntent: true, multiSubnetFailover: true });
    expect(configOf(`Server=ag;${LOGIN}`).options).toMatchObject({ readOnlyIntent: false, multiSubnetFailover: false });
  });

  it.each([
    'Application Name=x',
    'Connect Retry Count=3',
    'ConnectRetryInterval=10',
    'Current Language=us_english',
    'Enlist=false',
    'Load Balance Timeout=5',
    'MultipleActiveResultSets=True',
    'Multiple Active Result Sets=False',
    'Network Library=dbmssocn',
    'Packet Size=4096',
    'Persist Security Info=False',
    'Pooling=true',
    'Type System Version=Latest',
    'Workstation ID=x',
  ])('have no effect: %s', (said) => {
    const { url, faults } = readConnection(`Server=db;${LOGIN};${said}`, 'mssql');
    expect([url, faults]).toEqual(['mssql://joe:x@db/d', []]);
  });

  it.each(['Column Encryption Setting=Enabled', 'Failover Partner=other', 'AttachDBFilename=x'])(
    'cause a warning: %s',
    (said) => {
      expect(readConnection(`Server=db;${LOGIN};${said}`, 'mssql').faults).toEqual([
        expect.objectContaining({ severity: 'warning', message: expect.stringContaining('Unknown keyword') }),
      ]);
    },
  );
});

it('reads the connection strings of the Azure portal', () => {
  const portal =
    'Server=tcp:shop.database.windows.net,1433;Initial Catalog=shop;Persist Security Info=False;User ID=joe;Password={x;};' +
    'MultipleActiveResultSets=False;Encrypt=True;TrustServerCertificate=False;Connection Timeout=30;';
  expect(readConnection(portal.replace('{x;}', '"x;"'), 'mssql')).toEqual({
    url: 'mssql://joe:x%3B@shop.database.windows.net:1433/shop',
    options: { tls: { mode: 'verify-full' }, connectTimeout: 30_000 },
    faults: [],
  });
  const entra =
    'Server=tcp:shop.database.windows.net,1433;Initial Catalog=shop;Encrypt=True;TrustServerCertificate=False;Connection Timeout=30;' +
    'Authentication="Active Directory Default";';
  expect(readConnection(entra, 'mssql')).toMatchObject({
    url: 'mssql://shop.database.windows.net:1433/shop?authentication=Active%20Directory%20Default',
    faults: [],
  });
});
