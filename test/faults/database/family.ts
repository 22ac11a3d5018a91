import { rm } from 'node:fs/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { startMariadb } from '../../support/mariadb-server.ts';
import { startMysql } from '../../support/mysql-server.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { busyOf, end, sessionsOf, takeAll } from './family-sessions.ts';
import { familyTables, moveTable } from './family-tables.ts';
import type { FaultDatabase, StartOptions } from './fault-database.ts';
import { signal } from './processes.ts';

const DATABASE = 'faults';

/** The owner of the tables, and a user who takes connections. */
const USERS = `
  create user service identified by 'service';
  grant all on ${DATABASE}.* to service;
  create user others identified by 'others';
  grant usage on *.* to others;`;

const starts = { mysql: startMysql, mariadb: startMariadb };

/** Initialized data of each server; a later run removes it. */
const templates: Partial<Record<keyof typeof starts, Promise<string>>> = {};

/** Starts MySQL or MariaDB with durable data below `folder`: commits are flushed to disk. */
export const startFamily =
  (name: keyof typeof starts) =>
  async (folder: string, { settings, elsewhere }: StartOptions): Promise<FaultDatabase> => {
    templates[name] ??= makeTemporaryFolder();
    const server = await starts[name](folder, {
      template: await templates[name],
      settings: [
        'innodb-flush-log-at-trx-commit=1',
        ...(name === 'mysql' ? ['innodb-doublewrite=ON'] : []),
        ...(name === 'mysql' && elsewhere !== undefined ? [`innodb-directories=${elsewhere}`] : []),
        ...Object.entries(settings).map(([setting, value]) => `${setting}=${value}`),
      ],
    });
    if (server === undefined) throw new Error(`There is no ${name} on this machine.`);
    const urlOf = (user: string): string =>
      Object.assign(new URL(server.connectionString), { username: user, password: user, pathname: DATABASE }).href;

    const asAdmin = async <T>(work: (admin: Connection) => Promise<T>): Promise<T> => {
      const admin = await createConnection({ uri: server.connectionString, multipleStatements: true });
      return work(admin).finally(() => admin.end());
    };
    const query: FaultDatabase['query'] = (sql) =>
      asAdmin(async (admin) => {
        await admin.query(`use ${DATABASE}`);
        return (await admin.query<RowDataPacket[]>(sql))[0];
      });

    await asAdmin((admin) => admin.query(`create database ${DATABASE}; ${USERS} use ${DATABASE}; ${familyTables}`));
    return {
      connectionString: urlOf('service'),
      type: name,
      query,
      kill: () => server.stop(),
      stop: () => server.stop('SIGTERM'),
      start: server.start,
      freeze: async () => signal([server.pid], 'SIGSTOP'),
      thaw: () => signal([server.pid], 'SIGCONT'),
      endSessions: (share) =>
        asAdmin(async (admin) => {
          for (const id of await sessionsOf(admin)) if (Math.random() < share) await end(admin, id);
        }),
      lock: async (table) => {
        const locking = await createConnection(server.connectionString);
        await locking.query(`lock tables ${DATABASE}.${table} write`);
        return () => locking.end();
      },
      refuseChanges: async () => {
        await query('set global read_only = 1');
        return async () => void (await query('set global read_only = 0'));
      },
      takeConnections: () =>
        asAdmin(async (admin) => {
          const held: Connection[] = [];
          do for (const id of await sessionsOf(admin)) await end(admin, id);
          while ((await takeAll(held, urlOf('others'))) || (await sessionsOf(admin)).length > 0);
          return async () => void (await Promise.all(held.map((session) => session.end())));
        }),
      moveTable: (table) => moveTable(table, { folder: elsewhere ?? '', query }),
      countBusy: () => asAdmin(async (admin) => (await busyOf(admin)).length),
      close: async () => {
        signal([server.pid], 'SIGCONT');
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  };
