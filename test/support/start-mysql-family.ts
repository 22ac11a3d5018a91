import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type Account, findAccount } from '../../src/embedded/account.ts';
import { findFreePort, stopWithParent } from '../../src/embedded/start-embedded.ts';

const START_TIMEOUT_MS = 60_000;

export interface DatabaseServer {
  /** `mysql://user:password@127.0.0.1:port` of a user with all privileges. */
  readonly connectionString: string;
  readonly version: string;
  /** Process ID of the server. */
  readonly pid: number;
  /** Stops it, by default with SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again with its data, and waits for it. */
  start(): Promise<void>;
}

/** Describes how a server is run. */
export interface ServerProgram {
  /** The program, and its first arguments. */
  readonly command: readonly [program: string, ...before: string[]];
  /** Additional lines of the options file. */
  readonly settings: readonly string[];
  /** Initializes the data folder, under the account of the server. */
  readonly initialize: (settingsFile: string, options: SpawnOptions & { readonly cwd: string }) => Promise<unknown>;
  /** Statements that create the user `joinery`. */
  readonly createUser: readonly string[];
}

/** Options that differ between several servers of one program. */
export interface Begin {
  /** Lines of the options file instead of those for tests. */
  readonly settings?: readonly string[];
  /** Folder with initialized data to copy, which saves seconds. */
  readonly template?: string;
}

/** Runs a server with new data in `folder`. */
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
  const run = async (): Promise<RunningServer> => {
    const server = spawn(command, [...before, `--defaults-file=${settings}`], {
      ...asAccount,
      detached: true,
      stdio: 'ignore',
    });
    await once(server, 'spawn');
    return { server, callOffWatch: stopWithParent(server, account, 'TERM') };
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

/** Initializes the data folder, or copies the template. */
async function makeData(data: string, { template }: Begin, initialize: () => Promise<unknown>): Promise<void> {
  if (template === undefined) return void (await initialize());
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  const templateData = join(template, 'data');
  if ((await stat(templateData).catch(() => undefined)) !== undefined) {
    await copy(templateData, data);
    return;
  }
  await initialize();
  await copy(data, templateData);
}

interface RunningServer {
  readonly server: ChildProcess;
  readonly callOffWatch: () => void;
}

async function end({ server, callOffWatch }: RunningServer, signal: NodeJS.Signals): Promise<void> {
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

/** Everything is inside `folder`, and nothing needs to survive the run. */
async function writeSettings({ folder, account, port, lines }: Settings): Promise<string> {
  const file = join(folder, 'my.cnf');
  await mkdir(folder);
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  const settings = {
    datadir: join(folder, 'data'),
    // Servers clear a shared temporary folder when they start.
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

/** Waits for the server, and opens an administrator's session. */
async function connectOnceUp({ server }: RunningServer, folder: string): Promise<Connection> {
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

/** Creates the user of the tests. @returns the version */
async function createUser(running: RunningServer, folder: string, statements: readonly string[]): Promise<string> {
  const connection = await connectOnceUp(running, folder);
  for (const statement of statements) await connection.query(statement);
  const [[row]] = await connection.query<RowDataPacket[]>('select version() as version');
  await connection.end();
  return String(row?.version);
}
