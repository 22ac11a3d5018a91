import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from 'pg-protocol';
import {
  createDriverFactory,
  createPool,
  type DatabasePool,
  type DatabasePoolConnection,
  type DriverFactory,
  sql,
} from 'slonik';
import { ApiError } from '../../../base/errors.ts';
import type { BoundStatement, ChangeSession, Sessions } from '../../../store/driver.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { runOne } from '../../../store/run-one.ts';
import { cancelUntil } from '../../driver/cancel-until.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { openWithPassword } from '../../driver/password/password-source.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { untilClosed } from '../../driver/sockets.ts';
import { ALIVE_MS, type ConnectOptions, SessionClient } from './client.ts';
import { isLoginRefused } from './errors.ts';
import type { Session } from './session.ts';
import { unnamedStatement } from './statement-messages.ts';

interface Lease {
  readonly session: SlonikSession;
  readonly release: () => void;
}

/**
 * Pool of sessions for changes, managed by slonik. Acquiring a session, running a statement, and releasing the session
 * take slonik 15 to 20 µs in addition to the database's time. Consecutive changes therefore reuse a lease.
 */
export class SlonikSessions implements Sessions<SlonikSession> {
  readonly max: number;
  readonly #pool: DatabasePool;
  readonly #connectOptions: ConnectOptions;
  readonly #leases = new InFlight();
  /** Free leases that callers in this event-loop turn reuse without slonik. */
  readonly #free: Lease[] = [];
  #pendingRelease: NodeJS.Immediate | undefined;

  private constructor(pool: DatabasePool, connectOptions: ConnectOptions, max: number) {
    this.#pool = pool;
    this.#connectOptions = connectOptions;
    this.max = max;
    // Errors reach the caller through the session; the pool-level event is redundant.
    pool.on('error', () => undefined);
  }

  static async open(connectOptions: ConnectOptions, max: number): Promise<SlonikSessions> {
    const pool = await createPool(connectOptions.source.connectionString, {
      driverFactory: slonikDriver(connectOptions),
      maxPoolSize: 2 * max,
      // `execute/` implements retries for all databases.
      connectionRetryLimit: 0,
      queryRetryLimit: 0,
      transactionRetryLimit: 0,
      idleTimeout: IDLE_MS,
      gracefulTerminationTimeout: GRACE_MS,
      statementTimeout: 'DISABLE_TIMEOUT',
      idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
      // The default runs DISCARD ALL after each use, which drops prepared statements.
      resetConnection: async () => undefined,
      // A caller in a transaction may acquire another session.
      dangerouslyAllowForeignConnections: true,
      tracing: false,
      typeParsers: [],
    });
    return new SlonikSessions(pool, connectOptions, max);
  }

  get open(): number {
    const { acquiredConnections, idleConnections } = this.#pool.state();
    return acquiredConnections + idleConnections;
  }

  async use<T>(work: (session: SlonikSession) => Promise<T>): Promise<T> {
    const { passwords } = this.#connectOptions.source;
    const lease = this.#acquireFree() ?? (await openWithPassword(passwords, isLoginRefused, () => this.#acquire()));
    const { session } = lease;
    try {
      return await work(session);
    } finally {
      await session.end();
      this.#free.push(lease);
      this.#pendingRelease ??= setImmediate(() => this.#release());
    }
  }

  closeIdle(): void {
    for (const session of this.#connectOptions.open) session.closeIfIdle(ALIVE_MS);
  }

  #acquireFree(): Lease | undefined {
    const index = this.#free.findLastIndex(({ session }) => session.lost === undefined);
    return index < 0 ? undefined : this.#free.splice(index, 1)[0];
  }

  #acquire(): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const lease = this.#pool.connect(async (connection) => {
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const session = new SlonikSession(connection);
        resolve({ session, release });
        await released;
        // slonik closes the session if this throws.
        if (session.lost !== undefined) throw session.lost;
      });
      // Rejects if slonik cannot open a session. After `resolve`, a rejection has no effect.
      this.#leases.add(lease).catch((error) => reject(SessionLost.from(error)));
    });
  }

  #release(): void {
    this.#pendingRelease = undefined;
    for (const { release } of this.#free.splice(0)) release();
  }

  /** Waits for running work. */
  async close(): Promise<void> {
    await this.#leases.end();
    await this.#pool.end();
  }
}

const IDLE_MS = 60_000;

/** Milliseconds that slonik waits for a session to end. */
const GRACE_MS = 1_000;

/**
 * Clears state before the next use: settings, role, cursors, temporary tables, sequences, locks. `discard all` would
 * also drop prepared statements.
 */
const RESET = [
  'reset session authorization',
  'reset all',
  'close all',
  'discard temp',
  'discard sequences',
  'unlisten *',
  'select pg_catalog.pg_advisory_unlock_all()',
];

/** Placeholder that slonik accepts as a statement. */
const STATEMENT = sql.unsafe`select`;

/** A command passed to slonik, until its response arrives. */
interface PendingCommand {
  readonly sent: PromiseWithResolvers<void>;
  readonly ended: PromiseWithResolvers<void>;
}

/** A leased session of slonik's pool. slonik begins and ends transactions; statements bypass it. */
class SlonikSession implements ChangeSession {
  readonly #connection: DatabasePoolConnection;
  #session: Session | undefined;
  #pending: PendingCommand | undefined;

