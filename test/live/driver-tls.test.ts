import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../src/dialect/postgres/driver/open-postgres.ts';
import { plainUnit } from '../../src/dialect/postgres/driver/unit-messages.ts';
import { chooseAccount } from '../../src/embedded/account.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/embedded/start-embedded.ts';
import type { Driver } from '../../src/store/driver.ts';
import { runUnit } from '../../src/store/run-unit.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

describeOn('postgres', 'sessions that are protected', () => {
  let server: EmbeddedServer;
  let driver: Driver;

  beforeAll(async () => {
    const folder = await makeTemporaryFolder();
    const [cert, key] = [join(folder, 'server.cert'), join(folder, 'server.key')];
    const kind = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=server',
    ];
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
    server = await startEmbedded({
      directory,
      seed: [],
      settings: { ssl: 'on', ssl_cert_file: cert, ssl_key_file: key },
    });
    const { connectionString } = server;
    const { dataSource } = readShopConfig('postgres', connectionString);
    driver = await openPostgres({ ...dataSource, connectionString, tls: { mode: 'verify-full', ca: cert } });
  });
  afterAll(async () => {
    await driver.close();
    await server.stop();
  });

  it.each(['reads', 'changes', 'service'] as const)('run units: those for %s', async (kind) => {
    const unit = plainUnit('select ssl::text from pg_stat_ssl where pid = pg_backend_pid()');
    const [set] = await driver[kind].use((session) =>
      'transaction' in session ? session.run(unit) : runUnit(session, unit),
    );
    expect(set?.rows).toEqual([['true']]);
  });

  it('are cancelled', async () => {
    const error = await driver.changes
      .use(async (session) => {
        const running = session.run(plainUnit('select pg_sleep(60)::text'));
        await Promise.all([running, session.cancel()]);
      })
      .catch((thrown) => thrown);
    expect(driver.meaning(error)).toMatchObject({ refusal: { code: 'DatabaseTimeout' }, isSessionLost: false });
  });

  it('read no more of an answer than it may have', async () => {
    const large = { ...plainUnit("select repeat('x', 1000000)"), maxBytes: 1000 };
    const error = await driver.reads.use((session) => runUnit(session, large)).catch((thrown) => thrown);
    expect(driver.meaning(error)).toMatchObject({ refusal: { code: 'LimitExceeded' }, isSessionLost: true });
  });
});
