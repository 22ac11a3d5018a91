import { describe, expect, it } from 'vitest';
import { permissions, problemLines, read } from './with-file.ts';

const REMOTE = 'postgres://app@db.example/shop';

const withSource = (source: object) => ({
  'data-source': { 'database-type': 'postgresql', 'connection-string': REMOTE, ...source },
  entities: { Customer: { source: 'customers', permissions } },
});

const command = { 'password-command': ['vault', 'read', 'a b'] };
const azure = { identity: { provider: 'azure' } };
const aws = { identity: { provider: 'aws-rds', region: 'eu-central-1' } };
const onMysql = { 'database-type': 'mysql', 'connection-string': 'mysql://app@localhost/shop' };

describe('the login', () => {
  it('has a password by a command', () => {
    expect(read(withSource(command)).dataSource.passwordCommand).toEqual({
      command: ['vault', 'read', 'a b'],
      folder: expect.stringMatching(/joinery-config-/),
      lifetimeMs: 600_000,
    });
    expect(read(withSource({ ...command, 'password-ttl-ms': 5_000 })).dataSource.passwordCommand?.lifetimeMs).toBe(
      5_000,
    );
  });

  it('has a token of the platform', () => {
    expect(read(withSource(aws)).dataSource.identity).toEqual({ provider: 'aws-rds', region: 'eu-central-1' });
    const identity = { provider: 'azure', 'client-id': 'c', scope: 's' };
    expect(read(withSource({ identity })).dataSource.identity).toEqual({
      provider: 'azure',
      clientId: 'c',
      scope: 's',
    });
  });

  it.each([
    [command],
    [azure],
    [{ ...azure, 'connection-string': 'postgres://app@localhost/shop' }],
    [{ ...azure, tls: { mode: 'verify-ca' } }],
    [{ ...command, ...onMysql }],
    [{ ...azure, ...onMysql, tls: { mode: 'verify-full' } }],
    [{ ...azure, 'connection-string': 'Host=db.example;Username=app;Database=shop' }],
  ])('may be configured as %j', (source) => {
    expect(problemLines(withSource(source))).toEqual([]);
  });

  const INSECURE = 'data-source tls mode: Tokens are only sent to a server whose certificate is verified.';

  it.each([
    [
      { ...command, ...azure },
      'data-source identity: "password-command" and "identity" exclude each other. Remove one of them.',
    ],
    [
      { ...command, 'connection-string': 'postgres://app:secret@db.example/shop' },
      'data-source password-command: The connection string has a password, too. Remove it, or "password-command".',
    ],
    [
      { ...azure, 'connection-string': 'postgres://db.example/shop' },
      'data-source identity: Missing user. Add the name of the login to the connection string.',
    ],
    [{ ...azure, tls: { mode: 'require' } }, INSECURE],
    [{ ...azure, tls: { mode: 'disable' } }, INSECURE],
    [{ ...azure, ...onMysql }, INSECURE],
    [{ ...aws, ...onMysql, tls: { mode: 'require' } }, INSECURE],
    [
      { ...azure, 'database-type': 'mssql', 'connection-string': 'mssql://app@db.example/shop' },
      'data-source identity: "identity" is not supported on SQL Server. Set "Authentication=Active Directory Default" in the connection string.',
    ],
    [
      { ...command, 'database-type': 'mongodb', 'connection-string': 'mongodb://app@localhost/shop' },
      'data-source password-command: "password-command" is not supported on MongoDB. Put the user and the password into the connection string.',
    ],
    [
      { ...command, 'connection-string': undefined, embedded: { directory: 'data' } },
      'data-source password-command: An embedded server needs no password. Remove "password-command".',
    ],
    [
      { identity: { provider: 'azure', region: 'eu-central-1' } },
      'data-source identity region: "region" is only for "aws-rds". Remove it.',
    ],
    [
      { 'password-ttl-ms': 5_000 },
      'data-source password-ttl-ms: "password-ttl-ms" is ignored without "password-command".',
    ],
  ])('may not be configured as %j', (source, problem) => {
    expect(problemLines(withSource(source))).toContain(problem);
  });
});
