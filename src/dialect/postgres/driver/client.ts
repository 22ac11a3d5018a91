import pg from 'pg';
import type { DataSource } from '../../../config/config.ts';
import type { BoundStatement } from '../../../store/driver.ts';
import { runOne } from '../../../store/run-one.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { discardAfter } from '../../driver/discard-after.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { UseCounts } from '../../driver/statement-cache.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { Session } from './session.ts';
import { unnamedStatement } from './statement-messages.ts';

/** Milliseconds after a response during which a session counts as alive. */
export const ALIVE_MS = 2000;

export interface ConnectOptions {
  readonly source: ConnectedSource;
  /** Absent if statements are not prepared. */
  readonly uses: UseCounts | undefined;
  readonly open: Set<Session>;
}

export class SessionClient extends pg.Client {
  readonly session: Session;
  readonly #isConfigured: boolean;
  readonly #connectTimeout: number;

  constructor({ source, uses, open }: ConnectOptions) {
    const { pool, statementTimeoutMs, passwords } = source;
    const options = startOptions(source);
    const tls = tlsOptions(source.tls);
    super({
      // A name in the connection string takes precedence.
      fallback_application_name: 'joinery',
      connectionString: source.connectionString,
      connectionTimeoutMillis: pool.connectTimeout,
      ...(options !== undefined && { options }),
      ssl: tls ?? false,
      keepAlive: true,
      keepAliveInitialDelayMillis: pool.keepAlive,
    });
    // pg prefers the empty password of the connection string to an option, so the password is set as a property.
    if (passwords !== undefined) Object.assign(this, { password: () => passwords.get() });
    this.session = new Session(this, {
      uses,
      open,
      settings: transactionSettings(source),
      silenceTimeoutMs: statementTimeoutMs + pool.silenceTimeoutMs,
      server: { tls, timeout: pool.connectTimeout },
    });
    this.#isConfigured = options !== undefined;
    this.#connectTimeout = pool.connectTimeout;
  }

  async open(): Promise<void> {
    await this.connect();
    await this.check().catch((error) => {
      this.connection.stream.destroy();
      throw error;
    });
    // The error that ends the session may arrive with the last response. Without this check, slonik would treat the
    // session as open, and would end the process if another change waits for a session.
    if (this.session.lost !== undefined) throw this.session.lost;
  }

  /**
   * Checks that the startup options, which poolers may drop, have arrived.
   * @throws ApiError Unavailable, with the setting to change
   */
  async check(): Promise<void> {
    if (!this.#isConfigured) return;
    const answer = runOne(
      this.session,
      unnamedStatement('select pg_catalog.current_setting($1, true)', [STARTUP_MARKER]),
    );
    const [set] = await discardAfter(this.#connectTimeout, (error) => this.session.discard(error), answer);
    if (set?.rows[0]?.[0] !== 'on')
      throw apiErrorFor('preparedStateLost', { cause: new SessionLost('Session settings were lost') });
  }
}

/**
 * Settings that values depend on; docs/postgresql.md lists them. `jit` costs more than it saves on statements of
 * milliseconds.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  // MDY applies to dates that clients write.
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  // If this setting were off, NULL in an array would be the string "NULL".
  array_nulls: 'on',
  // Accepts XML fragments as well as documents.
  xmloption: 'content',
  transform_null_equals: 'off',
  // With any other value, a full-text index returns a random subset of the rows.
  gin_fuzzy_search_limit: '0',
  // The catalog recognizes column defaults by their SQL text, so identifiers must be quoted only where necessary.
  quote_all_identifiers: 'off',
  jit: 'off',
};

type SettingSource = Pick<DataSource, 'prepared' | 'statementTimeoutMs'>;

const settingsOf = ({ statementTimeoutMs }: SettingSource): BoundStatement['settings'] => ({
  ...SETTINGS,
  statement_timeout: String(statementTimeoutMs),
});

/** Setting that only shows whether the startup options have arrived. */
const STARTUP_MARKER = 'joinery.started';

/**
 * Returns the startup options. Undefined behind a transaction pooler, which does not forward them.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS
 */
function startOptions(source: SettingSource): string | undefined {
  if (!source.prepared) return undefined;
  const settings = {
    ...settingsOf(source),
    // Each step of a mutation sees what other transactions committed before it.
    default_transaction_isolation: 'read\\ committed',
    [STARTUP_MARKER]: 'on',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Returns the settings of each transaction. Empty if the startup options already contain them. */
const transactionSettings = (source: SettingSource): BoundStatement['settings'] =>
  source.prepared ? {} : settingsOf(source);
