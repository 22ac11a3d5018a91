import mysql, { type Pool, type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { refuse } from '../../../base/errors.ts';
import type { DataSource } from '../../../config/config.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import type { Result, ResultSet, TextRow } from '../../../store/result.ts';
import type { BoundStep } from '../../../store/script.ts';
import type { Driver } from '../../../store/store.ts';
import { tlsOptions } from '../../tls-options.ts';
import { countWarnings } from '../sql/warnings.ts';
import { type Encoded, finite, parameterKind, withoutExponent } from './codec.ts';
import { readDatabaseError } from './errors.ts';

/** Prepared statements that one session keeps. Clients can mint shapes at will, and each costs memory in the server. */
const MAX_STATEMENTS = 256;

/** The most warnings that a session can keep for `show warnings`. */
const MAX_WARNINGS = 65_535;

/** Warnings of a value that was cut or left out: for `group_concat_max_len`, and for `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/** What every session must have for the same answers everywhere; each value is an expression. */
const SETTINGS = {
  time_zone: "'+00:00'",
  // The text of dates, LIKE patterns and quotes depend on it; so the server's own choice does not count.
  sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // The collation of JSON columns: two different binary ones cannot stand in one object.
  collation_connection: 'utf8mb4_bin',
  // json_arrayagg() cuts what is longer; this is the most there is.
  group_concat_max_len: '1073741824',
  max_error_count: String(MAX_WARNINGS),
  sql_select_limit: '18446744073709551615',
  // It would keep every nested list in a table, and costs more than it saves.
  optimizer_switch: "'subquery_cache=off'",
};

/** Sessions with one MariaDB, pooled by mysql2. */
export async function openMariadb(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const ssl = tlsOptions(source.tls);
  const pool = mysql.createPool({
    uri: source.connectionString,
    // mysql2 compares the host's name itself, and only when told.
    ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
    charset: 'utf8mb4',
    connectAttributes: { program_name: 'joinery' },
    connectionLimit: source.pool.max,
    connectTimeout: source.pool.connectTimeout,
    idleTimeout: 60_000,
    maxPreparedStatements: MAX_STATEMENTS,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  });
  const withSession = sessionsOf(pool, source.statementTimeout);
  const query: Driver['query'] = (text, values) =>
    withSession(async (session) => {
      const [rows] = await session.query(text, [...values]);
      return rows as Record<string, unknown>[];
    });
  return {
    read: (bound) =>
      withSession(async (session) => {
        const result = await run(bound, session, source.prepared);
        const warnings = countWarnings(result);
        if (warnings > 0) await checkNothingCut(session, warnings);
        return bound.step.read(result);
      }),
    query,
    ping: async () => {
      await query('select 1', []);
    },
    close: () => pool.end(),
  };
}

type WithSession = <T>(work: (session: PoolConnection) => Promise<T>) => Promise<T>;

/** Runs work on one session at a time, with the settings that every session must have. @param timeout milliseconds */
function sessionsOf(pool: Pool, timeout: number): WithSession {
  const settings = Object.entries({ ...SETTINGS, max_statement_time: String(timeout / 1000) });
  const setSettings = `set session ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
  const ready = new WeakSet<object>();
  return async (work) => {
    let session: PoolConnection | undefined;
    try {
      session = await pool.getConnection();
      if (!ready.has(session.connection)) {
        await session.query(setSettings);
        ready.add(session.connection);
      }
      return await work(session);
    } catch (error) {
      const refusal = readDatabaseError(error);
      // A session that is being ended may look alive for another moment.
      if (refusal?.code === 'Unavailable') session?.destroy();
      throw refusal ?? error;
    } finally {
      session?.release();
    }
  };
}

/** Rows as arrays: names of columns would be repeated for each. The columns of all statements are texts. */
async function run({ step, values }: BoundStep, session: PoolConnection, prepared: boolean): Promise<Result> {
  const options = { sql: step.text, rowsAsArray: true };
  const encoded = values as readonly Encoded[];
  const [answer, fields] = prepared
    ? await session.execute(
        options,
        encoded.map((value, index) => asTyped(value, step.slots[index])),
      )
    : await session.query(
        options,
        encoded.map((value, index) => asLiteral(value, step.slots[index])),
      );
  return toResult(answer, fields);
}

/** Several statements, as in a block, give an answer each, and a list of fields each. */
const toResult = (answer: unknown, fields: readonly unknown[] | undefined): Result =>
  Array.isArray(answer) && fields?.some((field) => Array.isArray(field) || field === undefined)
    ? answer.map(toResultSet)
    : [toResultSet(answer)];

function toResultSet(answer: unknown): ResultSet {
  if (Array.isArray(answer)) return { rows: answer as readonly TextRow[] };
  const { affectedRows, insertId } = answer as ResultSetHeader;
  return { rows: [], affected: affectedRows, ...(insertId !== 0 && { generatedKey: String(insertId) }) };
}

/** A parameter of a prepared statement, of a type that the server must not guess. */
function asTyped(value: Encoded, slot: Slot | undefined) {
  const text = String(value);
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return mysql.TypedParameter.LONGLONG(text);
    case 'decimal':
      // What is no number but infinite is no decimal either.
      return typeof value === 'number' ? value : mysql.TypedParameter.NEWDECIMAL(text);
    default:
      return value;
  }
}

/** A value to be written into the statement; numbers have been checked to be such, so they need no quotes. */
function asLiteral(value: Encoded, slot: Slot | undefined) {
  switch (slot === undefined || value === null ? 'other' : parameterKind(slot)) {
    case 'integer':
      return mysql.raw(String(value));
    case 'decimal':
      return typeof value === 'number' ? finite(value) : mysql.raw(withoutExponent(String(value)));
    default:
      return finite(value);
  }
}

/** Nothing is cut silently. @throws Refusal LimitExceeded when a warning says that something was, or too many to tell */
async function checkNothingCut(session: PoolConnection, count: number): Promise<void> {
  const [rows] = await session.query<RowDataPacket[]>('show warnings');
  const codes = rows.map(({ Code }) => Code as unknown);
  if (count > MAX_WARNINGS || codes.some((code) => CUT.has(code))) {
    refuse('LimitExceeded', 'The answer is too large for the database; take smaller pages or fewer fields.', {
      limit: 'answer',
    });
  }
}
