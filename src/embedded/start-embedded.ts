import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from './account.ts';
import { locateBinaries } from './binaries.ts';
import { findRunningServer, openCluster } from './cluster.ts';
import { runServer } from './process.ts';
import { isSeeded, seedDatabase, serviceName } from './seed-database.ts';

export interface EmbeddedOptions {
  /** Absolute path; holds the data and the server's log. Made if it is missing; deleting it starts afresh. */
  readonly directory: string;
  /** Absolute paths of SQL files that fill a new database, in order. */
  readonly seed: readonly string[];
  /** Settings of `postgresql.conf` for this run, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to connect to a server that another process already runs on the directory, instead of refusing to start. */
  readonly reuseRunning?: boolean;
}

export interface EmbeddedServer {
  /** `postgres://user:password@127.0.0.1:port/database`; the user owns the database and is no superuser. */
  readonly connectionString: string;
  /** True when this start made and seeded the database. */
  readonly fresh: boolean;
  /** Ends all sessions and the server, and keeps the data. May be called again. Does nothing to a server of another process. */
  stop(): Promise<void>;
}

/**
 * Runs a real PostgreSQL as a child process on a free port of the loopback address. It ends with `stop`, and by itself
 * when this process dies.
 * @throws ConfigurationError when the folder is in use or not ours, a seed file fails, or there are no binaries;
 *   Error with the server's log when it does not start
 */
export async function startEmbedded({
  directory,
  seed,
  settings = {},
  reuseRunning = false,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  await mkdir(directory, { recursive: true });
  const home = await realpath(directory);
  const running = reuseRunning ? await connectToRunning(home) : undefined;
  if (running !== undefined) return running;
  const account = await chooseAccount(join(home, 'data'));
  const binaries = await locateBinaries(account);
  const cluster = await openCluster(home, account, binaries);
  const { port, stop } = await runServer({ cluster, account, binaries, settings, logFile: join(home, 'server.log') });
  try {
    const fresh = await seedDatabase(port, cluster.password, seed);
    return { connectionString: connectionStringOf(port, cluster.password), fresh, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the server that another process runs, once its database is seeded; undefined when there is none. */
async function connectToRunning(home: string): Promise<EmbeddedServer | undefined> {
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
