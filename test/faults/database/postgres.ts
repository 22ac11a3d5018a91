import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount } from '../../../src/embedded/account.ts';
import { locateBinaries } from '../../../src/embedded/binaries.ts';
import { openCluster, serverEnvironment, superuser } from '../../../src/embedded/cluster.ts';
import { findFreePort, seedDatabase, serviceName, stopWithParent } from '../../../src/embedded/start-embedded.ts';
import type { FaultDatabase, StartOptions } from './fault-database.ts';
import { postgresTables } from './postgres-tables.ts';
import { anonymousMemory, descendants, signal } from './processes.ts';

/** Time limit of a start, including crash recovery. */
const START_TIMEOUT_MS = 60_000;

/** Application name of the test's own sessions. */
const OURS = 'faults';
const OF_SERVICE = `datname = '${serviceName}' and application_name <> '${OURS}'`;

/** Sessions that wait for a client, or for a lock of another session. */
const AT_REST = "wait_event_type in ('Client', 'Lock')";

/** Starts PostgreSQL with durable data below `folder`: `fsync` is on. */
export async function startPostgres(
  folder: string,
  { settings, elsewhere = '' }: StartOptions,
): Promise<FaultDatabase> {
  await mkdir(folder, { recursive: true });
  const port = await findFreePort();
  const account = await chooseAccount(join(folder, 'data'));
  const binaries = await locateBinaries(account);
  const cluster = await openCluster(folder, account, binaries);
  const login = (user: string, database: string) => ({
    user,
    database,
    host: '127.0.0.1',
    port,
    password: cluster.password,
    application_name: OURS,
  });
  let server: ChildProcess | undefined;
  let callOffWatch = (): void => undefined;
  let frozen: readonly number[] = [];

  const asAdmin = async <T>(work: (client: Client) => Promise<T>, database = serviceName): Promise<T> => {
    const client = new Client(login(superuser, database));
    client.on('error', () => undefined);
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const query: FaultDatabase['query'] = (sql) => asAdmin(async (client) => (await client.query(sql)).rows);

  const spawnServer = async (): Promise<ChildProcess> => {
    const log = await open(join(folder, 'server.log'), 'a');
    const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
    const started = spawn(
      binaries.postgres,
      ['-D', cluster.folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...account, cwd: '/', env: serverEnvironment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
    );
    await once(started, 'spawn').finally(() => log.close());
    callOffWatch = stopWithParent(started, account, 'INT');
    return started;
  };

  const start: FaultDatabase['start'] = async () => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    server = await spawnServer();
    for (;;) {
      try {
        return await asAdmin(async () => undefined, 'postgres');
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      // Shared memory of a killed server is in use until its last session has ended.
      if (server.exitCode !== null) server = await spawnServer();
      await sleep(10);
    }
  };

  const end = async (name: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    callOffWatch();
    server.ref();
    const ended = once(server, 'exit');
    server.kill(name);
    await ended;
  };

  const sessions = async (where = 'true'): Promise<readonly number[]> => {
    const rows = await query(`select pid from pg_stat_activity where ${OF_SERVICE} and ${where}`);
    return rows.map(({ pid }) => Number(pid));
  };

  const endAll = async (pids: readonly number[]): Promise<void> => {
    if (pids.length > 0) await query(`select pg_terminate_backend(pid) from unnest(array[${pids.join(', ')}]) pid`);
  };

  const thaw = (): void => {
    signal(frozen, 'SIGCONT');
    frozen = [];
  };

  await start();
  await seedDatabase(port, cluster.password, []);
  const owner = new Client(login(serviceName, serviceName));
  await owner.connect();
  await owner.query(postgresTables).finally(() => owner.end());

  return {
    connectionString: `postgres://${serviceName}:${cluster.password}@127.0.0.1:${port}/${serviceName}`,
    type: 'postgresql',
    query,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    freeze: async () => {
      const postmaster = server?.pid ?? 0;
      frozen = [postmaster, ...descendants(postmaster)];
      signal(frozen, 'SIGSTOP');
    },
    // A session stopped while it works may hold a page or the log, which blocks the whole database.
    freezeSessions: async () => {
      for (let moving = await sessions(); moving.length > 0; ) {
        signal(moving, 'SIGSTOP');
        const resting = await sessions(AT_REST);
        frozen = [...frozen, ...moving.filter((pid) => resting.includes(pid))];
        moving = moving.filter((pid) => !resting.includes(pid));
        signal(moving, 'SIGCONT');
        await sleep(1);
        const open = await sessions();
        moving = moving.filter((pid) => open.includes(pid));
      }
    },
    thaw,
    endSessions: async (share) => {
      const pids = await sessions();
      await endAll(pids.filter(() => Math.random() < share));
    },
    lock: async (table) => {
      const client = new Client(login(superuser, serviceName));
      await client.connect();
      await client.query('begin');
      await client.query(`lock table ${client.escapeIdentifier(table)} in access exclusive mode`);
      return () => client.end();
    },
    refuseChanges: async () => {
      const setReadOnly = async (value: string): Promise<void> => {
        await query(`alter system set default_transaction_read_only = ${value}`);
        await query('select pg_reload_conf()');
      };
      await setReadOnly('on');
      return () => setReadOnly('default');
    },
    // After that, not even the administrator can connect.
    takeConnections: () =>
      asAdmin(async (client) => {
        const held: Client[] = [];
        for (let free = true; free; ) {
          const { rowCount } = await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where ${OF_SERVICE}`,
          );
          free = (await takeAll(held, () => new Client(login(serviceName, serviceName)))) || rowCount !== 0;
        }
        return async () => void (await Promise.all(held.map((session) => session.end())));
      }),
    moveTable: async (table) => {
      const target = join(elsewhere, 'tablespace');
      await mkdir(target);
      if (account.uid !== undefined && account.gid !== undefined) await chown(target, account.uid, account.gid);
      await query(`create tablespace elsewhere location '${target}'`);
      await query(`alter table ${table} set tablespace elsewhere`);
      await query(`grant create on tablespace elsewhere to ${serviceName}`);
    },
    countBusy: async () => (await sessions("state <> 'idle'")).length,
    sessionMemory: async () => (await sessions()).reduce((sum, pid) => sum + anonymousMemory(pid), 0),
    close: async () => {
      thaw();
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens sessions up to the limit. @returns whether any was opened */
async function takeAll(held: Client[], open: () => Client): Promise<boolean> {
  for (let taken = false; ; taken = true) {
    const client = open();
    client.on('error', () => undefined);
    try {
      await client.connect();
      held.push(client);
    } catch {
      return taken;
    }
  }
}
