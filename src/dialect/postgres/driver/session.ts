import pg from 'pg';
import type { DataSource } from '../../../config/config.ts';
import { tlsOptions } from '../../tls-options.ts';
import { type PreparedStatement, type Preparing, RowBatch, type RowOutcome } from './row-batch.ts';
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

/** A statement and its parameters as texts; without a name it is not kept prepared. */
export interface SessionStatement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string | undefined;
}

/** Columns in order. */
export type TextValues = readonly (string | null)[];

/** Columns by name, each as the database writes it: a number of JavaScript would lose digits. */
export type TextRow = Readonly<Record<string, string | null>>;

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

  /** Runs any statement. @throws the driver's errors */
  async query({ text, values, name }: SessionStatement): Promise<readonly TextRow[]> {
    const superseded = name === undefined ? undefined : this.#names.use(name);
    if (superseded !== undefined) await this.#forget(superseded);
    const { rows } = await this.#client.query<TextRow>({
      text,
      ...(values === undefined ? {} : { values: [...values] }),
      ...(name === undefined ? {} : { name }),
    });
    return rows;
  }

  /** Runs a statement that gives one row; its columns in order. @throws the driver's errors */
  async read({ text, values = [], name }: SessionStatement): Promise<TextValues> {
    if (name === undefined) {
      const [row = {}] = await this.query({ text, values });
      return Object.values(row);
    }
    const [outcome] = await this.readAll([{ text, name, values: values as TextValues }]);
    if (outcome === undefined || 'error' in outcome) throw outcome?.error;
    return outcome.row;
  }

  /** Runs statements that give one row each, in one round trip; where one fails, those after it are not run. */
  async readAll(reads: readonly PreparedStatement[]): Promise<readonly RowOutcome[]> {
    for (const { name } of reads) {
      const superseded = this.#names.use(name);
      if (superseded !== undefined) await this.#forget(superseded);
    }
    return new Promise((resolve) => {
      this.#client.query(new RowBatch(reads, resolve));
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
