import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectionPool, config, IOptions } from 'mssql';
import type { Connection } from 'tedious';
import type { Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { untilClosed } from '../../sockets.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { UnderWay } from '../../under-way.ts';
import { connectionConfig } from './connection-config.ts';
import { endsSession } from './error-meaning.ts';
import { ServerError } from './server-error.ts';
import { type SessionParts, TdsSession } from './tds-session.ts';
import { type Place, Wire } from './wire.ts';

/** The longest time of a timer. */
const NEVER = 2 ** 31 - 1;

/** What a pool is made with. */
export interface PoolParts extends SessionParts {
  readonly source: ConnectedSource;
  readonly max: number;
}

/** Sessions of one kind. mssql opens connections, pools and ends them; what runs on one goes to its connection, of tedious. */
export class TdsPool implements Sessions<TdsSession> {
  readonly max: number;
  readonly #parts: PoolParts;
  readonly #pool: ConnectionPool;
  #connected: Promise<unknown> | undefined;
  readonly #wires = new WeakMap<Connection, Wire>();
  readonly #sessions = new WeakMap<Connection, TdsSession>();
  readonly #open = new Set<Socket>();
  readonly #idle = new Set<Connection>();
  readonly #lent = new UnderWay();
  /** By what the server refused a login last: mssql tells its text alone. */
  #refusal: ServerError | undefined;

  constructor(parts: PoolParts) {
    this.max = parts.max;
    this.#parts = parts;
    const own = connectionConfig(parts.source);
    this.#pool = new parts.client.mssql.ConnectionPool({ ...own, ...this.#hooks(own), pool: this.#poolOptions() });
    // What becomes of a connection, its session learns.
    this.#pool.on('error', () => undefined);
  }

  use<T>(work: (session: TdsSession) => Promise<T>): Promise<T> {
    return this.#lent.add(this.#use(work));
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    await this.#lent.end();
    if (this.#pool.connected) await this.#pool.close();
    await untilClosed(this.#open);
  }

  closeIdle(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle.clear();
  }

  async #use<T>(work: (session: TdsSession) => Promise<T>): Promise<T> {
    const connection = await this.#acquire();
    this.#idle.delete(connection);
    try {
      const session = this.#sessions.get(connection) ?? (await this.#setUp(connection));
      try {
        return await work(session);
      } finally {
        if (session.cancelling !== undefined) await session.cancelling;
        // Those beyond are there in place of others that were set aside.
        if (session.isLost || this.#open.size > this.max) connection.close();
      }
    } catch (error) {
      if (endsSession(error)) connection.close();
      throw error;
    } finally {
      if (!connection.closed) this.#idle.add(connection);
      this.#pool.pool.release(connection);
    }
  }

  /** @throws SessionLost where there is none */
  async #acquire(): Promise<Connection> {
    try {
      this.#connected ??= this.#pool.connect();
      await this.#connected;
      return await this.#pool.pool.acquire().promise;
    } catch (error) {
      if (!this.#pool.connected) this.#connected = undefined;
      throw SessionLost.by(this.#reasonOf(error));
    }
  }

  /** What mssql wraps; of a login, what the server said. */
  #reasonOf(error: unknown): unknown {
    const original = error instanceof Error && 'originalError' in error ? error.originalError : error;
    const first = original instanceof AggregateError ? original.errors[0] : original;
    if (!(first instanceof Error)) return error;
    const refusal = this.#refusal;
    return refusal !== undefined && refusal.message === first.message ? refusal : first;
  }

  async #setUp(connection: Connection): Promise<TdsSession> {
    const wire = this.#wires.get(connection);
    if (wire === undefined) throw new Error('tedious asks for the socket of each connection');
    const session = new TdsSession(connection, wire, this.#parts);
    try {
      await session.setUp();
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#sessions.set(connection, session);
    return session;
  }

  #poolOptions(): config['pool'] {
    return {
      max: 2 * this.max,
      min: 0,
      // The queue in front of it knows how long is waited; sessions last until they end.
      acquireTimeoutMillis: NEVER,
      createTimeoutMillis: NEVER,
      idleTimeoutMillis: NEVER,
    };
  }

  /** How a connection gets a socket of its own, and is listened to. */
  #hooks({ server, port, options }: ReturnType<typeof connectionConfig>): Pick<config, 'options' | 'beforeConnect'> {
    const pool = this.#parts.source.pool;
    const sockets = this.#open;
    let wire: Wire | undefined;
    const withSocket: IOptions = {
      ...options,
      // mssql reads its options anew for each connection, and hands it out at once.
      get connector() {
        const own = new Wire(pool, sockets);
        wire = own;
        return (place: Place = {}) => own.connect({ host: server, ...(port !== undefined && { port }), ...place });
      },
    };
    const beforeConnect = (connection: Connection): void => {
      const own = wire;
      if (own === undefined) throw new Error('mssql reads its options for each connection');
      this.#wires.set(connection, own);
      connection.on('errorMessage', (said) => {
        if (!this.#sessions.has(connection)) this.#refusal = new ServerError(said);
      });
      if (this.#parts.source.tls.mode === 'verify-ca') connection.on('secure', (tls) => checkAuthority(tls, own));
    };
    return { options: withSocket, beforeConnect };
  }
}

/** Node checks the name of the host with the certificate; here any name will do. */
function checkAuthority({ authorized, authorizationError }: TLSSocket, wire: Wire): void {
  const code: unknown = authorizationError;
  if (authorized || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return;
  wire.destroy(Object.assign(new Error('The certificate of the server is not trusted'), { code }));
}
