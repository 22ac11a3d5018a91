import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, canReach, sharedFolder } from './account.ts';
import type { Binaries } from './binaries.ts';
import { embeddedProblem } from './embedded-problem.ts';

export const superuser = 'postgres';

const STOPPING_MS = 3000;

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

/**
 * Opens or creates the data folder.
 * @throws ConfigurationError if another server uses it or another user owns it
 */
export async function openCluster(directory: string, account: Account, binaries: Binaries): Promise<Cluster> {
  const folder = await placeCluster(directory, account);
  await awaitUnused(folder);
  if ((await stat(folder).catch(() => undefined)) === undefined) await createCluster(folder, account, binaries);
  return { folder, password: await readPassword(folder) };
}

/**
 * Returns `<directory>/data`. If the account cannot reach `directory`, returns a shared folder, and `data` becomes a
 * link to that folder. If the link is missing, the shared data is deleted: the user deleted `directory` to reset it.
 */
async function placeCluster(directory: string, account: Account): Promise<string> {
  const data = join(directory, 'data');
  if (await canReach(account, directory)) return data;
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const target = join(sharedFolder, 'data', name);
  if ((await readlink(data).catch(() => undefined)) === target) return target;
  await awaitUnused(target);
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await rm(target, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
  await symlink(target, data);
  return target;
}

async function createCluster(folder: string, account: Account, binaries: Binaries): Promise<void> {
  await removeUnfinished(folder);
  const unfinished = `${folder}.init-${process.pid}`;
  const data = join(unfinished, 'data');
  const passwordFile = join(unfinished, 'password');
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await Promise.all([unfinished, passwordFile].map((path) => chown(path, account.uid ?? 0, account.gid ?? 0)));
  }
  const options = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=timezone=UTC',
  ];
  await promisify(execFile)(binaries.initdb, options, { ...account, cwd: '/', env: serverEnvironment() });
  await rename(passwordFile, join(data, 'joinery-password'));
  // If a concurrent start was faster, its data is used.
  await rename(data, folder).catch(() => undefined);
  await rm(unfinished, { recursive: true, force: true });
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.init-`;
  const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(prefix));
  const abandoned = names.filter((name) => !isAlive(Number(name.slice(prefix.length))));
  await Promise.all(abandoned.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })));
}

/** Returns the environment without variables that affect PostgreSQL, and with English messages. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(variables), LC_ALL: 'C' };
}

async function readPassword(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'joinery-password'), 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'was not created by Joinery' : 'belongs to another user';
    throw embeddedProblem(
      ['directory'],
      `The data folder ${folder} ${reason}. Start as its owner, delete it, or use another directory.`,
    );
  }
}

/** Waits for a server to stop. Removes a stale lock file. */
async function awaitUnused(folder: string): Promise<void> {
  const deadline = Date.now() + STOPPING_MS;
  for (let pid = await runningServer(folder); pid !== undefined; pid = await runningServer(folder)) {
    if (Date.now() > deadline) {
      throw embeddedProblem(
        ['directory'],
        `Another process already runs PostgreSQL in ${folder} (process ${pid}). Stop it, or use another directory.`,
      );
    }
    await sleep(50);
  }
}

export interface RunningServer {
  readonly port: number;
  readonly password: string;
}

/**
 * Finds a running server, and waits until the server is ready.
 * @returns undefined if no server runs
 * @throws ConfigurationError if another user owns the data
 */
export async function findRunningServer(directory: string): Promise<RunningServer | undefined> {
  const folder = join(directory, 'data');
  for (let pid = await runningServer(folder); pid !== undefined; pid = await runningServer(folder)) {
    const port = await readyPort(folder, pid);
    if (port !== undefined) return { port, password: await readPassword(folder) };
    await sleep(50);
  }
  return undefined;
}

/** Returns the port of a ready server; undefined during startup and shutdown. */
export async function readyPort(folder: string, pid: number | undefined): Promise<number | undefined> {
  // Lines: process, folder, start time, port, socket folder, address, memory, status.
  // https://www.postgresql.org/docs/current/storage-file-layout.html
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready' ? Number(lines[3]) : undefined;
}

/**
 * Returns the process ID of the server that uses the folder. Checks the working folder of the process, because another
 * process may have the same ID after a container restart.
 */
async function runningServer(folder: string): Promise<number | undefined> {
  const lockFile = join(folder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid) || !isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return pid;
  // A process whose working folder is unreadable belongs to another user, so it is not this server.
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingFolder === (await realpath(folder))) return pid;
  await rm(lockFile, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
