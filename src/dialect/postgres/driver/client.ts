import pg from 'pg';
import { runUnit } from '../../../store/run-unit.ts';
import { refusalFor } from '../../database-error.ts';
import type { StatementUses } from '../../kept-statements.ts';
import { loseAfter } from '../../lose-after.ts';
import { SessionLost } from '../../session-lost.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { tlsOptions } from '../../tls-options.ts';
import { Session } from './session.ts';
import { HEARD, startOptions, transactionSettings } from './session-settings.ts';
import { plainUnit } from './unit-messages.ts';

/** Milliseconds for which a session that has answered is alive for certain. */
export const ALIVE_MS = 2000;

/** What sessions of one database are opened with. */
export interface Opening {
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

  constructor({ source, uses, open }: Opening) {
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
