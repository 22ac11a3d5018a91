import type { Socket } from 'node:net';
import mysql, { type Pool, type PoolConnection } from 'mysql2/promise';
import type { Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { untilClosed } from '../../sockets.ts';
import { tlsOptions } from '../../tls-options.ts';
import { UnderWay } from '../../under-way.ts';
import { errorMeaning } from './error-meaning.ts';
import { MariadbSession } from './mariadb-session.ts';
import { openSocket, type Place } from './open-socket.ts';
import type { Opening } from './opening.ts';

/** Prepared statements of one session, however short: the server counts those of all (`max_prepared_stmt_count`). */
const MAX_STATEMENTS = 256;

/** Sessions of one kind, pooled by mysql2. */
export class MariadbPool implements Sessions<MariadbSession> {
  readonly max: number;
  readonly #opening: Opening;
  readonly #pool: Pool;
  /** Sessions that have their settings, by what mysql2 keeps of them. */
  readonly #sessions = new WeakMap<object, MariadbSession>();
  /** Sockets of sessions, by the options that mysql2 keeps of each. */
  readonly #sockets = new WeakMap<object, Socket>();
  readonly #open = new Set<Socket>();
  readonly #lent = new UnderWay();

  constructor(opening: Opening, max: number) {
    const { source } = opening;
    const ssl = tlsOptions(source.tls);
    this.max = max;
    this.#opening = opening;
    this.#pool = mysql.createPool({
      uri: source.connectionString,
      // mysql2 compares the host's name itself, and only when told.
      ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
      stream: ({ config }: { readonly config: Place }) => this.#openSocket(config),
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

  use<T>(work: (session: MariadbSession) => Promise<T>): Promise<T> {
    return this.#lent.add(this.#use(work));
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    await this.#lent.end();
    await this.#pool.end();
    await untilClosed(this.#open);
  }

  async #use<T>(work: (session: MariadbSession) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    let session: MariadbSession | undefined;
    try {
      session = await this.#sessionOf(connection);
      return await work(session);
    } catch (error) {
      if (errorMeaning(error).isSessionLost) connection.destroy();
      throw error;
    } finally {
      if (session?.cancelling !== undefined) await session.cancelling;
      if (session?.isLost) connection.destroy();
      connection.release();
    }
  }

  async #connect(): Promise<PoolConnection> {
    try {
      return await this.#pool.getConnection();
    } catch (error) {
      throw SessionLost.by(error);
    }
  }

  #openSocket(config: Place): Socket {
    const socket = openSocket(config);
    this.#sockets.set(config, socket);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }

  async #sessionOf(connection: PoolConnection): Promise<MariadbSession> {
    const known = this.#sessions.get(connection.connection);
    if (known !== undefined) return known;
    const socket = this.#sockets.get(connection.config);
    if (socket === undefined) throw new Error('mysql2 asks for the socket of each session');
    const session = new MariadbSession(connection, socket, this.#opening);
    await session.setUp();
    this.#sessions.set(connection.connection, session);
    return session;
  }
}
