import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DataSource } from '../../src/config/config.ts';
import { readConnection } from '../../src/config/connection/read-connection.ts';
import { PasswordSource } from '../../src/dialect/driver/password/password-source.ts';
import type { ConnectedSource } from '../../src/dialect/store-kind.ts';
import { type Account, chooseAccount, findAccount } from '../../src/embedded/account.ts';
import { superuser } from '../../src/embedded/cluster.ts';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import type { Driver } from '../../src/store/driver.ts';
import { runOne } from '../../src/store/run-one.ts';
import { type Authority, createAuthority } from '../support/certificates.ts';
import { kindOf, typeOf } from '../support/dialects.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startMysql } from '../support/mysql-server.ts';
import { describeOn, type ServerName } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

/** A server that accepts the user `certified` only with a certificate of this name. */
interface CertifiedServer {
  /** URL of `certified`, without a password. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

type Start = (folder: string, authority: Authority) => Promise<CertifiedServer>;

const startPostgres: Start = async (folder, authority) => {
  const directory = join(folder, 'postgres');
  await mkdir(directory);
  const owner = await chooseAccount(join(directory, 'data'));
  const { cert, key } = await authority.issue('server', { owner });
  const rules = join(folder, 'pg_hba.conf');
  await writeFile(rules, 'hostssl all certified 127.0.0.1/32 cert\nhost all all 127.0.0.1/32 scram-sha-256\n');
  await makeReadable(folder, [rules, authority.ca], owner);
  const server = await startEmbedded({
    directory,
    seed: [],
    settings: { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key, ssl_ca_file: authority.ca, hba_file: rules },
  });
  const admin = new URL(server.connectionString);
  admin.username = superuser;
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  await client.query('create role certified login').finally(() => client.end());
  return { url: withUser(server.connectionString, 'certified'), stop: server.stop };
};

const startFamily =
  (start: typeof startMysql): Start =>
  async (folder, authority) => {
    const owner =
      (process.getuid?.() === 0 ? ((await findAccount('mysql')) ?? (await findAccount('nobody'))) : {}) ?? {};
    const { cert, key } = await authority.issue('server', { owner });
    await makeReadable(folder, [authority.ca], owner);
    const server = await start(join(folder, 'server'), {
      settings: [`ssl-ca=${authority.ca}`, `ssl-cert=${cert}`, `ssl-key=${key}`],
    });
    if (server === undefined) throw new Error('The server is installed');
    const admin = await createConnection({ uri: server.connectionString });
    await admin.query("create user certified require subject '/CN=certified'");
    await admin.query('create database certificates');
    await admin.query('grant all on certificates.* to certified').finally(() => admin.end());
    return { url: `${withUser(server.connectionString, 'certified')}/certificates`, stop: () => server.stop() };
  };

async function makeReadable(folder: string, files: readonly string[], { uid, gid }: Account): Promise<void> {
  await chmod(folder, 0o711);
  if (uid === undefined || gid === undefined) return;
  for (const file of files) await chown(file, uid, gid);
}

function withUser(connectionString: string, user: string): string {
  const url = new URL(connectionString);
  url.username = user;
  url.password = '';
  return url.href;
}

const VERSIONS: Readonly<Record<ServerName, string>> = {
  postgres: "select current_user || ' ' || (select client_dn from pg_stat_ssl where pid = pg_backend_pid())",
  mysql: 'select current_user()',
  mariadb: 'select current_user()',
  sqlserver: '',
};

const USERS = { postgres: 'certified /CN=certified', mysql: 'certified@%', mariadb: 'certified@%' } as const;

describe.each([
  { name: 'postgres', start: startPostgres },
  { name: 'mysql', start: startFamily(startMysql) },
  { name: 'mariadb', start: startFamily(startMariadb) },
] as const)('a client certificate on $name', ({ name, start }) => {
  describeOn(name, 'signs in', () => {
    let folder: string;
    let authority: Authority;
    let server: CertifiedServer;

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      authority = await createAuthority(folder);
      server = await start(folder, authority);
    });
    afterAll(() => server.stop());

    const signIn = async (tls: DataSource['tls'], connectionString = server.url): Promise<unknown> => {
      const { dataSource } = readShopConfig(name, connectionString);
      const driver = await kindOf(name).open({ ...dataSource, connectionString, tls });
      try {
        return await queryUser(driver, name);
      } finally {
        await driver.close();
      }
    };

    it('of the required name', async () => {
      const client = await authority.issue('certified');
      expect(await signIn({ mode: 'verify-full', ca: authority.ca, ...client })).toBe(USERS[name]);
    });

    it('with an encrypted key, by parameters of the URL', async () => {
      const { cert, key } = await authority.issue('certified', { passphrase: 'open sesame' });
      const parameters = new URLSearchParams({
        sslmode: 'verify-full',
        sslrootcert: authority.ca,
        sslcert: cert,
        sslkey: key,
        sslpassword: 'open sesame',
      });
      const { url = '', options } = readConnection(`${server.url}?${parameters}`, typeOf(name));
      expect(await signIn({ mode: 'disable', ...options.tls }, url)).toBe(USERS[name]);
    });

    it('to a server of the host in the URL', async () => {
      const { cert, key } = await authority.issue('certified');
      // The certificate is for 127.0.0.1 only.
      const url = server.url.replace('127.0.0.1', 'localhost');
      expect(await signIn({ mode: 'verify-full', ca: authority.ca, cert, key }, url)).toMatch(/^Unavailable: /);
      expect(await signIn({ mode: 'verify-ca', ca: authority.ca, cert, key }, url)).toBe(USERS[name]);
    });

    it('but not of another name, of another authority, or without one', async () => {
      const tls = { mode: 'verify-full', ca: authority.ca } as const;
      const stranger = await (await createAuthority(folder, 'stranger')).issue('certified');
      for (const client of [await authority.issue('other'), stranger, {}])
        expect(await signIn({ ...tls, ...client })).toMatch(/^Unavailable: /);
    });
  });
});

async function queryUser({ reads, classify }: Driver, name: ServerName): Promise<unknown> {
  const statement = { settings: {}, statement: { text: VERSIONS[name], slots: [] }, values: [] };
  try {
    return (await reads.use((session) => runOne(session, statement)))[0]?.rows[0]?.[0];
  } catch (error) {
    const { apiError } = classify(error);
    return `${apiError?.code}: ${apiError?.message}`;
  }
}

/** PAM reads the configuration of a service only from this folder. */
const PAM_FOLDER = '/etc/pam.d';

const mayConfigurePam = process.getuid?.() === 0;

describe('a password in clear text', () => {
  describeOn('mariadb', 'for PAM on MariaDB', () => {
    let folder: string;
    let authority: Authority;
    let server: Awaited<ReturnType<typeof startMariadb>>;
    let url: string;
    const service = `joinery-test-${process.pid}`;

    beforeAll(async () => {
      if (!mayConfigurePam) return;
      folder = await makeTemporaryFolder();
      await chmod(folder, 0o711);
      authority = await createAuthority(folder);
      const owner = (await findAccount('mysql')) ?? {};
      const { cert, key } = await authority.issue('server', { owner });
      await makeReadable(folder, [authority.ca], owner);
      const script = join(folder, 'check-token');
      await writeFile(script, '#!/bin/sh\ntest "$(tr -d \'\\0\')" = "token of the platform"\n', { mode: 0o755 });
      await writeFile(
        join(PAM_FOLDER, service),
        `auth required pam_exec.so expose_authtok quiet ${script}\naccount required pam_permit.so\n`,
      );
      server = await startMariadb(join(folder, 'server'), {
        settings: [
          'plugin-load-add=auth_pam_v1',
          'pam-use-cleartext-plugin=ON',
          `ssl-ca=${authority.ca}`,
          `ssl-cert=${cert}`,
          `ssl-key=${key}`,
        ],
      });
      const admin = await createConnection({ uri: server?.connectionString ?? '' });
      await admin.query('create database tokens');
      await admin.query(`create user tokens identified via pam using '${service}'`);
      await admin.query('grant all on tokens.* to tokens').finally(() => admin.end());
      url = `${withUser(server?.connectionString ?? '', 'tokens')}/tokens`;
    });
    afterAll(async () => {
      if (!mayConfigurePam) return;
      await rm(join(PAM_FOLDER, service), { force: true });
      await server?.stop();
    });

    const signIn = async (tls: DataSource['tls'], token = 'token of the platform'): Promise<unknown> => {
      const { dataSource } = readShopConfig('mariadb', url);
      const fetch = async () => ({ password: token, expiresAt: Date.now() + 60_000 });
      const passwords = new PasswordSource(fetch, () => undefined);
      const source: ConnectedSource = { ...dataSource, connectionString: url, tls, passwords };
      const driver = await kindOf('mariadb').open(source);
      onTestFinished(() => driver.close());
      return queryUser(driver, 'mariadb');
    };

    it.skipIf(!mayConfigurePam)('is sent to a verified server (needs the rights to configure PAM)', async () => {
      expect(await signIn({ mode: 'verify-full', ca: authority.ca })).toBe('tokens@%');
      expect(await signIn({ mode: 'verify-ca', ca: authority.ca })).toBe('tokens@%');
      expect(await signIn({ mode: 'verify-full', ca: authority.ca }, 'wrong')).toMatch(
        /^Unavailable: The database rejected the login\./,
      );
    });

    it.skipIf(!mayConfigurePam)(
      'is never sent to an unverified server (needs the rights to configure PAM)',
      async () => {
        for (const mode of ['disable', 'require'] as const)
          expect(await signIn({ mode })).toMatch(
            /^Unavailable: The database requests the password in clear text\. Set /,
          );
      },
    );
  });
});
