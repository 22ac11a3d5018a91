import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, realpath } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { type Account, chooseAccount } from './account.ts';
import { type Binaries, locateBinaries } from './binaries.ts';
import { type Cluster, findRunningServer, openCluster, readyPort, serverEnvironment, superuser } from './cluster.ts';
import { embeddedProblem } from './embedded-problem.ts';

export interface EmbeddedOptions {
  /** Absolute path of the folder. Deleting the folder resets the server. */
  readonly directory: string;
  /** Absolute paths of SQL files for a new database, in order. */
  readonly seed: readonly string[];
  /** `postgresql.conf` settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Connects to a server of another process instead of failing. */
  readonly reuseRunning?: boolean;
  /** Called if the server ends before `stop`. */
  readonly onExit?: (exit: EmbeddedExit) => void;
}

export interface EmbeddedExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly logFile: string;
}

export interface EmbeddedServer {
  /** `postgres://user:password@127.0.0.1:port/database`; the user is not a superuser. */
  readonly connectionString: string;
  /** True if this start created the database. */
  readonly fresh: boolean;
  /** Stops the server and keeps the data. Idempotent. Has no effect on a server of another process. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL on a free loopback port until `stop` or the end of this process.
 * @throws ConfigurationError if the folder is in use, a seed file fails, or binaries are missing; Error with the log if
 *   startup fails
 */
export async function startEmbedded({
  directory,
  seed,
  settings = {},
  reuseRunning = false,
  onExit,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  await mkdir(directory, { recursive: true });
  const home = await realpath(directory);
  const running = reuseRunning ? await connectToRunning(directory) : undefined;
  if (running !== undefined) return running;
  const account = await chooseAccount(join(home, 'data'));
  const binaries = await locateBinaries(account);
  const cluster = await openCluster(home, account, binaries);
  const { port, stop } = await runServer({
    cluster,
    account,
    binaries,
    settings,
    logFile: join(home, 'server.log'),
    onExit,
  });
  try {
    const fresh = await seedDatabase(port, cluster.password, seed);
    return { connectionString: connectionStringOf(port, cluster.password), fresh, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the server that another process runs in the folder. Starts none. */
export async function connectToRunning(directory: string): Promise<EmbeddedServer | undefined> {
  const home = await realpath(directory).catch(() => undefined);
  if (home === undefined) return undefined;
  for (let server = await findRunningServer(home); server !== undefined; server = await findRunningServer(home)) {
    const { port, password } = server;
    if (await isSeeded(port, password)) {
      return { connectionString: connectionStringOf(port, password), fresh: false, stop: async () => undefined };
    }
    await sleep(50);
  }
  return undefined;
}

const connectionStringOf = (port: number, password: string): string =>
  `postgres://${serviceName}:${password}@127.0.0.1:${port}/${serviceName}`;

/** Name of the database and of its owner, which is not a superuser. */
export const serviceName = 'joinery';

/**
 * Runs each seed file in its own transaction. The database has a temporary name until the last file has run. A later
 * start drops a database with the temporary name, and seeds again.
 * @returns true if the database was created
 * @throws ConfigurationError with file and line of a failed statement
 */
export async function seedDatabase(port: number, password: string, seed: readonly string[]): Promise<boolean> {
  const unfinished = `${serviceName}_seeding`;
  const login = (user: string, database: string) => ({ host: '127.0.0.1', port, password, user, database });
  return withClient(login(superuser, 'postgres'), async (admin) => {
    if (await hasServiceDatabase(admin)) return false;
    const roles = await admin.query('select from pg_catalog.pg_roles where rolname operator(pg_catalog.=) $1', [
      serviceName,
    ]);
    if (roles.rowCount === 0) {
      await admin.query(`create role ${serviceName} login createdb password ${admin.escapeLiteral(password)}`);
    }
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} owner ${serviceName}`);
    await withClient(login(serviceName, unfinished), async (client) => {
      for (const [index, file] of seed.entries()) await runFile(client, file, index);
    });
    await admin.query(`alter database ${unfinished} rename to ${serviceName}`);
    return true;
  });
}

/** Returns true if the database is complete; false during shutdown. */
async function isSeeded(port: number, password: string): Promise<boolean> {
  const login = { host: '127.0.0.1', port, password, user: superuser, database: 'postgres' };
  try {
    return await withClient(login, hasServiceDatabase);
  } catch (error) {
    // Class 57 means shutdown. Without an SQLSTATE, the server closed the connection.
    if (error instanceof DatabaseError && !error.code?.startsWith('57')) throw error;
    return false;
  }
}

async function hasServiceDatabase(admin: Client): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_catalog.pg_database where datname operator(pg_catalog.=) $1', [
    serviceName,
  ]);
  return rowCount !== 0;
}

async function withClient<T>(
  login: ConstructorParameters<typeof Client>[0],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(login);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function runFile(client: Client, file: string, index: number): Promise<void> {
  const at = ['seed', index];
  const text = await readFile(file, 'utf8').catch(() => {
    throw embeddedProblem(
      at,
      `Cannot read the seed file ${file}. Correct its path, which is relative to the configuration.`,
    );
  });
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('commit');
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line =
      error.position === undefined ? '' : `, line ${text.slice(0, Number(error.position)).split('\n').length}`;
    throw embeddedProblem(
      at,
      `The seed file ${file}${line} failed: ${error.message}. Nothing was kept. Correct the file, and start again.`,
    );
  }
}

/** Time limit of a start, including crash recovery. */
const START_TIMEOUT_MS = 120_000;

/** Milliseconds after which a fast shutdown becomes an immediate shutdown. */
const STOP_TIMEOUT_MS = 10_000;

const PORT_ATTEMPTS = 5;

interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly cluster: Cluster;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly onExit: EmbeddedOptions['onExit'];
}

/** @throws Error with the last log lines */
async function runServer(options: ServerOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const server = await spawnServer(options, port);
    const failure = await awaitReady(server, options.cluster.folder);
    if (failure === undefined) return { port, stop: supervise(server, options) };
    const log = await readFile(options.logFile, 'utf8');
    if (attempt === PORT_ATTEMPTS || !log.includes('could not bind')) {
      server.kill('SIGQUIT');
      throw new Error(
        `The embedded PostgreSQL ${failure}. The end of ${options.logFile}:\n${log.trim().split('\n').slice(-8).join('\n')}`,
      );
    }
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts the server in its own process group, so that Ctrl+C in the terminal does not signal the server. */
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

/** Waits until the server is ready. Returns the reason of a failure; undefined on success. */
async function awaitReady(server: ChildProcess, folder: string): Promise<string | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null) return 'exited during startup';
    if ((await readyPort(folder, server.pid)) !== undefined) return undefined;
    await sleep(20);
  }
  return `was not ready after ${START_TIMEOUT_MS / 1000} s`;
}

/** Reports an unexpected end of the server. @returns a function that stops the server */
function supervise(server: ChildProcess, { account, logFile, onExit }: ServerOptions): () => Promise<void> {
  const reportExit = (exitCode: number | null, signal: NodeJS.Signals | null): void =>
    onExit?.({ exitCode, signal, logFile });
  server.once('exit', reportExit);
  const stop = stopper(server, stopWithParent(server, account, 'INT'));
  return () => {
    server.off('exit', reportExit);
    return stop();
  };
}

function stopper(server: ChildProcess, stopWatching: () => void): () => Promise<void> {
  return async () => {
    stopWatching();
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    const ended = once(server, 'exit');
    const killTimer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    server.kill('SIGINT');
    await ended.finally(() => clearTimeout(killTimer));
  };
}

/**
 * Signals the server if this process ends without stopping it, even by SIGKILL. Unsupported on Windows.
 * @returns a function that ends the watch
 */
export function stopWithParent(server: ChildProcess, account: Account, signal: 'INT' | 'TERM'): () => void {
  server.unref();
  if (process.platform === 'win32') return () => undefined;
  // End of input without a line means that this process has ended.
  const watcher = spawn('sh', ['-c', 'read -r line || kill -s "$0" "$1"', signal, String(server.pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ignore = (): void => undefined;
  watcher.on('error', ignore);
  watcher.stdin.on('error', ignore);
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return () => watcher.stdin.end('stopped\n');
}
