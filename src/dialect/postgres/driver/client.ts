import pg from 'pg';
import { KEEP_ALIVE_MS } from '../../sockets.ts';
import type { StatementUses } from '../../statement-uses.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { tlsOptions } from '../../tls-options.ts';
import { Session } from './session.ts';
import { startOptions } from './session-settings.ts';

/** What sessions of one database are opened with. */
export interface Opening {
  readonly source: ConnectedSource;
  /** Absent where no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
}

/** A client of pg, not yet connected, with our session on it. */
export class SessionClient extends pg.Client {
  readonly session: Session;

  constructor({ source, uses }: Opening) {
    const { pool, statementTimeout } = source;
    const tls = tlsOptions(source.tls);
    super({
      // What the connection string says of it wins.
      fallback_application_name: 'joinery',
      connectionString: source.connectionString,
      connectionTimeoutMillis: pool.connectTimeout,
      options: startOptions(source),
      ssl: tls ?? false,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.session = new Session(this, {
      uses,
      silence: statementTimeout + pool.silenceTimeout,
      server: { tls, timeout: pool.connectTimeout },
    });
  }
}
