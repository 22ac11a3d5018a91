import type { Socket } from 'node:net';
import net from 'node:net';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import type { DataSource } from '../../../config/config.ts';
import type { Driver, Sessions } from '../../../store/driver.ts';
import { plansOf } from '../../driver/explain-plans.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { openWithPassword } from '../../driver/password/password-source.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { untilClosed } from '../../driver/sockets.ts';
import { LIVE_SESSIONS, splitPool } from '../../driver/split-pool.ts';
import { createUseCounts } from '../../driver/statement-cache.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import { toReadSessions } from '../../driver/to-read-sessions.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { type ConnectOptions, Rights, type SessionVariant } from './connect-options.ts';
import { isLoginRefused } from './errors.ts';
import { Mysql2Session } from './mysql2-session.ts';
import { MAX_STATEMENTS } from './prepared-statements.ts';

export function openMysql2(source: ConnectedSource, variant: SessionVariant): Driver {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const connectOptions: ConnectOptions = {
    source,
    variant,
    uses: source.prepared ? createUseCounts() : undefined,
    rights: new Rights(),
    packet: { max: undefined },
    kill: (threadId) => service.use((session) => session.kill(threadId)),
  };
  const reads = new Mysql2Pool(connectOptions, maxReads);
  const changes = new Mysql2Pool(connectOptions, maxChanges, {
    multipleStatements: variant.multipleStatements === true,
  });
  const service = new Mysql2Pool(connectOptions, 1, { readsRights: true });
  const live = new Mysql2Pool(connectOptions, LIVE_SESSIONS);
  return {
    reads: toReadSessions(reads),
    changes,
    service: toReadSessions(service),
    live: toReadSessions(live),
    plans: plansOf(variant.explain),
    maxRequestBytes: () => maxRequestBytes(connectOptions.packet.max),
    classify: variant.classify,
    close: async () => {
      await Promise.all([reads, changes, service, live].map((pool) => pool.close()));
    },
  };
}

/** Bytes of a request besides the text of its statement and the values. */
const OVERHEAD = 256;

/** A value that is not sent to a prepared statement may be printed in hexadecimal. */
const maxRequestBytes = (maxPacket: number | undefined): number | undefined =>
  maxPacket === undefined ? undefined : Math.floor((maxPacket - OVERHEAD) / 2);

interface PooledSession {
  readonly session: Mysql2Session;
  readonly connection: PoolConnection;
}

interface PendingRequest {
  readonly resolve: (pooled: PooledSession) => void;
  readonly reject: (error: unknown) => void;
}

/** Pool of sessions that mysql2 opens. Free sessions stay in this pool with their settings. */
class Mysql2Pool implements Sessions<Mysql2Session> {
  readonly max: number;
  readonly #connectOptions: ConnectOptions;
  readonly #readsRights: boolean;
  readonly #pool: Pool;
  /** The most recently used session is last. */
  readonly #free: PooledSession[] = [];
  readonly #ended = new WeakSet<PoolConnection>();
  readonly #waiting: PendingRequest[] = [];
  /** Includes sessions that are being opened. */
  #count = 0;
  /** Sockets of the sessions, keyed by the options object that mysql2 keeps for each session. */
  readonly #sockets = new WeakMap<object, Socket>();
  readonly #open = new Set<Socket>();
  readonly #inFlight = new InFlight();
  #pendingClear: NodeJS.Immediate | undefined;