  constructor(connection: DatabasePoolConnection) {
    this.#connection = connection;
  }

  /** Undefined while the session is usable. */
  get lost(): SessionLost | undefined {
    return this.#session?.lost;
  }

  async run(bound: BoundStatement): Promise<Result> {
    this.#beginCommand();
    try {
      return await (this.#session === undefined ? this.#runBySlonik(bound) : this.#runOn(this.#session, bound));
    } finally {
      this.#endCommand();
    }
  }

  #runOn(session: Session, bound: BoundStatement): Promise<Result> {
    this.#pending?.sent.resolve();
    return runOne(session, bound);
  }

  /** Runs a statement through slonik, which reveals the leased session only with its first query. */
  async #runBySlonik(bound: BoundStatement): Promise<Result> {
    const { text } = bound.statement;
    const { rows, fields } = await this.#runOnSlonik(() => this.#connection.query({ ...STATEMENT, sql: text }), bound);
    const textRows = rows as unknown as readonly TextRow[];
    return [fields.length === 0 ? { rows: textRows } : { rows: textRows, columns: fields.map(({ name }) => name) }];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const trackedWork = async (): Promise<T> => {
      this.#endCommand();
      try {
        return await work();
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        this.#beginCommand();
      }
    };
    this.#beginCommand();
    try {
      return await this.#runOnSlonik(() => this.#connection.transaction(trackedWork));
    } catch (error) {
      // slonik reports a failed ROLLBACK instead of its cause.
      throw failure === undefined ? error : failure.error;
    } finally {
      this.#endCommand();
    }
  }

  async reset(): Promise<void> {
    try {
      for (const text of RESET) await this.run(unnamedStatement(text));
    } catch (error) {
      this.#session?.discard(SessionLost.from(error));
      throw error;
    }
  }

  async cancel(): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined) return;
    const isRunning = (): boolean => this.#pending === pending;
    await cancelUntil({
      ended: pending.ended.promise,
      isRunning,
      sendCancel: async () => {
        await Promise.race([pending.sent.promise, pending.ended.promise]);
        if (isRunning()) await this.#session?.cancel();
      },
      discard: () => undefined,
    });
  }

  /**
   * Ends the lease. Call this method before another caller gets the session. If a transaction is still open, discards
   * the session, so that the server rolls back.
   */
  async end(): Promise<void> {
    const session = this.#session;
    await session?.canceling;
    if (session?.isWithinTransaction) session.discard(new SessionLost('A transaction was left open'));
    else if (session?.isAltered) await this.reset().catch(() => undefined);
  }

  #beginCommand(): void {
    this.#pending = { sent: Promise.withResolvers(), ended: Promise.withResolvers() };
  }

  #endCommand(): void {
    this.#pending?.ended.resolve();
    this.#pending = undefined;
  }

  /** @throws the server's errors; SessionLost for slonik's errors if the session has ended or cannot be acquired */
  async #runOnSlonik<T>(request: () => Promise<T>, bound?: BoundStatement): Promise<T> {
    const onSession = (session: Session): void => {
      this.#session = session;
      this.#pending?.sent.resolve();
    };
    try {
      return await slonikRequest.run(bound === undefined ? { onSession } : { bound: bound, onSession }, request);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof ApiError) throw error;
      throw this.#session === undefined ? SessionLost.from(error) : (this.lost ?? error);
    }
  }
}

/** Data that slonik cannot pass to its driver, because it forwards only text and values. */
interface SlonikRequest {
  /** Absent if slonik begins or ends a transaction. */
  readonly bound?: BoundStatement;
  /** Receives the session that slonik has chosen. */
  readonly onSession: (session: Session) => void;
}

const slonikRequest = new AsyncLocalStorage<SlonikRequest>();

const slonikDriver = (connectOptions: ConnectOptions): DriverFactory =>
  createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new SessionClient(connectOptions);
      client.on('error', (error) => clientEventEmitter.emit('error', error));
      // slonik removes its listener when it discards the session. A later error without a listener would end the
      // process.
      clientEventEmitter.on('error', () => undefined);
      return {
        connect: () => client.open(),
        end: async () => {
          client.end();
          await untilClosed([client.connection.stream]);
        },
        query: async (text) => {
          const [set] = await run(client.session, text);
          const { rows = [], columns = [] } = set ?? {};
          return {
            command: 'SELECT',
            fields: columns.map((name) => ({ name, dataTypeId: 0 })),
            rowCount: rows.length,
            // slonik expects objects, but rows stay arrays, because objects would repeat the column names.
            rows: rows as unknown as Record<string, unknown>[],
          };
        },
        stream: () => {
          throw new Error('Statements are not streamed');
        },
      };
    },
  }));

/** @param text of the requested statement, or slonik's own `START TRANSACTION`, `COMMIT`, `ROLLBACK` */
async function run(session: Session, text: string): Promise<Result> {
  const { bound, onSession } = slonikRequest.getStore() ?? {};
  onSession?.(session);
  if (bound !== undefined) return await runOne(session, bound);
  if (text !== 'START TRANSACTION') return await runOne(session, unnamedStatement(text));
  await session.begin();
  return [];
}
