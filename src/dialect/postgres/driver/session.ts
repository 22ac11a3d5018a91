import pg from 'pg';
import type { DataSource } from '../../../config/config.ts';
import type { ResultSet } from '../../../store/result.ts';
import { tlsOptions } from '../../tls-options.ts';
import { type BatchStatement, type Preparing, RowBatch, type RowOutcome } from './row-batch.ts';
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

/** Columns by name, each as the database writes it. */
export type NamedTexts = Readonly<Record<string, string | null>>;

/** One session with the database: the settings at its start, prepared statements bounded in number. */
export class Session {
  readonly #client: pg.Client;
  readonly #names = new StatementNames();

  /** Not yet connected. @param onError told of what goes wrong with the session itself */
  constructor(source: DataSource & { readonly connectionString: string }, onError: (error: Error) => void) {
    const settings = { ...SETTINGS, statement_timeout: String(source.statementTimeout) };
    this.#client = new pg.Client({
      // What the connection string says of it wins.
      fallback_application_name: 'joinery',
      connectionString: source.connectionString,
      connectionTimeoutMillis: source.pool.connectTimeout,
      options: Object.entries(settings)
        .map(([key, value]) => `-c ${key}=${value}`)
        .join(' '),
      ssl: tlsOptions(source.tls) ?? false,
      keepAlive: true,
      types: { getTypeParser: () => asItIs },
    });
    this.#client.on('error', onError);
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  /** Runs any statement, or several without values; rows of the only one by names. @throws the driver's errors */
  async query(text: string, values?: readonly unknown[]): Promise<readonly NamedTexts[]> {
    const { rows } = await this.#client.query<NamedTexts>({
      text,
      ...(values !== undefined && { values: [...values] }),
    });
    return rows;
  }

  /** Runs a statement. @throws the driver's errors */
  async run(statement: BatchStatement): Promise<ResultSet> {
    const [outcome] = await this.runAll([statement]);
    if (outcome === undefined || 'error' in outcome) throw outcome?.error;
    return outcome.set;
  }

  /** Runs statements in one round trip; where one fails, those after it are not run. */
  async runAll(statements: readonly BatchStatement[]): Promise<readonly RowOutcome[]> {
    for (const { name } of statements) {
      const superseded = name === undefined ? undefined : this.#names.use(name);
      if (superseded !== undefined) await this.#forget(superseded);
    }
    return new Promise((resolve) => {
      this.#client.query(new RowBatch(statements, resolve));
    });
  }

  /**
   * Ends a prepared statement, in the session and in the client's own list of what is prepared. One that the server refused was
   * never there.
   */
  async #forget(name: string): Promise<void> {
    const { parsedStatements } = (this.#client as unknown as { connection: Preparing }).connection;
    if (!(name in parsedStatements)) return;
    await this.#client.query(`deallocate "${name}"`);
    delete parsedStatements[name];
  }
}

const asItIs = (text: string): string => text;
