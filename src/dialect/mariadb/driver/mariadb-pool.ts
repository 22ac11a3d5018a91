import mysql, { type Pool, type PoolConnection } from 'mysql2/promise';
import type { ConnectedSource } from '../../store-kind.ts';
import { tlsOptions } from '../../tls-options.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbSession } from './mariadb-session.ts';

/** Prepared statements that one session keeps. Clients can mint shapes at will, and each costs memory in the server. */
const MAX_STATEMENTS = 256;

/** Sessions of one kind, pooled by mysql2. */
export class MariadbPool {
  readonly max: number;
  readonly #source: ConnectedSource;
  readonly #pool: Pool;
  /** Sessions that have their settings, by what mysql2 keeps of them. */
  readonly #sessions = new WeakMap<object, MariadbSession>();

  constructor(source: ConnectedSource, max: number) {
    const ssl = tlsOptions(source.tls);
    this.max = max;
    this.#source = source;
    this.#pool = mysql.createPool({
      uri: source.connectionString,
      // mysql2 compares the host's name itself, and only when told.
      ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
      charset: 'utf8mb4',
      connectAttributes: { program_name: 'joinery' },
      connectionLimit: max,
      connectTimeout: source.pool.connectTimeout,
      idleTimeout: 60_000,
      maxPreparedStatements: MAX_STATEMENTS,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
    });
  }

  /** As `Sessions` of the contract. */
  async use<T>(work: (session: MariadbSession) => Promise<T>): Promise<T> {
    let connection: PoolConnection | undefined;
    try {
      connection = await this.#pool.getConnection();
      const session = await this.#sessionOf(connection);
      const result = await work(session);
      if (session.isLost) connection.destroy();
      return result;
    } catch (error) {
      if (errorMeaning(error).isSessionLost) connection?.destroy();
      throw error;
    } finally {
      connection?.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #sessionOf(connection: PoolConnection): Promise<MariadbSession> {
    const known = this.#sessions.get(connection.connection);
    if (known !== undefined) return known;
    const session = new MariadbSession(connection, this.#source);
    await session.setUp();
    this.#sessions.set(connection.connection, session);
    return session;
  }
}
