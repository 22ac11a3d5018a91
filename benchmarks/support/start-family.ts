import { createConnection } from 'mysql2/promise';
import { createOnMysqlFamily } from '../../test/support/create-on-mysql-family.ts';
import { startMariadb } from '../../test/support/mariadb-server.ts';
import { startMysql } from '../../test/support/mysql-server.ts';
import type { DatabaseServer } from './database-servers.ts';
import type { FamilyName } from './store-names.ts';

const servers = {
  mariadb: { start: startMariadb, settings: ['innodb-log-file-size=1G', 'max-recursive-iterations=1000000'] },
  mysql: { start: startMysql, settings: ['innodb-redo-log-capacity=2G', 'cte-max-recursion-depth=1000000'] },
};

const TABLES = 'customers, orders, order_lines, remarks';

export const startFamily =
  (name: FamilyName) =>
  async (folder: string, seed: string, isDurable: boolean): Promise<DatabaseServer> => {
    const { start, settings } = servers[name];
    const server = await start(folder, {
      settings: [
        ...settings,
        'innodb-buffer-pool-size=512M',
        `innodb-flush-log-at-trx-commit=${isDurable ? '1' : '0'}`,
        'max-connections=200',
      ],
    });
    if (server === undefined) throw new Error(`${name} is not installed on this machine.`);
    const connectionString = await createOnMysqlFamily(name, server.connectionString, 'bench', [seed]);
    return {
      connectionString,
      pid: process.platform === 'linux' ? server.pid : undefined,
      settle: async () => {
        const connection = await createConnection(connectionString);
        await connection.query(`analyze table ${TABLES}`).finally(() => connection.end());
      },
      stop: () => server.stop(),
    };
  };
