import pg from 'pg';
import type { DataSource } from '../../../config/config.ts';
import { tlsOptions } from '../../tls-options.ts';
import { isSessionLost } from './error-meaning.ts';
import { type BatchOutcome, type BatchStatement, type Preparing, StatementBatch } from './statement-batch.ts';
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
  // Each step of a mutation sees what others have committed before it.
  default_transaction_isolation: 'read\\ committed',
};

/** Columns by name, each as the database writes it. */
export type NamedTexts = Readonly<Record<string, string | null>>;

/** One session with the database: the settings at its start, prepared statements bounded in number. */
export class Session {
  readonly #client: pg.Client;
  readonly #names = new StatementNames();
  #lost: unknown;

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
    this.#client.on('error', (error) => onError(this.#note(error)));
  }

  async connect(): Promise<void> {
    await this.#client.connect();
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  /** Runs any statement, or several without values; rows of the only one by names. @throws the driver's errors */
  async query(text: string, values?: readonly unknown[]): Promise<readonly NamedTexts[]> {
    try {
      const { rows } = await this.#client.query<NamedTexts>({ text, ...(values && { values: [...values] }) });
      return rows;
    } catch (error) {
      throw this.#note(error);
    }
  }

  /** Runs statements in one round trip; where one fails, those after it are not run. */
  async runAll(statements: readonly BatchStatement[]): Promise<readonly BatchOutcome[]> {
    for (const { name } of statements) {
      const superseded = name === undefined ? undefined : this.#names.use(name);
      if (superseded !== undefined) await this.#forget(superseded);
    }
    const outcomes = await new Promise<readonly BatchOutcome[]>((resolve) => {
      this.#client.query(new StatementBatch(statements, resolve));
    }).catch((error) => {
      // What cannot even be written leaves the client waiting for an answer.
      throw this.#note(error);
    });
    for (const outcome of outcomes) if (outcome !== undefined && 'error' in outcome) this.#note(outcome.error);
    return outcomes;
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): unknown {
    return this.#lost;
  }

  #note<E>(error: E): E {
    if (isSessionLost(error)) this.#lost ??= error;
    return error;
  }

  /**
   * Ends a prepared statement, in the session and in the client's own list of what is prepared. One that the server refused was
   * never there.
   */
  async #forget(name: string): Promise<void> {
    const { parsedStatements } = (this.#client as unknown as { connection: Preparing }).connection;
    if (!(name in parsedStatements)) return;
    await this.query(`deallocate "${name}"`);
    delete parsedStatements[name];
  }
}

const asItIs = (text: string): string => text;
