import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

const run = promisify(execFile);

export interface MysqlProgram {
  /** The program, and its first arguments. */
  readonly command: readonly [program: string, ...before: string[]];
  /** Option-file lines that set the paths of the server's files. */
  readonly pathOptions: readonly string[];
}

/** Root of a server unpacked by `.ci/fetch-mysql`. */
const ROOT = 'JOINERY_MYSQL_ROOT';

/** The unpacked programs may need a newer libc, which is next to them; one loader per architecture. */
const loaders: Readonly<Partial<Record<NodeJS.Architecture, readonly [loader: string, libraries: string]>>> = {
  x64: ['usr/lib64/ld-linux-x86-64.so.2', 'usr/lib/x86_64-linux-gnu'],
  arm64: ['usr/lib/ld-linux-aarch64.so.1', 'usr/lib/aarch64-linux-gnu'],
};

/**
 * Returns the MySQL below JOINERY_MYSQL_ROOT, else the installed one, or undefined if there is no version 8.0.19 or
 * later.
 * @throws Error if the root has no server
 */
export async function findMysql(): Promise<MysqlProgram | undefined> {
  const root = process.env[ROOT];
  if (root !== undefined) return findIn(root);
  const program = await findProgram(['mysqld']);
  if (program === undefined) return undefined;
  const { stdout } = await run(program, ['--version']);
  return isSupportedVersion(stdout) ? { command: [program], pathOptions: [] } : undefined;
}

/** `mysqld  Ver 9.7.4-2 for debian-linux-gnu on x86_64 ((Debian))` */
function isSupportedVersion(version: string): boolean {
  const [, major, minor, patch] = /Ver (\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return !version.includes('MariaDB') && Number(major) * 10_000 + Number(minor) * 100 + Number(patch) >= 80_019;
}

async function findIn(root: string): Promise<MysqlProgram> {
  const [loader, libraries] = loaders[process.arch] ?? ['', ''];
  const [program, ownLoader] = [join(root, 'usr/sbin/mysqld'), join(root, loader)];
  await Promise.all([program, ownLoader].map((path) => access(path))).catch((cause) => {
    throw new Error(`${ROOT} names ${root}, which has no MySQL server for this machine; run .ci/fetch-mysql.`, {
      cause,
    });
  });
  const libraryPath = [join(root, libraries), join(root, 'usr/lib/mysql/private')].join(':');
  const pathOptions = {
    basedir: 'usr',
    'plugin-dir': 'usr/lib/mysql/plugin',
    'lc-messages-dir': 'usr/share/mysql',
    'character-sets-dir': 'usr/share/mysql/charsets',
  };
  return {
    command: [ownLoader, '--library-path', libraryPath, program],
    pathOptions: Object.entries(pathOptions).map(([name, path]) => `${name}=${join(root, path)}`),
  };
}