  /** @param readsRights true if each lease must see the current rights of the account */
  constructor(connectOptions: ConnectOptions, max: number, { multipleStatements = false, readsRights = false } = {}) {
    this.#readsRights = readsRights;
    const { source, variant } = connectOptions;
    const ssl = tlsOptions(source.tls);
    this.max = max;
    this.#connectOptions = connectOptions;
    this.#pool = createPool({
      uri: source.connectionString,
      // mysql2 verifies the host name only on request.
      ...(ssl === undefined ? {} : { ssl: { ...ssl, verifyIdentity: source.tls.mode === 'verify-full' } }),
      stream: ({ config }: { readonly config: ServerAddress }) => this.#openSocket(config),
      charset: variant.charset,
      multipleStatements,
      connectAttributes: { program_name: 'joinery' },
      // Only a verified server receives a password in clear text.
      enableCleartextPlugin: source.passwords !== undefined && source.tls.mode.startsWith('verify'),
      connectionLimit: 2 * max,
      connectTimeout: source.pool.connectTimeout,
      // `PreparedStatements` closes statements, so mysql2 never reaches its own limit.
      maxPreparedStatements: 2 * MAX_STATEMENTS,
      rowsAsArray: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      // Stack traces are expensive.
      trace: false,
    });
  }

  get open(): number {
    return this.#count;
  }

  use<T>(work: (session: Mysql2Session) => Promise<T>): Promise<T> {
    return this.#inFlight.add(this.#use(work));
  }

  async close(): Promise<void> {
    await this.#inFlight.end();
    await this.#pool.promise().end();
    await untilClosed(this.#open);
  }

  closeIdle(): void {
    for (const { connection } of this.#free.splice(0)) this.#end(connection);
  }

  async #use<T>(work: (session: Mysql2Session) => Promise<T>): Promise<T> {
    const pooled = await this.#acquire();
    const { session, connection } = pooled;
    try {
      await session.readRights(this.#readsRights ? performance.now() : this.#connectOptions.rights.rejectedAt);
      return await work(session);
    } catch (error) {
      const { isSessionLost, rejectsChanges } = this.#connectOptions.variant.classify(error);
      if (isSessionLost) this.#end(connection);
      // Free sessions may be connected to the same read-only server.
      if (rejectsChanges) this.closeIdle();
      throw error;
    } finally {
      if (session.canceling !== undefined) await session.canceling;
      if (session.isLost) this.#end(connection);
      else if (!this.#ended.has(connection)) this.#release(pooled);
    }
  }

  async #acquire(): Promise<PooledSession> {
    const pooled = this.#free.pop() ?? (await this.#wait());
    const { session, connection } = pooled;
    if (session.clearing === undefined) return pooled;
    await session.clearing;
    if (!session.isLost) return pooled;
    this.#end(connection);
    return this.#acquire();
  }

  #wait(): Promise<PooledSession> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#openMore();
    });
  }

  #release(pooled: PooledSession): void {
    const next = this.#waiting.shift();
    // Closes a session above `max`, which was opened to replace a lost session.
    if (next === undefined && this.#count > this.max) this.#end(pooled.connection);
    else if (next !== undefined) next.resolve(pooled);
    else {
      this.#free.push(pooled);
      if (pooled.session.hasVariables) this.#pendingClear ??= setImmediate(() => this.#clearFree());
    }
  }

  /** Clears the variables of free sessions. A session that is already leased again replaces its variables anyway. */
  #clearFree(): void {
    this.#pendingClear = undefined;
    for (const { session } of this.#free) if (session.hasVariables) void session.clearVariables();
  }

  #openMore(): void {
    if (this.#count >= 2 * this.max) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#count += 1;
    this.#openSession().then(next.resolve, next.reject);
  }

  async #openSession(): Promise<PooledSession> {
    const { passwords } = this.#connectOptions.source;
    const connection = await openWithPassword(passwords, isLoginRefused, () => this.#connect()).catch((error) => {
      this.#onEnd();
      throw error;
    });
    const remove = (): void => this.#remove(connection);
    connection.once('end', remove);
    connection.once('error', remove);
    try {
      const socket = this.#sockets.get(connection.config);
      if (socket === undefined) throw new Error('mysql2 requests the socket of each session');
      const session = new Mysql2Session(connection, socket, this.#connectOptions);
      await session.setUp();
      return { session, connection };
    } catch (error) {
      this.#end(connection);
      throw error;
    }
  }

  #end(connection: PoolConnection): void {
    this.#remove(connection);
    connection.destroy();
  }

  /** Prevents leasing of an ended session. */
  #remove(connection: PoolConnection): void {
    if (this.#ended.has(connection)) return;
    this.#ended.add(connection);
    const index = this.#free.findIndex((free) => free.connection === connection);
    if (index >= 0) this.#free.splice(index, 1);
    this.#onEnd();
  }

  #onEnd(): void {
    this.#count -= 1;
    this.#openMore();
  }

  async #connect(): Promise<PoolConnection> {
    const password = await this.#connectOptions.source.passwords?.get();
    if (password !== undefined) (this.#pool as unknown as PoolInternals).config.connectionConfig.password = password;
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error) reject(SessionLost.from(error));
        else resolve(connection);
      });
    });
  }

  #openSocket(config: ServerAddress): Socket {
    const socket = openSocket(config, this.#connectOptions.source.pool);
    this.#sockets.set(config, socket);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }
}

/** mysql2 copies these settings for each session. It has no option for passwords that change. */
interface PoolInternals {
  readonly config: { readonly connectionConfig: { password: string } };
}

interface ServerAddress {
  readonly socketPath?: string;
  readonly host?: string;
  readonly port?: number;
}

function openSocket(
  { socketPath, host = 'localhost', port = 3306 }: ServerAddress,
  { keepAlive }: Pick<DataSource['pool'], 'keepAlive'>,
): net.Socket {
  if (socketPath !== undefined) return net.connect(socketPath);
  const socket = net.connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAlive });
  // mysql2 does not pass an IP address to TLS as the host. Node.js then verifies the certificate against `_host`, or,
  // without it, against "localhost".
  return Object.assign(socket, { _host: host });
}
