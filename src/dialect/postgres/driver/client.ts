import pg from 'pg';
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
    super({
      // What the connection string says of it wins.
      fallback_application_name: 'joinery',
      connectionString: source.connectionString,
      connectionTimeoutMillis: source.pool.connectTimeout,
      options: startOptions(source),
      ssl: tlsOptions(source.tls) ?? false,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    this.session = new Session(this, uses);
  }
}

/** How long a socket may be still before TCP asks whether the server is there. */
const KEEP_ALIVE_MS = 10_000;
