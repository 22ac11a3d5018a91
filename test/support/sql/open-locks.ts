import { createPool } from 'mysql2/promise';
import { Pool } from 'pg';
import type { ServerName } from '../server-names.ts';
import { openSqlserverLocks } from './open-sqlserver-locks.ts';
import { retryConversion } from './retry-conversion.ts';

/** Sessions that hold locks, and monitor waiting sessions. */
export interface Locks {
  /** Runs a statement in a transaction that stays open until the returned function is called. */
  hold(text: string): Promise<(end: 'commit' | 'rollback') => Promise<void>>;
  /** Number of sessions of the database that wait for a lock. */
  countWaiting(): Promise<number>;
  /** Number of sessions that are active or in a transaction. */
  countBusy(): Promise<number>;
  /** Kills the sessions that wait for a lock. */
  endWaiting(): Promise<void>;
  close(): Promise<void>;
}

type Open = (connectionString: string) => Locks;

const openPostgres: Open = (connectionString) => {
  const pool = new Pool({ connectionString, max: 2 });
  const others = "from pg_stat_activity where datname = current_database() and backend_type = 'client backend'";
  const waiting = `${others} and wait_event_type = 'Lock'`;
  const count = async (from: string): Promise<number> => {
    const { rows } = await pool.query(`select count(*)::int as count ${from}`);
    return rows[0].count;
  };
  return {
    hold: async (text) => {
      const session = await pool.connect();
      await session.query(`begin; ${text}`);
      return async (end) => {
        await session.query(end);
        session.release();
      };
    },
    countWaiting: () => count(waiting),
    countBusy: () => count(`${others} and pid <> pg_backend_pid() and state <> 'idle'`),
    endWaiting: async () => {
      await pool.query(`select pg_terminate_backend(pid) ${waiting}`);
    },
    close: () => pool.end(),
  };
};

const openMysqlFamily: Open = (connectionString) => {
  const pool = createPool({ uri: connectionString, connectionLimit: 2, multipleStatements: true });
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const [rows] = await retryConversion(() => pool.query(text));
    return rows as Record<string, unknown>[];
  };
  const others = 'select id from information_schema.processlist where db = database() and id <> connection_id()';
  const transactions = `from information_schema.innodb_trx where trx_mysql_thread_id in (${others})`;
  const waiting = () => query(`select trx_mysql_thread_id as id ${transactions} and trx_state = 'LOCK WAIT'`);
  return {
    hold: async (text) => {
      const session = await pool.getConnection();
      await session.query(`begin; ${text}`);
      return async (end) => {
        await session.query(end);
        session.release();
      };
    },
    countWaiting: async () => (await waiting()).length,
    countBusy: async () =>
      (await query(`${others} and command <> 'Sleep' union select trx_mysql_thread_id ${transactions}`)).length,
    endWaiting: async () => {
      for (const { id } of await waiting()) await pool.query(`kill ${id}`);
    },
    close: () => pool.end(),
  };
};

const open: Readonly<Record<ServerName, Open>> = {
  postgres: openPostgres,
  mariadb: openMysqlFamily,
  mysql: openMysqlFamily,
  sqlserver: openSqlserverLocks,
};

/** @param connectionString of a database on that server */
export const openLocks = (server: ServerName, connectionString: string): Locks => open[server](connectionString);
