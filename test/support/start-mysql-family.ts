import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Account, findAccount } from '../../src/embedded/account.ts';
import { endWithUs, findFreePort } from '../../src/embedded/start-embedded.ts';

/** Milliseconds. */
const START_TIMEOUT_MS = 60_000;

export interface DatabaseServer {
  /** `mysql://user:password@127.0.0.1:port`, of a user who may do everything. */
  readonly connectionString: string;
  /** As the server says it. */
  readonly version: string;
  /** Of the one process that it is. */
  readonly pid: number;
  /** Ends it, at once unless another signal is named. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it anew, with the data it had, until it takes connections. */
  start(): Promise<void>;
}

/** How one of the two servers is run. */
export interface ServerProgram {
  /** The program, and what stands before its own arguments. */
  readonly command: readonly [program: string, ...before: string[]];
  /** Lines of its file of settings beside those that both have. */
  readonly settings: readonly string[];
  /** Fills the folder of data, as the account that the server runs as. */
  readonly initialize: (settingsFile: string, options: SpawnOptions & { readonly cwd: string }) => Promise<unknown>;
  /** Makes the user `joinery`. */
  readonly createUser: readonly string[];
}

/** What one server has otherwise than another of the same program. */
export interface Begin {
  /** Lines of its file of settings, in place of those for tests. */
  readonly settings?: readonly string[];
  /** A folder that keeps new data, for others to begin with: to make them takes seconds. */
  readonly template?: string;
}

/** Runs a server in `folder`, with data of its own. */
export async function startMysqlFamily(
  folder: string,
  program: ServerProgram,
  begin: Begin = {},
): Promise<DatabaseServer> {
  const account = process.getuid?.() === 0 ? ((await findAccount('mysql')) ?? (await findAccount('nobody')) ?? {}) : {};
  const asAccount = { ...account, cwd: folder };
  const port = await findFreePort();
  const settings = await writeSettings({
    folder,
    account,
    port,
    lines: [...program.settings, ...(begin.settings ?? [])],
  });
  await makeData(join(folder, 'data'), begin, () => program.initialize(settings, asAccount));
  const [command, ...before] = program.command;
  const run = async (): Promise<Running> => {
    const server = spawn(command, [...before, `--defaults-file=${settings}`], {
      ...asAccount,
      detached: true,
      stdio: 'ignore',
    });
    await once(server, 'spawn');
    return { server, callOffWatch: endWithUs(server, account, 'TERM') };
  };
  let running = await run();
  const version = await createUser(running, folder, program.createUser);
  return {
    connectionString: `mysql://joinery:joinery@127.0.0.1:${port}`,
    version,
    get pid() {
      return running.server.pid ?? 0;
    },
    stop: (signal = 'SIGKILL') => end(running, signal),
    start: async () => {
      running = await run();
      await (await connectOnceUp(running, folder)).end();
    },
  };
}

/** Fills the folder of data, from the template where it is filled. */
async function makeData(data: string, { template }: Begin, initialize: () => Promise<unknown>): Promise<void> {
  if (template === undefined) return void (await initialize());
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  const kept = join(template, 'data');
  if ((await stat(kept).catch(() => undefined)) !== undefined) {
    await copy(kept, data);
    return;
  }
  await initialize();
  await copy(data, kept);
}

interface Running {
  readonly server: ChildProcess;
  readonly callOffWatch: () => void;
}

async function end({ server, callOffWatch }: Running, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  callOffWatch();
  server.ref();
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

interface Settings {
  readonly folder: string;
  readonly account: Account;
  readonly port: number;
  readonly lines: readonly string[];
}

/** Writes `my.cnf`: nothing outside `folder` is used, and nothing has to survive the run. */
async function writeSettings({ folder, account, port, lines }: Settings): Promise<string> {
  const file = join(folder, 'my.cnf');
  await mkdir(folder);
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  const settings = {
    datadir: join(folder, 'data'),
    // Servers that start clear what they find in a folder that they share.
    tmpdir: folder,
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    'log-error': join(folder, 'error.log'),
    'bind-address': '127.0.0.1',
    port: String(port),
    'character-set-server': 'utf8mb4',
    'max-connections': '400',
    'innodb-flush-log-at-trx-commit': '0',
    'innodb-buffer-pool-size': '64M',
  };
  const written = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, ['[mysqld]', 'skip-name-resolve', 'skip-log-bin', ...written, ...lines, ''].join('\n'));
  return file;
}

/** A session of the administrator, once the server takes any. */
async function connectOnceUp({ server }: Running, folder: string): Promise<Connection> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await createConnection({ socketPath: join(folder, 'socket'), user: 'root' });
    } catch (error) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
        throw new Error(
          `The server did not start:\n${await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')}`,
          { cause: error },
        );
      }
      await sleep(20);
    }
  }
}

/** Makes the user of the tests. @returns the version */
async function createUser(running: Running, folder: string, statements: readonly string[]): Promise<string> {
  const connection = await connectOnceUp(running, folder);
  for (const statement of statements) await connection.query(statement);
  const [[row]] = await connection.query<RowDataPacket[]>('select version() as version');
  await connection.end();
  return String(row?.version);
}
