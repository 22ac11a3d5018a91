import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findMariadb } from './find-mariadb.ts';
import { type Begin, type DatabaseServer, type ServerProgram, startMysqlFamily } from './start-mysql-family.ts';

const run = promisify(execFile);

/** Runs the installed MariaDB with new data in `folder`. Returns undefined if it is not installed. */
export async function startMariadb(folder: string, begin?: Begin): Promise<DatabaseServer | undefined> {
  const found = await findMariadb();
  if (found === undefined) return undefined;
  const { program, installer } = found;
  const server: ServerProgram = {
    command: [program],
    settings: ['collation-server=utf8mb4_nopad_bin', 'innodb-log-file-size=16M', 'userstat=ON'],
    initialize: (settings, options) =>
      run(
        installer,
        [`--defaults-file=${settings}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
        options,
      ),
    createUser: ["grant all on *.* to joinery identified by 'joinery' with grant option"],
  };
  return startMysqlFamily(folder, server, begin);
}
