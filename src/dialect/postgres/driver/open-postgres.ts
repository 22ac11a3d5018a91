import pg, { type PoolClient } from 'pg';
import type {
  ChangeNotifications,
  Driver,
  Estimate,
  NotificationHandlers,
  ReadSession,
  Sessions,
  TableName,
} from '../../../store/driver.ts';
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
import { SlonikSessions } from './slonik-sessions.ts';

/** Opens the pools. pg pools the sessions of `reads` and `live`, and slonik those of `changes` and `service`. */
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
    // An error of an idle session, which is already closed.
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
 * Maximum cost of a small plan, in the planner's units. For comparison: a read by key costs 8, a page of twenty rows by
 * index 10 to 30, and three levels of lists 500.
 * https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-CONSTANTS
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

const FIRST_RETRY_MS = 100;

const MAX_RETRY_MS = 5000;

/** Milliseconds between test queries, which detect a broken connection. */
const CHECK_INTERVAL_MS = 5000;

const CHECK_TIMEOUT_MS = 5000;

/**
 * Selects the tables of `$1` that have the trigger of docs/live-signals.md for channel `$2`. The trigger must be
 * enabled, have no condition, and run after each INSERT, UPDATE, DELETE, and TRUNCATE statement. A statement on a
 * partition or inheriting table runs only the trigger of that table, so these tables need the trigger, too. Foreign
 * tables are omitted, because remote changes run no trigger.
 */
const NOTIFYING_TABLES = `
  with recursive named as (
    select n.nspname as schema, c.relname as name, c.oid, c.oid as root
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.jsonb_to_recordset($1::pg_catalog.jsonb) as t (schema text, name text)
      on t.schema = n.nspname and t.name = c.relname
  ), members as (
    select oid, root from named
    union
    select i.inhrelid, m.root from members m join pg_catalog.pg_inherits i on i.inhparent = m.oid
  ), silent as (
    select m.root from members m join pg_catalog.pg_class c using (oid) where c.relkind not in ('r', 'p') or not exists (
      select from pg_catalog.pg_trigger g
      join pg_catalog.pg_proc p on p.oid = g.tgfoid
      where g.tgrelid = m.oid and p.proname = 'joinery_notify' and g.tgenabled in ('O', 'A') and g.tgtype = 60
        and g.tgqual is null and pg_catalog.cardinality(g.tgattr::int2[]) = 0
        and g.tgargs = pg_catalog.convert_to($2, 'UTF8') || '\\x00'::bytea
    )
  )
  select schema, name from named where root not in (select root from silent)`;

/** Listens on a session that it keeps open, and reconnects when that session ends. */
class PostgresNotifications implements ChangeNotifications {
  readonly #connectOptions: ConnectOptions;
  readonly #channel: string;
  readonly #handlers: NotificationHandlers;
  #client: SessionClient | undefined;
  #isConnected = false;
  #isClosed = false;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | undefined;
  #connecting: Promise<void>;

  constructor(connectOptions: ConnectOptions, channel: string, handlers: NotificationHandlers) {
    this.#connectOptions = connectOptions;
    this.#channel = channel;
    this.#handlers = handlers;
    this.#connecting = this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  async send(payloads: readonly string[]): Promise<void> {
    // An array as JSON needs no codec.
    const text = `select pg_catalog.pg_notify($1, p) from pg_catalog.jsonb_array_elements_text($2::pg_catalog.jsonb) as p`;
    await this.#query(text, [this.#channel, JSON.stringify(payloads)]);
  }

  async notifyingTables(tables: readonly TableName[]): Promise<readonly TableName[]> {
    const rows = await this.#query(NOTIFYING_TABLES, [JSON.stringify(tables), this.#channel]);
    return rows as readonly TableName[];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isConnected = false;
    clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => undefined);
  }

  async #query(text: string, values: readonly string[]): Promise<readonly object[]> {
    const client = this.#client;
    if (client === undefined || !this.#isConnected) throw new SessionLost('The notification session is closed');
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SessionLost('The notification session does not respond')), CHECK_TIMEOUT_MS);
    });
    try {
      const { rows } = await Promise.race([client.query(text, [...values]), silence]);
      return rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#lose(client, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(): Promise<void> {
    const client = new SessionClient({ ...this.#connectOptions, open: new Set() });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new SessionLost('The notification session has ended')));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel) this.#handlers.onPayload(payload);
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
      if (this.#isClosed || this.#client !== client) return;
      this.#isConnected = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.#handlers.onConnected();
      this.#scheduleCheck();
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** Reconnects. Events of an earlier client are ignored. */
  #lose(client: SessionClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isConnected = false;
    client.connection.stream.destroy();
    if (this.#isClosed) return;
    this.#handlers.onLost(error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  #scheduleCheck(): void {
    this.#timer = setTimeout(async () => {
      await this.#query('select 1', []).catch(() => undefined);
      if (this.#isConnected && !this.#isClosed) this.#scheduleCheck();
    }, CHECK_INTERVAL_MS).unref();
  }
}
