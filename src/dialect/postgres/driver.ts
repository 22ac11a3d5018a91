import { createDriverFactory } from '@slonik/driver';
import pg from 'pg';
import { createPool, type DatabasePool, type DatabasePoolConnection } from 'slonik';
import { Refusal } from '../../base/errors.ts';
import type { DataSource } from '../../config/config.ts';
import type { BoundStep, ChangeRow, ChangeStep } from '../../store/script.ts';
import type { Driver } from '../../store/store.ts';
import { tlsOptions } from '../tls-options.ts';
import { readDatabaseError } from './errors.ts';
import { StatementNames } from './statement-names.ts';

/**
 * What every session must have for the same answers everywhere: `to_json` and casts to text depend on them.
 * `jit` costs more than it saves on statements of milliseconds.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  jit: 'off',
};

/** Sessions with one PostgreSQL, pooled by slonik. @throws Refusal Unavailable when there is no database to talk to */
export async function openPostgres(source: DataSource & { readonly connectionString: string }): Promise<Driver> {
  const pool = await createPool(source.connectionString, {
    driverFactory: sessionFactory(source),
    maxPoolSize: source.pool.max,
    connectionTimeout: source.pool.connectTimeout,
    connectionRetryLimit: 0,
    idleTimeout: 60_000,
    statementTimeout: 'DISABLE_TIMEOUT',
    idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
    // The default runs DISCARD ALL after each use, which throws the prepared statements away.
    resetConnection: async () => undefined,
    typeParsers: [],
  });
  const query: Driver['query'] = async (text, values) => {
    const { rows } = await withSession(pool, (session) => session.query(token(text, values)));
    return rows as readonly Record<string, unknown>[];
  };
  return {
    read: async ({ step, values }) => {
      const name = source.prepared ? step.name : undefined;
      const { rows } = await withSession(pool, async (session) => {
        const result = await session.query(token(step.text, values, name));
        if (step.unsettles) await settle(session);
        return result;
      });
      return Object.values(rows[0] ?? {}) as (string | null)[];
    },
    changes: {
      change: (bound) =>
        withSession(pool, async (session) => {
          const row = await change(session, bound, source.prepared);
          if (bound.step.unsettles) await settle(session);
          return row;
        }),
      transaction: (work) =>
        withSession(pool, async (session) => {
          let unsettled = false;
          const result = await session.transaction((transaction) =>
            work((bound) => {
              unsettled ||= bound.step.unsettles === true;
              return change(transaction, bound, source.prepared);
            }),
          );
          if (unsettled) await settle(session);
          return result;
        }),
    },
    query,
    ping: async () => {
      await query('select 1', []);
    },
    close: () => pool.end(),
  };
}

/**
 * What the next one to get the session must not meet: settings, a role, temporary tables, locks. `discard all` would throw prepared
 * statements away as well. What was taken back has left nothing.
 */
const UNSETTLED = [
  'reset session authorization',
  'reset all',
  'discard temp',
  'unlisten *',
  'select pg_advisory_unlock_all()',
];

const settle = (session: Pick<DatabasePoolConnection, 'query'>): Promise<unknown> =>
  session.query(token(UNSETTLED.join('; '), []));

/** The one row of a statement of a mutation. */
async function change(
  session: Pick<DatabasePoolConnection, 'query'>,
  { step, values }: BoundStep<ChangeStep>,
  prepared: boolean,
): Promise<ChangeRow> {
  const { rows } = await session.query(token(step.text, values, prepared ? step.name : undefined)).catch((error) => {
    // slonik runs the transaction again that was taken back because of another one, and knows it by the error's own code.
    throw isOvertaken(error) ? error : toRefusal(error);
  });
  if (step.isCall) return outOf(rows[0] as TextRow | undefined, step.captures);
  const { n = '0', ok = null, k = null, ...others } = (rows[0] ?? {}) as TextRow;
  return { affected: Number(n), fits: ok === null ? null : ok === 'true', captured: k, values: Object.values(others) };
}

