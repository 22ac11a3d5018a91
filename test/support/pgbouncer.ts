import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findAccount } from '../../src/embedded/account.ts';
import { findFreePort, stopWithParent } from '../../src/embedded/start-embedded.ts';

const START_TIMEOUT_MS = 10_000;

export interface Pooler {
  /** The database's URL through the pooler. */
  readonly connectionString: string;
  /** Kills the pooler, and restarts it on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolerSettings {
  readonly program: string;
  /** Must not exist yet. */
  readonly folder: string;
  /** The database's URL: `postgres://user:password@host:port/database`. */
  readonly target: string;
  /** Additional settings: `{ pool_mode: 'transaction' }`. */
  readonly settings: Readonly<Record<string, string | number>>;
}

/** Runs pgbouncer in front of a database, under an unprivileged account. */
export async function startPooler({ program, folder, target, settings }: PoolerSettings): Promise<Pooler> {
  const { hostname, port: targetPort, username, password, pathname } = new URL(target);
  const account =
    process.getuid?.() === 0 ? ((await findAccount('postgres')) ?? (await findAccount('nobody')) ?? {}) : {};
  const port = await findFreePort();
  const [file, users, log] = ['pgbouncer.ini', 'users.txt', 'pgbouncer.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    logfile: log,
    default_pool_size: 10,
    max_client_conn: 500,
    ...settings,
  };
  await mkdir(folder);
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    `[databases]\n* = host=${hostname} port=${targetPort}\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  await writeFile(log, '');
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const path of [folder, file, users, log]) await chown(path, account.uid, account.gid);
  }
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  let [pooler, callOffWatch] = await launch();
  return {
    connectionString: url.href,
    restart: async () => {
      await end('SIGKILL');
      [pooler, callOffWatch] = await launch();
    },
    stop: () => end('SIGKILL'),
  };

  async function launch(): Promise<[ChildProcess, () => void]> {
    const started = spawn(program, ['-q', file], { ...account, cwd: '/', detached: true, stdio: 'ignore' });
    await once(started, 'spawn');
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await answers(url, pathname.slice(1)))) {
      if (started.exitCode !== null || Date.now() > deadline) {
        throw new Error(`pgbouncer did not start:\n${await readFile(log, 'utf8')}`);
      }
      await sleep(20);
    }
    return [started, stopWithParent(started, account, 'TERM')];
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    callOffWatch();
    if (pooler.exitCode !== null || pooler.signalCode !== null) return;
    const ended = once(pooler, 'exit');
    pooler.ref();
    pooler.kill(signal);
    await ended;
  }
}

/** Returns whether a session can be opened. */
async function answers(url: URL, database: string): Promise<boolean> {
  const client = new Client({ connectionString: url.href, database });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
