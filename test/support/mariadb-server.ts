import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { type Account, findAccount } from '../../src/embedded/account.ts';
import { endWithUs } from '../../src/embedded/end-with-us.ts';
import { findFreePort } from '../../src/embedded/process.ts';
import { findProgram } from './find-program.ts';

const run = promisify(execFile);

/** Milliseconds. */
const START_TIMEOUT_MS = 60_000;

export interface MariadbServer {
  /** `mysql://user:password@127.0.0.1:port`, of a user who may do everything. */
  readonly connectionString: string;
  stop(): void;
}

/** Runs the machine's MariaDB in `folder`, with data of its own; undefined where it is not installed. */
export async function startMariadb(folder: string): Promise<MariadbServer | undefined> {
  const program = await findProgram(['mariadbd', 'mysqld']);
  const installer = await findProgram(['mariadb-install-db', 'mysql_install_db']);
  if (program === undefined || installer === undefined) return undefined;
  if (!(await run(program, ['--version'])).stdout.includes('MariaDB')) return undefined;

  const account = process.getuid?.() === 0 ? ((await findAccount('mysql')) ?? (await findAccount('nobody')) ?? {}) : {};
  const asAccount = { ...account, cwd: folder };
  const port = await findFreePort();
  const settings = await writeSettings(folder, account, port);
  await run(
    installer,
    [`--defaults-file=${settings}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    asAccount,
  );
  const server = spawn(program, [`--defaults-file=${settings}`], { ...asAccount, detached: true, stdio: 'ignore' });
  await once(server, 'spawn');
  const callOffWatch = endWithUs(server, account, 'TERM');
  await createUser(server, port, join(folder, 'error.log'));
  const stop = (): void => {
    callOffWatch();
    server.kill('SIGKILL');
  };
  return { connectionString: `mysql://joinery:joinery@127.0.0.1:${port}`, stop };
}

/** Writes `my.cnf`: nothing outside `folder` is used, and nothing has to survive the run. */
async function writeSettings(folder: string, account: Account, port: number): Promise<string> {
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
    'collation-server': 'utf8mb4_nopad_bin',
    'innodb-log-file-size': '16M',
    'innodb-flush-log-at-trx-commit': '0',
    'innodb-buffer-pool-size': '64M',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, ['[mariadbd]', 'skip-name-resolve', 'skip-log-bin', ...lines, ''].join('\n'));
  return file;
}

/** Waits for the server and makes the user of the tests. */
async function createUser(server: ChildProcess, port: number, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' });
      await connection.query("grant all on *.* to joinery identified by 'joinery' with grant option");
      await connection.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
        throw new Error(`MariaDB did not start:\n${await readFile(logFile, 'utf8')}`, { cause: error });
      }
      await sleep(50);
    }
  }
}
