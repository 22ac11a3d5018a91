import { describe, expect, it } from 'vitest';
import type { DatabaseType } from '../../../../src/config/config.ts';
import { parsePairs, readConnection } from '../../../../src/config/connection/read-connection.ts';
import { problemsOf, read, withEntities } from '../with-file.ts';

describe('parsePairs', () => {
  it.each([
    ['a=1;b=2', ['a', '1'], ['b', '2']],
    [' a b = 1 ; ; c=;', ['a b', '1'], ['c', '']],
    [`a="x;y";b='it''s';c="say ""so"""`, ['a', 'x;y'], ['b', "it's"], ['c', 'say "so"']],
    ['a=1=2; ', ['a', '1=2']],
    [`a=it's;b=x"y`, ['a', "it's"], ['b', 'x"y']],
  ])('parses %j', (text, ...pairs) => {
    expect(parsePairs(text)).toEqual(pairs.map(([keyword, value]) => ({ keyword, value })));
  });

  it.each(['a', 'a=1;b', 'a="1', "a='1'2", '=1'])('rejects %j', (text) => {
    expect(parsePairs(text)).toBeUndefined();
  });
});

const url = (text: string, type: DatabaseType): string | undefined => readConnection(text, type).url;

describe('a keyword connection string', () => {
  it.each<[DatabaseType, string, string]>([
    [
      'postgresql',
      'Host=db;Port=5433;Database=shop;Username=joe;Password="a;b/c@d"',
      'postgres://joe:a%3Bb%2Fc%40d@db:5433/shop',
    ],
    ['postgresql', 'host=/var/run/pg;database=shop', 'postgres://%2Fvar%2Frun%2Fpg/shop'],
    ['postgresql', 'Server=::1;Database=shop;User Id=joe', 'postgres://joe@[::1]/shop'],
    ['mysql', 'server=db;uid=joe;pwd=x;database=my shop', 'mysql://joe:x@db/my%20shop'],
    ['mariadb', 'Server=db;User=joe;Database=shop', 'mariadb://joe@db/shop'],
    [
      'mssql',
      'Server=tcp:db.example,1433;Initial Catalog=shop;User ID=joe;Password=x',
      'mssql://joe:x@db.example:1433/shop',
    ],
    ['mssql', 'Data Source=.\\SQLEXPRESS;Database=shop', 'mssql://localhost/shop?instanceName=SQLEXPRESS'],
    ['mssql', 'Server=(local);Database=shop;Integrated Security=false', 'mssql://localhost/shop'],
  ])('for %s is converted to a URL: %s', (type, text, expected) => {
    const { url, faults } = readConnection(text, type);
    expect({ url, faults }).toEqual({ url: expected, faults: [] });
  });

  it('sets timeouts and the pool size', () => {
    const text = 'Host=h;Database=d;Timeout=3;Command Timeout=0;Maximum Pool Size=7;Application Name=x;Pooling=true';
    expect(readConnection(text, 'postgresql').options).toEqual({
      tls: {},
      connectTimeout: 3_000,
      statementTimeout: 2_147_483_647,
      poolMax: 7,
    });
    const mysql = 'Server=h;Database=d;ConnectionTimeout=3;DefaultCommandTimeout=4;MaxPoolSize=5';
    expect(readConnection(mysql, 'mysql').options).toMatchObject({
      connectTimeout: 3_000,
      statementTimeout: 4_000,
      poolMax: 5,
    });
  });

  it.each([
    ['Host=h;Database=d;SSL Mode=VerifyFull;Root Certificate=/ca.pem', { mode: 'verify-full', ca: '/ca.pem' }],
    ['Host=h;Database=d;SslMode=VerifyCA;SslCert=c;SslKey=k', { mode: 'verify-ca', cert: 'c', key: 'k' }],
    ['Host=h;Database=d;SSL Key=k;SSL Password=p', { key: 'k', passphrase: 'p' }],
    ['Host=h;Database=d;SslMode=Required', { mode: 'require' }],
    ['Host=h;Database=d;SslMode=None', { mode: 'disable' }],
    ['Server=h;Database=d;Encrypt=True', { mode: 'verify-full' }],
    ['Server=h;Database=d;Encrypt=yes;Trust Server Certificate=yes', { mode: 'require' }],
    ['Server=h;Database=d;TrustServerCertificate=True', { mode: 'require' }],
    ['Server=h;Database=d;Encrypt=Strict;TrustServerCertificate=True', { mode: 'verify-full' }],
    ['Server=h;Database=d;Encrypt=Optional', { mode: 'disable' }],
  ])('sets the TLS mode: %s', (text, tls) => {
    expect(readConnection(text, 'mssql')).toMatchObject({ options: { tls }, faults: [] });
  });

  it.each([
    ['Database=d', 'The connection string has no host.'],
    ['Host=h', 'The connection string has no database.'],
    ['Host=h;Database=d;Password="x', 'Invalid connection string.'],
    ['Host=h;Database=d;Port=x', 'Invalid port.'],
    ['Host=h,i;Database=d', 'The host must be one server that listens on TCP.'],
    ['Host=h h;Database=d', 'Invalid host.'],
    ['Host=h;Database=d;SSL Mode=maybe', 'Unknown SSL mode.'],
    ['Host=h;Database=d;Encrypt=maybe', 'Unknown value of "Encrypt".'],
    ['Host=h;Database=d;Timeout=soon', 'A timeout or the pool size is not an integer.'],
    ['Host=h;Database=d;Integrated Security=SSPI', 'Windows authentication is not supported.'],
    ['Host=h;Database=d;Authentication=Active Directory Default', 'Only sign-in by user and password is supported.'],
    ['Host=h;Database=d;Search Path=sales', 'A search path is not supported.'],
  ])('is rejected: %s', (text, message) => {
    expect(readConnection(text, 'postgresql').faults).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining(message) }),
    ]);
  });

  it.each([
    [
      'Host=h;Database=d;No Reset On Close=true',
      'Unknown keyword "No Reset On Close" in the connection string is ignored.',
    ],
    ['Host=h;Database=d;Pooling=false', '"Pooling" is ignored, because sessions are always pooled.'],
    [
      'Host=h;Database=d;SSL Mode=Prefer',
      'This SSL mode would silently fall back to plain text, so it is treated as Require.',
    ],
  ])('causes a warning: %s', (text, message) => {
    expect(readConnection(text, 'postgresql').faults).toEqual([
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining(message) }),
    ]);
  });
});

