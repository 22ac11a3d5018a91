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
import { Refusal } from '../../../base/errors.ts';
import type { BoundStatement, ChangeSession, Sessions } from '../../../store/driver.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { runUnit } from '../../../store/run-unit.ts';
import { cancelUntil } from '../../driver/cancel-until.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { untilClosed } from '../../driver/sockets.ts';
import { ALIVE_MS, type ConnectOptions, SessionClient } from './client.ts';
import type { Session } from './session.ts';
import { plainUnit } from './statement-messages.ts';

/** A session that slonik has lent, until it is given back. */
interface Lease {
  readonly session: SlonikSession;
  readonly release: () => void;
}

/**
 * Sessions of slonik's pool: those for changes, and that of the service. To borrow one, to run a statement by slonik and to give it back costs
 * 15 to 20 microseconds beside a database. So while changes follow each other, they hand their sessions on.
 */
export class SlonikSessions implements Sessions<SlonikSession> {
  readonly max: number;
  readonly #pool: DatabasePool;
  readonly #connectOptions: ConnectOptions;
  readonly #loans = new InFlight();
  /** Free for the moment: whoever comes next in the same turn of the event loop has one without slonik. */
  readonly #free: Lease[] = [];
  #returning: NodeJS.Immediate | undefined;

  private constructor(pool: DatabasePool, connectOptions: ConnectOptions, max: number) {
    this.#pool = pool;
    this.#connectOptions = connectOptions;
    this.max = max;
    // What goes wrong with sessions is told to whoever uses them.
    pool.on('error', () => undefined);
  }