type TextRow = Readonly<Record<string, string | null>>;

/** What came out of a procedure, as the database writes it. */
const outOf = (row: TextRow = {}, captures: readonly string[]): ChangeRow => ({
  affected: 0,
  fits: null,
  captured: JSON.stringify([captures.map((column) => row[column] ?? null)]),
  values: [],
});

type QueryToken = Parameters<DatabasePoolConnection['query']>[0];

/** A statement as slonik takes it; its rows are what the database said, so there is nothing to parse. */
function token(text: string, values: readonly unknown[], name?: string): QueryToken {
  return {
    type: 'SLONIK_TOKEN_QUERY',
    sql: text,
    values,
    ...(name === undefined ? {} : { name }),
  } as unknown as QueryToken;
}

/**
 * Runs on one session. slonik gives a session up when its handler throws, so that every mistake of a client would cost a
 * session: an error is handed out as a value, and thrown only outside.
 */
async function withSession<T>(pool: DatabasePool, run: (session: DatabasePoolConnection) => Promise<T>): Promise<T> {
  let outcome: { readonly value: T } | { readonly error: unknown };
  try {
    outcome = await pool.connect(async (session) => {
      try {
        return { value: await run(session) };
      } catch (error) {
        if (isSessionLost(error)) throw error;
        return { error };
      }
    });
  } catch (error) {
    outcome = { error };
  }
  if ('value' in outcome) return outcome.value;
  throw toRefusal(outcome.error);
}

/** What was refused already stays so, with all that is known of where. */
const toRefusal = (error: unknown): unknown => (error instanceof Refusal ? error : (readDatabaseError(error) ?? error));

/** https://www.postgresql.org/docs/current/errcodes-appendix.html, class 40 */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('40');

/** What a session says that has lost what was prepared in it, as after a function's `deallocate all`: it is of no more use. */
const NO_SUCH_STATEMENT = '26000';

/** Errors of class 08, shutdowns of the server, and whatever came without the server's word; but not what we refuse ourselves. */
function isSessionLost(error: unknown): boolean {
  if (error instanceof Refusal) return error.cause !== undefined && isSessionLost(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P') || code === NO_SUCH_STATEMENT;
}

const asItIs = (text: string): string => text;

/** How slonik opens a session: the settings at start, prepared statements bounded in number. */
function sessionFactory(source: DataSource & { readonly connectionString: string }) {
  const settings = { ...SETTINGS, statement_timeout: String(source.statementTimeout) };
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new pg.Client({
        connectionString: source.connectionString,
        connectionTimeoutMillis: source.pool.connectTimeout,
        options: Object.entries(settings)
          .map(([key, value]) => `-c ${key}=${value}`)
          .join(' '),
        ssl: tlsOptions(source.tls) ?? false,
        keepAlive: true,
        // A number of JavaScript would lose digits.
        types: { getTypeParser: () => asItIs },
      });
      const names = new StatementNames();
      client.on('error', (error) => clientEventEmitter.emit('error', error));
      return {
        connect: async () => {
          await client.connect();
        },
        end: () => client.end(),
        query: async (text, values, options) => {
          const name = options?.name;
          const superseded = name === undefined ? undefined : names.use(name);
          if (superseded !== undefined) await forget(client, superseded);
          const result = await client.query({
            text,
            ...(values === undefined ? {} : { values }),
            ...(name === undefined ? {} : { name }),
          });
          return { command: 'SELECT', fields: [], rowCount: result.rowCount, rows: result.rows };
        },
        stream: () => {
          throw new Error('Statements are not streamed');
        },
      };
    },
  }));
}

/**
 * Ends a prepared statement, in the session and in the client's own list of what is prepared. One that the server refused was
 * never there.
 */
async function forget(client: pg.Client, name: string): Promise<void> {
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } })
    .connection;
  if (!(name in parsedStatements)) return;
  await client.query(`deallocate "${name}"`);
  delete parsedStatements[name];
}