describe('a connection URL', () => {
  it('is unchanged if it has no TLS options', () => {
    expect(url('postgres://u:p%40@h/d?application_name=x', 'postgresql')).toBe(
      'postgres://u:p%40@h/d?application_name=x',
    );
  });

  it.each<[DatabaseType, string, string]>([
    ['mysql', 'mariadb', 'mysql://user:password@host:port/database, or "database-type": "mariadb"'],
    ['postgresql', 'mysql', 'postgres://user:password@host:port/database, or "database-type": "mysql"'],
    ['mariadb', 'postgresql', 'mariadb://user:password@host:port/database, or "database-type": "postgresql"'],
    ['mysql', 'secret', 'mysql://user:password@host:port/database'],
  ])('of %s with the scheme %s:// is rejected with the expected scheme', (type, scheme, expected) => {
    const message = `The scheme of this URL does not fit the database type "${type}".`;
    expect(readConnection(`${scheme}://u:p@h:1/d`, type).faults).toEqual([{ severity: 'error', message, expected }]);
  });

  it.each(['mongodb://u:p@h:1', 'mongodb+srv://u:p@h/?retryReads=false'])('needs a database on MongoDB: %s', (text) => {
    expect(readConnection(text, 'mongodb').faults).toEqual([
      {
        severity: 'error',
        message: 'The URL has no database.',
        expected: 'mongodb://user:password@host:port/database',
      },
    ]);
  });

  it.each<[Exclude<DatabaseType, 'mongodb'>, string, object]>([
    ['postgresql', 'sslmode=verify-ca&sslrootcert=/ca.pem&application_name=x', { mode: 'verify-ca', ca: '/ca.pem' }],
    ['mysql', 'ssl-mode=VERIFY_IDENTITY&application_name=x', { mode: 'verify-full' }],
    ['mssql', 'encrypt=true&trustServerCertificate=true&application_name=x', { mode: 'require' }],
  ])('of %s moves %s into the TLS options', (type, query, tls) => {
    const scheme = { postgresql: 'postgres', mysql: 'mysql', mariadb: 'mariadb', mssql: 'mssql' }[type];
    expect(readConnection(`${scheme}://u:p@h:1/d?${query}`, type)).toEqual({
      url: `${scheme}://u:p@h:1/d?application_name=x`,
      options: { tls },
      faults: [],
    });
  });
});