  static async open(connectOptions: ConnectOptions, max: number): Promise<SlonikSessions> {
    const pool = await createPool(connectOptions.source.connectionString, {
      driverFactory: slonikDriver(connectOptions),
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
    return new SlonikSessions(pool, connectOptions, max);
  }

  async use<T>(work: (session: SlonikSession) => Promise<T>): Promise<T> {
    const loan = this.#takeFree() ?? (await this.#borrow());
    const { session } = loan;
    try {
      return await work(session);
    } finally {
      await session.end();
      this.#free.push(loan);
      this.#returning ??= setImmediate(() => this.#release());
    }
  }

  closeIdle(): void {
    for (const session of this.#connectOptions.open) session.closeIfIdle(ALIVE_MS);
  }

  #takeFree(): Lease | undefined {
    const index = this.#free.findLastIndex(({ session }) => session.lost === undefined);
    return index < 0 ? undefined : this.#free.splice(index, 1)[0];
  }

  #borrow(): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const loan = this.#pool.connect(async (connection) => {
        const { promise: returned, resolve: release } = Promise.withResolvers<void>();
        const session = new SlonikSession(connection);
        resolve({ session, release });
        await returned;
        // slonik closes the session where this throws.
        if (session.lost !== undefined) throw session.lost;
      });
      // Of a session that is lost slonik tells at once, and nobody listens any more.
      this.#loans.add(loan).catch((error) => reject(SessionLost.by(error)));
    });
  }

  #release(): void {
    this.#returning = undefined;
    for (const { release } of this.#free.splice(0)) release();
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

/**
 * What the next one to get the session must not meet: settings, a role, cursors, temporary tables, sequences, locks. `discard all` would throw
 * prepared statements away as well.
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

/** What slonik takes for a statement. */
const STATEMENT = sql.unsafe`select`;

/** What slonik is asked to say to the server, on its way and until it is answered. */
interface Saying {
  readonly sent: PromiseWithResolvers<void>;
  readonly ended: PromiseWithResolvers<void>;
}

/** A session of slonik's pool, for as long as it is lent. slonik begins and ends transactions; statements go to the session itself. */
class SlonikSession implements ChangeSession {
  readonly #connection: DatabasePoolConnection;
  #session: Session | undefined;
  #saying: Saying | undefined;

  constructor(connection: DatabasePoolConnection) {
    this.#connection = connection;
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): SessionLost | undefined {
    return this.#session?.lost;
  }

  async run(unit: BoundStatement): Promise<Result> {
    this.#say();
    try {
      return await (this.#session === undefined ? this.#runBySlonik(unit) : this.#runOn(this.#session, unit));
    } finally {
      this.#hush();
    }
  }

  #runOn(session: Session, unit: BoundStatement): Promise<Result> {
    this.#saying?.sent.resolve();
    return runUnit(session, unit);
  }

  /** Only slonik knows which session it has lent: it tells with the first thing that is asked. */
  async #runBySlonik(unit: BoundStatement): Promise<Result> {
    const { text } = unit.statement;
    const { rows, fields } = await this.#ask(() => this.#connection.query({ ...STATEMENT, sql: text }), unit);
    const texts = rows as unknown as readonly TextRow[];
    return [fields.length === 0 ? { rows: texts } : { rows: texts, columns: fields.map(({ name }) => name) }];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const within = async (): Promise<T> => {
      this.#hush();
      try {
        return await work();
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        this.#say();
      }
    };
    this.#say();
    try {
      return await this.#ask(() => this.#connection.transaction(within));
    } catch (error) {
      // slonik tells of a ROLLBACK that fails in place of what it was for.
      throw failure === undefined ? error : failure.error;
    } finally {
      this.#hush();
    }
  }

  async reset(): Promise<void> {
    try {
      for (const text of RESET) await this.run(plainUnit(text));
    } catch (error) {
      this.#session?.lose(SessionLost.by(error));
      throw error;
    }
  }

  async cancel(): Promise<void> {
    const saying = this.#saying;
    if (saying === undefined) return;
    const isMeant = (): boolean => this.#saying === saying;
    await cancelUntil({
      ended: saying.ended.promise,
      isMeant,
      ask: async () => {
        await Promise.race([saying.sent.promise, saying.ended.promise]);
        if (isMeant()) await this.#session?.cancel();
      },
      lose: () => undefined,
    });
  }

  /** To be called before somebody else gets the session. A transaction that could not be ended ends with it. */
  async end(): Promise<void> {
    const session = this.#session;
    await session?.cancelling;
    if (session?.isWithinTransaction) session.lose(new SessionLost('A transaction was not ended'));
    else if (session?.isAltered) await this.reset().catch(() => undefined);
  }

  #say(): void {
    this.#saying = { sent: Promise.withResolvers(), ended: Promise.withResolvers() };
  }

  #hush(): void {
    this.#saying?.ended.resolve();
    this.#saying = undefined;
  }

  /** @throws the server's errors; SessionLost for what slonik says where a session has ended, or is not handed out */
  async #ask<T>(ask: () => Promise<T>, unit?: BoundStatement): Promise<T> {
    const onSession = (session: Session): void => {
      this.#session = session;
      this.#saying?.sent.resolve();
    };
    try {
      return await asked.run(unit === undefined ? { onSession } : { unit, onSession }, ask);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof Refusal) throw error;
      throw this.#session === undefined ? SessionLost.by(error) : (this.lost ?? error);
    }
  }
}

/** What is asked by way of slonik, which hands on texts and values alone. */
interface SlonikRequest {
  /** Absent where slonik begins or ends a transaction. */
  readonly unit?: BoundStatement;
  /** Told which session it goes to. */
  readonly onSession: (session: Session) => void;
}

/** Set around each call of slonik that comes to a statement. */
const asked = new AsyncLocalStorage<SlonikRequest>();

/** How slonik opens sessions, and runs what is asked in them. */
const slonikDriver = (connectOptions: ConnectOptions): DriverFactory =>
  createDriverFactory(async () => ({
    createPoolClient: async ({ clientEventEmitter }) => {
      const client = new SessionClient(connectOptions);
      client.on('error', (error) => clientEventEmitter.emit('error', error));
      // slonik listens no more once it has given the session up.
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
            // Arrays in place of objects: names of columns would be repeated for each.
            rows: rows as unknown as Record<string, unknown>[],
          };
        },
        stream: () => {
          throw new Error('Statements are not streamed');
        },
      };
    },
  }));

/** @param text of the unit that is asked, or `START TRANSACTION`, `COMMIT`, `ROLLBACK`, which slonik says by itself */
async function run(session: Session, text: string): Promise<Result> {
  const { unit, onSession } = asked.getStore() ?? {};
  onSession?.(session);
  if (unit !== undefined) return await runUnit(session, unit);
  if (text !== 'START TRANSACTION') return await runUnit(session, plainUnit(text));
  await session.begin();
  return [];
}
