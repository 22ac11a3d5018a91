import { createPool, type DatabasePool } from 'slonik';
import type { Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { UnderWay } from '../../under-way.ts';
import type { Opening } from './client.ts';
import { slonikDriver } from './slonik-driver.ts';
import { SlonikSession } from './slonik-session.ts';

/**
 * Sessions of slonik's pool: those for changes, and that of the service. To take one, to run a statement and to give it back costs four
 * microseconds by itself, and ten or more beside a database.
 */
export class SlonikSessions implements Sessions<SlonikSession> {
  readonly max: number;
  readonly #pool: DatabasePool;
  readonly #lent = new UnderWay();

  private constructor(pool: DatabasePool, max: number) {
    this.#pool = pool;
    this.max = max;
    // What goes wrong with sessions is told to whoever uses them.
    pool.on('error', () => undefined);
  }

  static async open(opening: Opening, max: number): Promise<SlonikSessions> {
    const pool = await createPool(opening.source.connectionString, {
      driverFactory: slonikDriver(opening),
      maxPoolSize: max,
      // What is tried again is said once for all databases, in `execute/`.
      connectionRetryLimit: 0,
      queryRetryLimit: 0,
      transactionRetryLimit: 0,
      idleTimeout: IDLE_MS,
      gracefulTerminationTimeout: GRACE_MS,
      statementTimeout: 'DISABLE_TIMEOUT',
      idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
      // The default runs DISCARD ALL after each use, which throws the prepared statements away.
      resetConnection: async () => undefined,
      // Whoever has a transaction may ask for another session meanwhile.
      dangerouslyAllowForeignConnections: true,
      tracing: false,
      typeParsers: [],
    });
    return new SlonikSessions(pool, max);
  }

  async use<T>(work: (session: SlonikSession) => Promise<T>): Promise<T> {
    let outcome: Promise<T> | undefined;
    const lent = this.#pool.connect(async (connection) => {
      const session = new SlonikSession(connection);
      outcome = work(session);
      // slonik closes the session where this throws.
      await outcome.catch(() => undefined);
      await session.end();
      if (session.lost !== undefined) throw session.lost;
    });
    try {
      await this.#lent.add(lent);
    } catch (error) {
      if (outcome === undefined) throw SessionLost.by(error);
    }
    // slonik tells of a session that is lost before the work has ended.
    return outcome as Promise<T>;
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    await this.#lent.end();
    await this.#pool.end();
  }
}

/** How long a session is kept that nobody uses. */
const IDLE_MS = 60_000;

/** How long slonik waits for the end of a session. */
const GRACE_MS = 1_000;
