import { createDriverFactory } from '@slonik/driver';
import { createPool, type DatabasePool, type DatabasePoolConnection } from 'slonik';
import type { DataSource } from '../../../config/config.ts';
import { LentSession } from './lent-session.ts';
import { Session } from './session.ts';

/** A session that the pool has lent, for as long as there is work for it. */
interface Lease {
  readonly session: LentSession;
  /** When it was lent, by `performance.now()`. */
  readonly since: number;
  /** Gives it back; with an error, to be closed. */
  readonly end: (error?: unknown) => void;
  /** Whether somebody has used it since `#endUnused` last looked. */
  used: boolean;
  /** Whether the pool has its session back, or has closed it. */
  over: boolean;
}

interface Waiting {
  readonly resolve: (lease: Lease) => void;
  readonly reject: (error: unknown) => void;
}

/** How often leases that nobody uses are looked for. */
const LOOK_MS = 1000;

/** After this a lease is given back, so that the pool can close sessions that are idle or broken. */
const LONGEST_LEASE_MS = 30_000;

/**
 * The sessions of slonik's pool, kept at hand while requests follow each other: to take a session from the pool and to
 * give it back costs as much as a statement that reads one row. slonik opens, counts and closes sessions, and runs
 * transactions. Statements go to the session's own client: what slonik does above its driver for each of them took half
 * of a point read.
 */
export class Sessions {
  readonly #pool: DatabasePool;
  readonly #source: DataSource;
  readonly #max: number;
  /** The last one to come back is the first to be used, so that those nobody needs can go. */
  readonly #idle: Lease[] = [];
  /** A promise for each session that the pool has lent; it settles when the session is given back. */
  readonly #lent = new Set<Promise<void>>();
  /** Who asked for a session when none was idle; the first comes first. */
  readonly #waiting: Waiting[] = [];
  /** Sessions that the pool was asked for and has not lent yet. */
  #arriving = 0;
  readonly #looking: NodeJS.Timeout;
  #closing = false;

  private constructor(pool: DatabasePool, source: DataSource, max: number) {
    this.#pool = pool;
    this.#max = max;
    this.#source = source;
    this.#looking = setInterval(() => this.#endUnused(), LOOK_MS).unref();
  }

  /** @throws SlonikError for a connection string that cannot be read */
  static async open(source: DataSource & { readonly connectionString: string }, max: number): Promise<Sessions> {
    const pool = await createPool(source.connectionString, {
      driverFactory: sessionFactory(source),
      maxPoolSize: max,
      connectionTimeout: source.pool.connectTimeout,
      // What is tried again is said once for all databases, in `execute/`.
      connectionRetryLimit: 0,
      queryRetryLimit: 0,
      transactionRetryLimit: 0,
      idleTimeout: 60_000,
      statementTimeout: 'DISABLE_TIMEOUT',
      idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
      // The default runs DISCARD ALL after each use, which throws the prepared statements away.
      resetConnection: async () => undefined,
      tracing: false,
      typeParsers: [],
    });
    return new Sessions(pool, source, max);
  }

  /**
   * Runs work on a session that is nobody else's meanwhile.
   * @throws what the work throws; whatever keeps a session from being opened
   */
  async use<T>(work: (session: LentSession) => Promise<T>): Promise<T> {
    const lease = this.#idle.pop() ?? (await this.#next());
    lease.used = true;
    try {
      return await work(lease.session);
    } finally {
      const { lost } = lease.session;
      if (lost === undefined) this.#hand(lease);
      else lease.end(lost);
    }
  }

  /** Lets what runs finish, then closes all sessions. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#looking);
    for (const lease of this.#idle.splice(0)) lease.end();
    while (this.#lent.size > 0) await Promise.all(this.#lent);
    await this.#pool.end();
  }

  /** Whichever session comes first: one that somebody gives back, or one that the pool lends. */
  #next(): Promise<Lease> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#borrowForWaiting();
    });
  }

  /** Hands a free lease to the one who waits longest. An old lease is given back to the pool instead. */
  #hand(lease: Lease): void {
    if (lease.over) return;
    const isOld = performance.now() - lease.since > LONGEST_LEASE_MS;
    const waiting = isOld ? undefined : this.#waiting.shift();
    if (waiting !== undefined) waiting.resolve(lease);
    else if (isOld || this.#closing) lease.end();
    else this.#idle.push(lease);
  }

  #borrowForWaiting(): void {
    if (this.#waiting.length > this.#arriving && this.#lent.size < this.#max) this.#borrow();
  }

  #endUnused(): void {
    for (const lease of [...this.#idle]) {
      if (!lease.used) this.#end(lease);
      lease.used = false;
    }
  }

  #end(lease: Lease): void {
    lease.over = true;
    const index = this.#idle.indexOf(lease);
    if (index >= 0) this.#idle.splice(index, 1);
    lease.end();
  }

  /** Borrows a session. slonik lends it while a handler runs, and closes it where the handler throws. */
  #borrow(): void {
    let lease: Lease | undefined;
    this.#arriving += 1;
    const lent: Promise<void> = this.#pool
      .connect(async (slonik) => {
        const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
        lease = {
          session: new LentSession(await sessionOf(slonik), slonik, this.#source),
          since: performance.now(),
          end: (error) => (error === undefined ? end() : fail(error)),
          used: true,
          over: false,
        };
        this.#arriving -= 1;
        this.#hand(lease);
        await ended;
      })
      .catch((error) => {
        // Once a session is lent, whoever uses it learns of the error from the session itself.
        if (lease !== undefined) return;
        this.#arriving -= 1;
        this.#waiting.shift()?.reject(error);
      })
      .finally(() => {
        this.#lent.delete(lent);
        if (lease !== undefined) this.#end(lease);
        this.#borrowForWaiting();
      });
    this.#lent.add(lent);
  }
}

/**
 * What is sent through slonik to learn which session is behind one of its connections: it never reaches the database.
 */
const WHICH_SESSION = 'which session';

async function sessionOf(slonik: DatabasePoolConnection): Promise<Session> {
  const { rows } = await slonik.query(token(WHICH_SESSION));
  const [session] = rows as unknown as readonly Session[];
  if (!(session instanceof Session)) throw new Error('slonik lends sessions that its driver has made');
  return session;
}

/** A statement as slonik takes it. */
const token = (sql: string) =>
  ({ type: 'SLONIK_TOKEN_QUERY', sql, values: [] }) as unknown as Parameters<DatabasePoolConnection['query']>[0];

/** How slonik opens a session. */
function sessionFactory(source: DataSource & { readonly connectionString: string }) {
  return createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const session = new Session(source, (error) => clientEventEmitter.emit('error', error));
      return {
        connect: () => session.connect(),
        end: () => session.end(),
        query: async (text) => {
          const rows = text === WHICH_SESSION ? [session] : await session.query(text);
          return {
            command: 'SELECT',
            fields: [],
            rowCount: rows.length,
            rows: rows as unknown as Record<string, unknown>[],
          };
        },
        stream: () => {
          throw new Error('Statements are not streamed');
        },
      };
    },
  }));
}
