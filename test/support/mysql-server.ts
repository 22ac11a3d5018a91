import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findMysql } from './find-mysql.ts';
import { type Begin, type DatabaseServer, type ServerProgram, startMysqlFamily } from './start-mysql-family.ts';

const run = promisify(execFile);

/** Runs MySQL with new data in `folder`. Returns undefined if it is not installed. */
export async function startMysql(folder: string, begin?: Begin): Promise<DatabaseServer | undefined> {
  const found = await findMysql();
  if (found === undefined) return undefined;
  const { command, pathOptions } = found;
  const server: ServerProgram = {
    command,
    settings: [
      ...pathOptions,
      'secure-file-priv=NULL',
      'mysqlx=OFF',
      'performance-schema=OFF',
      'innodb-doublewrite=OFF',
      'innodb-redo-log-capacity=32M',
      // Like MariaDB: fixtures contain zero dates.
      'sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    ],
    initialize: (settings, options) => {
      const [program, ...before] = command;
      return run(program, [...before, `--defaults-file=${settings}`, '--initialize-insecure'], options);
    },
    createUser: ["create user joinery identified by 'joinery'", 'grant all on *.* to joinery with grant option'],
  };
  return startMysqlFamily(folder, server, begin);
}
