import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import { chooseAccount } from '../../src/embedded/account.ts';
import { startEmbedded } from '../../src/embedded/start-embedded.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import { runOne } from '../../src/store/run-one.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

interface Protected {
  readonly driver: Driver;
  readonly stop: () => Promise<void>;
}

async function openOnPostgres(): Promise<Protected> {
  const folder = await makeTemporaryFolder();
  const [cert, key] = [join(folder, 'server.cert'), join(folder, 'server.key')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=server'];
  await run('openssl', [
    'req',
    '-x509',
    ...kind,
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  const directory = join(folder, 'postgres');
  await mkdir(directory);
  const { uid, gid } = await chooseAccount(join(directory, 'data'));
  if (uid !== undefined && gid !== undefined) for (const file of [cert, key]) await chown(file, uid, gid);
  await chmod(key, 0o600);
  const server = await startEmbedded({
    directory,
    seed: [],
    settings: { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key },
  });
  const { connectionString } = server;
  const { dataSource } = readShopConfig('postgres', connectionString);
  const driver = await openPostgres({ ...dataSource, connectionString, tls: { mode: 'verify-full', ca: cert } });
  return { driver, stop: () => server.stop() };
}

/** MySQL offers TLS with a self-signed certificate by default. */
async function openOnMysql(): Promise<Protected> {
  const connectionString = await createDatabase('mysql', 'driver_tls', []);
  const { dataSource } = readShopConfig('mysql', connectionString);
  const driver = await kindOf('mysql').open({ ...dataSource, tls: { mode: 'require' } });
  return { driver, stop: async () => undefined };
}

const servers = [
  {
    name: 'postgres',
    open: openOnPostgres,
    version: 'select version from pg_stat_ssl where pid = pg_backend_pid()',
    sleep: 'select pg_sleep(60)::text',
  },
  {
    name: 'mysql',
    open: openOnMysql,
    version: "select variable_value from performance_schema.session_status where variable_name = 'Ssl_version'",
    sleep: 'select cast(a.n + sleep(60) as char) from (select 1 as n union all select 2) a',
  },
] as const;

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

describe.each(servers)('on $name', ({ name, open, version, sleep }) => {
  describeOn(name, 'sessions over TLS', () => {
    let driver: Driver;
    let stop: Protected['stop'];

    beforeAll(async () => {
      ({ driver, stop } = await open());
    });
    afterAll(async () => {
      await driver.close();
      await stop();
    });

    it.each(['reads', 'changes', 'service'] as const)('run statements: sessions for %s', async (kind) => {
      const [set] = await driver[kind].use((session) =>
        'transaction' in session ? session.run(boundStatement(version)) : runOne(session, boundStatement(version)),
      );
      expect(set?.rows).toEqual([[expect.stringMatching(/^TLSv1/)]]);
    });

    it('can be canceled', async () => {
      const error = await driver.changes
        .use(async (session) => {
          const running = session.run(boundStatement(sleep));
          await Promise.all([running, session.cancel()]);
        })
        .catch((thrown) => thrown);
      expect(driver.classify(error)).toMatchObject({ apiError: { code: 'DatabaseTimeout' }, isSessionLost: false });
    });

    it('stop reading a result that exceeds its limit', async () => {
      const large = { ...boundStatement("select repeat('x', 1000000)"), maxBytes: 1000 };
      const error = await driver.reads.use((session) => runOne(session, large)).catch((thrown) => thrown);
      expect(driver.classify(error)).toMatchObject({ apiError: { code: 'LimitExceeded' }, isSessionLost: true });
    });
  });
});
