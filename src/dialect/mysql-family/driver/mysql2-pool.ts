import type { Socket } from 'node:net';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import type { Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { untilClosed } from '../../sockets.ts';
import { tlsOptions } from '../../tls-options.ts';
import { UnderWay } from '../../under-way.ts';
import { Mysql2Session } from './mysql2-session.ts';
import { openSocket, type Place } from './open-socket.ts';
import type { Opening } from './opening.ts';

/** Prepared statements of one session, however short: the server counts those of all (`max_prepared_stmt_count`). */
const MAX_STATEMENTS = 256;

/** Sessions of one kind, pooled by mysql2. */
export class Mysql2Pool implements Sessions<Mysql2Session> {
  readonly max: number;
  readonly #opening: Opening;
  readonly #pool: Pool;
  /** Those that have their settings. */
  readonly #sessions = new WeakMap<PoolConnection, Mysql2Session>();
  /** Sockets of sessions, by the options that mysql2 keeps of each. */
  readonly #sockets = new WeakMap<object, Socket>();
  readonly #open = new Set<Socket>();
  readonly #lent = new UnderWay();

  /** @param takesSeveral whether a text may be several statements */
  constructor(opening: Opening, max: number, takesSeveral = false) {
    const { source, ways } = opening;
    const ssl = tlsOptions(source.tls);
    this.max = max;
    this.#opening = opening;
    this.#pool = createPool({
      uri: source.connectionString,
      // mysql2 compares the host's name itself, and only when told.
      ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
      stream: ({ config }: { readonly config: Place }) => this.#openSocket(config),
      charset: ways.charset,
      multipleStatements: takesSeveral,
      connectAttributes: { program_name: 'joinery' },
      connectionLimit: max,
      connectTimeout: source.pool.connectTimeout,
      idleTimeout: 60_000,
      maxPreparedStatements: MAX_STATEMENTS,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      // A stack for each statement would cost more than all else that is done for it here.
      trace: false,
    });
  }

  use<T>(work: (session: Mysql2Session) => Promise<T>): Promise<T> {
    return this.#lent.add(this.#use(work));
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    await this.#lent.end();
    await this.#pool.promise().end();
    await untilClosed(this.#open);
  }

  async #use<T>(work: (session: Mysql2Session) => Promise<T>): Promise<T> {
    const connection = await this.#connect();
    let session: Mysql2Session | undefined;
    try {
      session = await this.#sessionOf(connection);
      return await work(session);
    } catch (error) {
      if (this.#opening.ways.meaning(error).isSessionLost) connection.destroy();
      throw error;
    } finally {
      if (session?.cancelling !== undefined) await session.cancelling;
      if (session?.isLost) connection.destroy();
      connection.release();
    }
  }

  /** As mysql2 hands it out: its promises would come with something new around it each time. */
  #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error) reject(SessionLost.by(error));
        else resolve(connection);
      });
    });
  }

  #openSocket(config: Place): Socket {
    const socket = openSocket(config, this.#opening.source.pool);
    this.#sockets.set(config, socket);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }

  async #sessionOf(connection: PoolConnection): Promise<Mysql2Session> {
    const known = this.#sessions.get(connection);
    if (known !== undefined) return known;
    const socket = this.#sockets.get(connection.config);
    if (socket === undefined) throw new Error('mysql2 asks for the socket of each session');
    const session = new Mysql2Session(connection.promise(), socket, this.#opening);
    await session.setUp();
    this.#sessions.set(connection, session);
    return session;
  }
}
