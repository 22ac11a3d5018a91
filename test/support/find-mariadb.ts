import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';

const run = promisify(execFile);

export interface MariadbPrograms {
  readonly program: string;
  readonly installer: string;
}

/** Returns the paths of the installed MariaDB, or undefined. */
export async function findMariadb(): Promise<MariadbPrograms | undefined> {
  const program = await findProgram(['mariadbd', 'mysqld']);
  const installer = await findProgram(['mariadb-install-db', 'mysql_install_db']);
  if (program === undefined || installer === undefined) return undefined;
  const { stdout } = await run(program, ['--version']);
  return stdout.includes('MariaDB') ? { program, installer } : undefined;
}
