import { createPool } from 'mysql2/promise';
import { Pool } from 'pg';
import type { ServerName } from '../server-names.ts';
import { inWordsOf } from './in-words-of.ts';
import { openSqlserver } from './open-sqlserver-session.ts';
import { retryConversion } from './retry-conversion.ts';

type Row = Readonly<Record<string, unknown>>;

/** Additional sessions of a test. */
export interface Session {
  /** Runs PostgreSQL's SQL and returns the rows of a single statement. 64-bit numbers are strings unless cast. */
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs statements in the server's syntax. */
  run(text: string): Promise<unknown>;
  /** IDs of the other sessions of the database. */
  others(): Promise<readonly unknown[]>;
  /** Number of those that are idle in a transaction. */
  idleTransactions(): Promise<number>;
  close(): Promise<void>;
}

type Open = (connectionString: string) => Session;

const openPostgres: Open = (connectionString) => {
  const pool = new Pool({ connectionString, max: 2 });
  // `end` resolves before the connections are closed. Dropping the database before that raises errors in them and in
  // the pool.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const rows: Session['rows'] = async (text, values = []) => (await pool.query(text, [...values])).rows;
  const others = async (condition: string): Promise<readonly unknown[]> => {
    const found = await rows(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition} order by pid`,
    );
    return found.map(({ pid }) => pid);
  };
  return {
    rows,
    run: rows,
    others: () => others('true'),
    idleTransactions: async () => (await others("state like 'idle in transaction%'")).length,
    close: () => pool.end(),
  };
};

/** Double-quoted names and `||`, as on PostgreSQL. */
const SETTINGS = "set session sql_mode = concat(@@sql_mode, ',ANSI_QUOTES,PIPES_AS_CONCAT'), time_zone = '+00:00'";

/** @param settings additional settings of the session */
const openMysql =
  (server: ServerName, settings: string): Open =>
  (connectionString) => {
    const pool = createPool({
      uri: connectionString,
      connectionLimit: 2,
      multipleStatements: true,
      charset: 'utf8mb4',
      timezone: 'Z',
      typeCast: (field, next) => (field.type === 'TINY' && field.length === 1 ? toBoolean(field.string()) : next()),
    });
    pool.on('connection', (connection) => connection.query(`${SETTINGS}, ${settings}`));
    const run = async (text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
      const [found] = await pool.query(text, [...values]);
      return Array.isArray(found) && !Array.isArray(found[0]) ? (found as Row[]).map((row) => ({ ...row })) : [];
    };
    const others = 'information_schema.processlist where db = database() and id <> connection_id()';
    return {
      run,
      rows: (text, values = []) => {
        const boundValues: unknown[] = [];
        const translated = inWordsOf(server, text).replaceAll(/\$(\d+)/g, (_, place) => {
          boundValues.push(values[Number(place) - 1]);
          return '?';
        });
        return run(translated, boundValues);
      },
      others: async () =>
        (await retryConversion(() => run(`select id from ${others} order by id`))).map(({ id }) => id),
      idleTransactions: async () =>
        (
          await retryConversion(() =>
            run(
              `select trx_id from information_schema.innodb_trx where trx_mysql_thread_id in (select id from ${others} and command = 'Sleep')`,
            ),
          )
        ).length,
      close: () => pool.end(),
    };
  };

const toBoolean = (text: string | null): boolean | null => (text === null ? null : text !== '0');

const open: Readonly<Record<ServerName, Open>> = {
  postgres: openPostgres,
  mariadb: openMysql('mariadb', 'max_recursive_iterations = 100000'),
  mysql: openMysql('mysql', 'cte_max_recursion_depth = 100000'),
  sqlserver: openSqlserver,
};

/** @param connectionString of a database on that server */
export const openSession = (server: ServerName, connectionString: string): Session => open[server](connectionString);
