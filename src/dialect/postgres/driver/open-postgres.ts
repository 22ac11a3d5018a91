import pg, { type PoolClient } from 'pg';
import type { Driver, Estimate, ReadSession, Sessions } from '../../../store/driver.ts';
import { plansOf } from '../../driver/explain-plans.ts';
import { openWithPassword } from '../../driver/password/password-source.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { untilClosed } from '../../driver/sockets.ts';
import { LIVE_SESSIONS, splitPool } from '../../driver/split-pool.ts';
import { createUseCounts } from '../../driver/statement-cache.ts';
import { toReadSessions } from '../../driver/to-read-sessions.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { ALIVE_MS, type ConnectOptions, SessionClient } from './client.ts';
import { classifyError, isLoginRefused } from './errors.ts';
import { PostgresNotifications } from './notifications.ts';
import { SlonikSessions } from './slonik-sessions.ts';

/** Opens the pools. pg pools the sessions for reads, and slonik those for changes. */
export async function openPostgres(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const connectOptions: ConnectOptions = {
    source,
    uses: source.prepared ? createUseCounts() : undefined,
    open: new Set(),
  };
  const reads = new ReadSessions(connectOptions, maxReads);
  const changes = await SlonikSessions.open(connectOptions, maxChanges);
  const service = await SlonikSessions.open(connectOptions, 1);
  const live = new ReadSessions(connectOptions, LIVE_SESSIONS);
  return {
    reads,
    changes,
    service: toReadSessions(service),
    live,
    // Batching only pays off for prepared statements.
    ...(source.prepared && { estimate }),
    notifications: (channel, handlers) => new PostgresNotifications(connectOptions, channel, handlers),
    plans: plansOf('explain (verbose false, costs)'),
    classify: classifyError,
    close: async () => {
      await Promise.all([reads, changes, service, live].map((sessions) => sessions.close()));
      await untilClosed([...connectOptions.open].map(({ socket }) => socket));
    },
  };
}

/** Pool of read sessions, whose acquire and release take a microsecond. */
class ReadSessions implements Sessions<ReadSession> {
  readonly max: number;
  readonly #pool: pg.Pool;
  readonly #connectOptions: ConnectOptions;

  constructor(connectOptions: ConnectOptions, max: number) {
    this.max = max;
    this.#connectOptions = connectOptions;
    this.#pool = new pg.Pool({
      Client: class extends SessionClient {
        constructor() {
          super(connectOptions);
        }
      },
      connectionTimeoutMillis: connectOptions.source.pool.connectTimeout,
      idleTimeoutMillis: IDLE_MS,
      // pg awaits the result, although its type says otherwise.
      onConnect: (client) => (client as SessionClient).check(),
      max: 2 * max,
    });
    // Emitted for idle sessions, which are already closed.
    this.#pool.on('error', () => undefined);
  }

  get open(): number {
    return this.#pool.totalCount;
  }

  async use<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    const client = (await this.#connect()) as PoolClient & SessionClient;
    const { session } = client;
    try {
      return await work(session);
    } finally {
      if (session.canceling !== undefined) await session.canceling;
      client.release(session.lost ?? session.isAltered);
    }
  }

  closeIdle(): void {
    for (const session of this.#connectOptions.open) session.closeIfIdle(ALIVE_MS);
  }

  async #connect(): Promise<PoolClient> {
    try {
      const { passwords } = this.#connectOptions.source;
      return await openWithPassword(passwords, isLoginRefused, () => this.#pool.connect());
    } catch (error) {
      throw SessionLost.from(error);
    }
  }

  /** Waits for running statements. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

const IDLE_MS = 60_000;

/**
 * Small plans in the planner's cost units: a read by key costs 8, a page of twenty rows by index 10 to 30, three levels
 * of lists 500. https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-CONSTANTS
 */
const SMALL_COST = 100;

/** https://www.postgresql.org/docs/current/sql-explain.html, in JSON format */
interface ExplainedPlan {
  readonly Plan: { readonly 'Total Cost': number };
}

const estimate: Estimate = {
  estimationQuery: ({ settings, statement: { text, slots }, values }) => ({
    settings,
    statement: { text: `explain (format json) ${text}`, slots },
    values,
  }),
  isSmall: ([set]) => {
    const [explained] = JSON.parse(set?.rows[0]?.[0] ?? '[]') as readonly ExplainedPlan[];
    return explained !== undefined && explained.Plan['Total Cost'] <= SMALL_COST;
  },
};
