import { createPool, type DatabasePool } from 'slonik';
import type { Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { UnderWay } from '../../under-way.ts';
import { ALIVE_MS, type Opening } from './client.ts';
import { slonikDriver } from './slonik-driver.ts';
import { SlonikSession } from './slonik-session.ts';

/** A session that slonik has lent, until it is given back. */
interface Loan {
  readonly session: SlonikSession;
  readonly giveBack: () => void;
}

/**
 * Sessions of slonik's pool: those for changes, and that of the service. To borrow one, to run a statement by slonik and to give it back costs
 * 15 to 20 microseconds beside a database. So while changes follow each other, they hand their sessions on.
 */
export class SlonikSessions implements Sessions<SlonikSession> {
  readonly max: number;
  readonly #pool: DatabasePool;
  readonly #opening: Opening;
  readonly #loans = new UnderWay();
  /** Free for the moment: whoever comes next in the same turn of the event loop has one without slonik. */
  readonly #free: Loan[] = [];
  #returning: NodeJS.Immediate | undefined;

  private constructor(pool: DatabasePool, opening: Opening, max: number) {
    this.#pool = pool;
    this.#opening = opening;
    this.max = max;
    // What goes wrong with sessions is told to whoever uses them.
    pool.on('error', () => undefined);
  }

  static async open(opening: Opening, max: number): Promise<SlonikSessions> {
    const pool = await createPool(opening.source.connectionString, {
      driverFactory: slonikDriver(opening),
      maxPoolSize: 2 * max,
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
    return new SlonikSessions(pool, opening, max);
  }

  async use<T>(work: (session: SlonikSession) => Promise<T>): Promise<T> {
    const loan = this.#takeFree() ?? (await this.#borrow());
    const { session } = loan;
    try {
      return await work(session);
    } finally {
      await session.end();
      this.#free.push(loan);
      this.#returning ??= setImmediate(() => this.#giveBack());
    }
  }

  closeIdle(): void {
    for (const session of this.#opening.open) session.closeIfIdle(ALIVE_MS);
  }

  #takeFree(): Loan | undefined {
    const index = this.#free.findLastIndex(({ session }) => session.lost === undefined);
    return index < 0 ? undefined : this.#free.splice(index, 1)[0];
  }

  #borrow(): Promise<Loan> {
    return new Promise((resolve, reject) => {
      const loan = this.#pool.connect(async (connection) => {
        const { promise: returned, resolve: giveBack } = Promise.withResolvers<void>();
        const session = new SlonikSession(connection);
        resolve({ session, giveBack });
        await returned;
        // slonik closes the session where this throws.
        if (session.lost !== undefined) throw session.lost;
      });
      // Of a session that is lost slonik tells at once, and nobody listens any more.
      this.#loans.add(loan).catch((error) => reject(SessionLost.by(error)));
    });
  }

  #giveBack(): void {
    this.#returning = undefined;
    for (const { giveBack } of this.#free.splice(0)) giveBack();
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    await this.#loans.end();
    await this.#pool.end();
  }
}

/** How long a session is kept that nobody uses. */
const IDLE_MS = 60_000;

/** How long slonik waits for the end of a session. */
const GRACE_MS = 1_000;
