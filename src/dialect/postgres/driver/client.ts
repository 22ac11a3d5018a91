import pg from 'pg';
import type { DataSource } from '../../../config/config.ts';
import type { BoundStatement } from '../../../store/driver.ts';
import { runUnit } from '../../../store/run-unit.ts';
import { refusalFor } from '../../driver/database-error.ts';
import type { StatementUses } from '../../driver/kept-statements.ts';
import { loseAfter } from '../../driver/lose-after.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { Session } from './session.ts';
import { plainUnit } from './statement-messages.ts';

/** Milliseconds for which a session that has answered is alive for certain. */
export const ALIVE_MS = 2000;

/** What sessions of one database are opened with. */
export interface ConnectOptions {
  readonly source: ConnectedSource;
  /** Absent where no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
  /** The sessions that are open. */
  readonly open: Set<Session>;
}

/** A client of pg, not yet connected, with our session on it. */
export class SessionClient extends pg.Client {
  readonly session: Session;
  readonly #isTold: boolean;
  readonly #connectTimeout: number;

  constructor({ source, uses, open }: ConnectOptions) {
    const { pool, statementTimeout } = source;
    const options = startOptions(source);
    const tls = tlsOptions(source.tls);
    super({
      // What the connection string says of it wins.
      fallback_application_name: 'joinery',
      connectionString: source.connectionString,
      connectionTimeoutMillis: pool.connectTimeout,
      ...(options !== undefined && { options }),
      ssl: tls ?? false,
      keepAlive: true,
      keepAliveInitialDelayMillis: pool.keepAlive,
    });
    this.session = new Session(this, {
      uses,
      open,
      settings: transactionSettings(source),
      silence: statementTimeout + pool.silenceTimeout,
      server: { tls, timeout: pool.connectTimeout },
    });
    this.#isTold = options !== undefined;
    this.#connectTimeout = pool.connectTimeout;
  }

  /** @throws whatever keeps the session from being opened, or from being of use */
  async open(): Promise<void> {
    await this.connect();
    await this.check().catch((error) => {
      this.connection.stream.destroy();
      throw error;
    });
    // What ends the session may come along with the last answer. slonik would take it for open, and where another change waits for one, end the process.
    if (this.session.lost !== undefined) throw this.session.lost;
  }

  /** Once connected: whether it has heard what it was told, which poolers may drop. @throws Refusal Unavailable, which says what to set */
  async check(): Promise<void> {
    if (!this.#isTold) return;
    const asked = runUnit(this.session, plainUnit('select pg_catalog.current_setting($1, true)', [HEARD]));
    const [set] = await loseAfter(this.#connectTimeout, (error) => this.session.lose(error), asked);
    if (set?.rows[0]?.[0] !== 'on') throw refusalFor('mixedUp', { cause: new SessionLost('Settings got lost') });
  }
}

/**
 * Settings of every session, whatever the server, the database, and the role have: what is written and read depends on
 * them. docs/postgresql.md lists them. `jit` costs more than it saves on statements of milliseconds.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  // The order counts for dates that clients write, in ranges for example.
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  // Otherwise NULL in an array is the string "NULL".
  array_nulls: 'on',
  // A fragment of XML is read as well as a document.
  xmloption: 'content',
  transform_null_equals: 'off',
  // Otherwise an index for full-text search finds a random part of the rows.
  gin_fuzzy_search_limit: '0',
  // The defaults of columns are recognized by their text.
  quote_all_identifiers: 'off',
  jit: 'off',
};

type SettingSource = Pick<DataSource, 'prepared' | 'statementTimeout'>;

const settingsOf = ({ statementTimeout }: SettingSource): BoundStatement['settings'] => ({
  ...SETTINGS,
  statement_timeout: String(statementTimeout),
});

/** A setting of no meaning to the server: whoever asks for it learns whether a session has heard what it was told at its start. */
const HEARD = 'joinery.heard';

/**
 * What a session is told at its start: `-c TimeZone=UTC …`. Undefined behind a transaction pooler, which does not hand it on.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS
 */
function startOptions(source: SettingSource): string | undefined {
  if (!source.prepared) return undefined;
  const settings = {
    ...settingsOf(source),
    // Each step of a mutation sees what others have committed before it.
    default_transaction_isolation: 'read\\ committed',
    [HEARD]: 'on',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** What each transaction is told: nothing where the session was told at its start. */
const transactionSettings = (source: SettingSource): BoundStatement['settings'] =>
  source.prepared ? {} : settingsOf(source);
