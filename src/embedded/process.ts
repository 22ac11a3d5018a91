import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, readyPort, serverEnvironment } from './cluster.ts';
import { endWithUs } from './end-with-us.ts';

/** Milliseconds that a start may take, recovery after a crash included. */
const START_TIMEOUT_MS = 120_000;

/** Milliseconds after which a fast shutdown becomes an immediate one; the next start recovers then. */
const STOP_TIMEOUT_MS = 10_000;

const PORT_ATTEMPTS = 5;

export interface ServerProcess {
  readonly port: number;
  /** Ends sessions, then the server; may be called again. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly cluster: Cluster;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly logFile: string;
  /** Settings of `postgresql.conf` for this run. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Runs PostgreSQL on a free port of the loopback address, until it takes connections.
 * @throws Error with the end of the log when it does not start
 */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const server = await spawnServer(options, port);
    const failure = await awaitReady(server, options.cluster.folder);
    if (failure === undefined) return { port, stop: stopper(server, endWithUs(server, options.account, 'INT')) };
    const log = await readFile(options.logFile, 'utf8');
    // Somebody else may have taken the port in the meantime.
    if (attempt === PORT_ATTEMPTS || !log.includes('could not bind')) {
      server.kill('SIGQUIT');
      throw new Error(
        `The embedded PostgreSQL ${failure}. The end of ${options.logFile}:\n${log.trim().split('\n').slice(-8).join('\n')}`,
      );
    }
  }
}

/** A port of the loopback address that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the server in a session of its own, so that Ctrl-C in a terminal reaches only us. */
async function spawnServer(
  { cluster, account, binaries, logFile, settings }: ServerOptions,
  port: number,
): Promise<ChildProcess> {
  const all = { ...settings, listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const log = await open(logFile, 'w', 0o600);
  if (account.uid !== undefined && account.gid !== undefined) await log.chown(account.uid, account.gid);
  const server = spawn(
    binaries.postgres,
    ['-D', cluster.folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: '/', env: serverEnvironment(), detached: true, stdio: ['ignore', log.fd, log.fd] },
  );
  await once(server, 'spawn').finally(() => log.close());
  return server;
}

/** Waits until PostgreSQL is ready, which it writes into the last line of its lock file. Returns why it did not get ready, if so. */
async function awaitReady(server: ChildProcess, folder: string): Promise<string | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) return 'ended while it started';
    if ((await readyPort(folder, server.pid)) !== undefined) return undefined;
    await sleep(20);
  }
  return `was not ready after ${START_TIMEOUT_MS / 1000} s`;
}

function stopper(server: ChildProcess, callOffWatch: () => void): () => Promise<void> {
  return async () => {
    callOffWatch();
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    const ended = once(server, 'exit');
    const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    server.kill('SIGINT');
    await ended.finally(() => clearTimeout(impatience));
  };
}