const source = (more: object): Record<string, unknown> => ({
  ...withEntities({}),
  'data-source': { 'database-type': 'postgresql', ...more },
});
const tlsOf = (text: string, tls?: object) =>
  read(source({ 'connection-string': text, ...(tls && { tls }) })).dataSource.tls;

describe('data source settings', () => {
  it('prefer single keys to the connection string', () => {
    const text = 'Host=localhost;Database=d;Timeout=3;Command Timeout=4;Max Pool Size=5;SSL Mode=Require';
    expect(read(source({ 'connection-string': text })).dataSource).toMatchObject({
      connectionString: 'postgres://localhost/d',
      pool: { max: 5, connectTimeout: 3_000, acquireTimeoutMs: 5_000 },
      statementTimeoutMs: 4_000,
      tls: { mode: 'require' },
    });
    const keys = {
      pool: { max: 1, 'connect-timeout-ms': 2 },
      'statement-timeout-ms': 3,
      tls: { mode: 'disable' },
    };
    expect(read(source({ 'connection-string': text, ...keys })).dataSource).toMatchObject({
      pool: { max: 1, connectTimeout: 2 },
      statementTimeoutMs: 3,
      tls: { mode: 'disable' },
    });
  });

  it.each([
    ['postgres://localhost/d', 'disable'],
    ['postgres://127.0.0.1:1/d', 'disable'],
    ['postgres://[::1]/d', 'disable'],
    ['postgres://%2Fvar%2Frun/d', 'disable'],
    ['postgres:///d?host=/var/run', 'disable'],
    ['postgres://db/d', 'verify-full'],
    ['postgres://10.0.0.1/d', 'verify-full'],
    ['postgres://localhost.example.com/d', 'verify-full'],
    ['postgres://db/d?sslmode=disable', 'disable'],
  ])('protect %s with the mode %s', (text, mode) => {
    expect(tlsOf(text)).toEqual({ mode });
  });

  it('reject half of a certificate pair, and missing files', () => {
    const found = problemsOf(source({ 'connection-string': 'postgres://h/d', tls: { cert: 'c.pem' } }));
    expect(found.map(({ path, message }) => [path.join(' '), message])).toEqual([
      ['data-source tls key', expect.stringContaining('belong together')],
      ['data-source tls cert', expect.stringContaining('File not found: ')],
    ]);
    expect(problemsOf(source({ 'connection-string': 'postgres://h/d?sslrootcert=no.pem' }))).toHaveLength(1);
  });

  it('never include connection string values in problems', () => {
    for (const text of ['Host=secret;Password=secret', 'Host=h;Database=d;Port=secret', 'Host=h;Password="secret']) {
      const problems = problemsOf(source({ 'connection-string': text }));
      expect(problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(problems)).not.toContain('secret');
    }
  });
});
