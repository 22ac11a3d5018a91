import sql from 'mssql';
import { connectToSqlserver } from '../create-on-sqlserver.ts';
import type { Locks } from './open-locks.ts';
import { sqlserverWords } from './sqlserver-words.ts';

/** Other sessions of the database. */
const OTHERS = 'database_id = db_id() and session_id <> @@spid';

const WAITING = `select session_id as id from sys.dm_exec_requests where ${OTHERS} and blocking_session_id <> 0`;

/** Babelfish lacks this view, but has the views of PostgreSQL. */
const WAITING_ON_BABELFISH = `select pid as id from pg_stat_activity
  where wait_event_type = 'Lock' and pid in (select session_id from sys.dm_exec_sessions where ${OTHERS})`;

/** See `openLocks`. */
export function openSqlserverLocks(connectionString: string): Locks {
  const pool = connectToSqlserver(connectionString, 2);
  const query = async (text: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await (await pool).request().batch(text)).recordset ?? [];
  const waiting = async () => {
    const [engine] = await query("select cast(serverproperty('babelfish') as int) as babelfish");
    return query(engine?.babelfish === 1 ? WAITING_ON_BABELFISH : WAITING);
  };
  return {
    hold: async (text) => {
      const transaction = new sql.Transaction(await pool);
      await transaction.begin();
      await transaction.request().batch(sqlserverWords(text));
      return (end) => transaction[end]();
    },
    countWaiting: async () => (await waiting()).length,
    countBusy: async () =>
      (
        await query(
          `select session_id from sys.dm_exec_sessions
           where ${OTHERS} and (status not in ('sleeping', 'dormant', 'idle') or open_transaction_count > 0)`,
        )
      ).length,
    endWaiting: async () => {
      for (const { id } of await waiting()) await query(`kill ${id}`);
    },
    close: async () => (await pool).close(),
  };
}
