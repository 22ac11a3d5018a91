import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '../../app/application.ts';
import { createRedisClient } from '../../app/redis-client.ts';
import { ApiError } from '../../base/errors.ts';
import { memoizeLast } from '../../base/memoize.ts';
import type { ObservationOf, SignalSource } from '../../base/observation.ts';
import type { Topic, WorkerChannel } from '../../base/worker-channel.ts';
import type { LiveSettings } from '../../config/live-settings.ts';
import type { Entity, Model } from '../../model/model.ts';
import type { ChangeNotifications, NotificationHandlers, TableName } from '../../store/driver.ts';
import { type ChangedTables, formatPayloads, parsePayload, tableKey } from './change-payloads.ts';
import { TableVersions } from './table-versions.ts';

/** Entities that may have changed; undefined: any entity. */
export interface EntityChange {
  readonly entities: ReadonlySet<string> | undefined;
}

/** Reports which entities may have changed: through this service (all workers, all instances) and outside of it. */
export interface ChangeSignals {
  /** Connects to other instances. @throws ConfigurationError if the package of the Redis client is missing */
  start(): Promise<void>;
  /** Listeners are never called synchronously inside a client's request. @returns a function that stops listening */
  listen(listener: (change: EntityChange) => void): () => void;
  /** Longest time in milliseconds between two reads of a live query of these entities without a signal. */
  fallbackMs(entities: readonly string[]): number;
  /** Sets the entities with subscribers. The database is only queried for these. */
  watch(entities: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/** Milliseconds during which changes are collected for one message. */
const BATCH_MS = 10;

/** Milliseconds between two checks that the triggers are still installed. */
const TRIGGER_CHECK_MS = 30_000;

/** Minimum milliseconds between two checks, however often subscribers come and go. */
const MIN_CHECK_MS = 1000;

/** Minimum milliseconds between two queries of versions. */
const MIN_VERSION_MS = 1000;

/** Maximum milliseconds to send the last changes at shutdown. */
const CLOSE_MS = 1000;

const CHANGES: Topic<string> = { name: 'changes' };

/** Observes the changes of a service, and receives those of other workers, instances, and triggers. */
export function createChangeSignals(application: Application, channel?: WorkerChannel): ChangeSignals {
  return new Signals(application, channel);
}

class Signals implements ChangeSignals {
  readonly #application: Application;
  readonly #channel: WorkerChannel | undefined;
  readonly #settings: LiveSettings;
  readonly #id = randomUUID();
  readonly #listeners = new Set<(change: EntityChange) => void>();
  readonly #entitiesByTable: () => ReadonlyMap<string, readonly string[]>;
  /** Changes of this process that other processes do not know yet. */
  #outgoing = new ChangeBatch();
  /** Changes that listeners do not know yet. */
  #incoming = new ChangeBatch();
  #timer: NodeJS.Timeout | undefined;
  #notifications: ChangeNotifications | undefined;
  #redis: ChangeLink | undefined;
  /** Absent if the database has no versions, or if the fallback interval is shorter than `MIN_VERSION_MS`. */
  readonly #versions: TableVersions | undefined;
  /** Tables whose changes a trigger notifies, by `tableKey`. */
  #notified: ReadonlySet<string> = new Set();
  #watched: ReadonlySet<string> = new Set();
  /** By `performance.now()`. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checkTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(application: Application, channel: WorkerChannel | undefined) {
    this.#application = application;
    this.#channel = channel;
    this.#settings = application.config.runtime.live;
    this.#entitiesByTable = memoizeLast(() => application.model, groupByTable);
    application.observers.add({ executed: (executed) => this.#observe(executed) });
    const { tableVersions: read } = application;
    const { fallback: interval } = this.#settings;
    const onChange = (tables: ReadonlySet<string>): void => this.#report(tables);
    this.#versions = read && interval >= MIN_VERSION_MS ? new TableVersions({ read, interval, onChange }) : undefined;
    channel?.on(CHANGES, (payload) => this.#receive(payload));
  }

  async start(): Promise<void> {
    const { notify, redis } = this.#settings.signals;
    if (redis !== undefined) this.#redis = await linkRedis(redis.url, redis.channel, this.#handlers('redis'));
    if (notify === undefined) return;
    const { notifications, observers } = this.#application;
    if (notifications === undefined) {
      const path = ['runtime', 'live', 'signals', 'notify'];
      const message = 'Only PostgreSQL sends notifications. Use "redis" instead.';
      observers.observe({ kind: 'problem', problem: { path, message, severity: 'warning' } });
      return;
    }
    this.#notifications = notifications(
      notify,
      this.#handlers('notify', () => {
        this.#notified = new Set();
        this.#scheduleCheck(MIN_CHECK_MS);
      }),
    );
  }

  listen(listener: (change: EntityChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  fallbackMs(entities: readonly string[]): number {
    const { fallback, signals } = this.#settings;
    const isReported = (name: string): boolean => {
      const table = this.#tableOf(name);
      // Policies and computed columns of the database may depend on the time, functions, and other tables.
      const evaluates = this.#application.model.byName.get(name)?.source.evaluates === true;
      if (table === undefined || evaluates) return false;
      const key = tableKey(table);
      return this.#isNotified(key) || this.#versions?.has(key) === true;
    };
    return entities.length > 0 && entities.every(isReported) ? Math.max(fallback, signals.notifiedFallback) : fallback;
  }

  watch(entities: ReadonlySet<string>): void {
    const isNew = [...entities].some((name) => !this.#watched.has(name));
    this.#watched = entities;
    clearTimeout(this.#checkTimer);
    this.#watchVersions();
    if (entities.size === 0 || this.#notifications === undefined) return;
    this.#scheduleCheck(isNew ? MIN_CHECK_MS : TRIGGER_CHECK_MS);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#checkTimer);
    this.#versions?.close();
    this.#listeners.clear();
    const sent = this.#flush();
    this.#isClosed = true;
    await Promise.race([sent, sleep(CLOSE_MS, undefined, { ref: false })]);
    await Promise.all([this.#notifications?.close(), this.#redis?.close()]);
  }

  #handlers(source: SignalSource, onConnected?: () => void): NotificationHandlers {
    const { observe } = this.#application.observers;
    let isLost = false;
    return {
      onPayload: (payload) => this.#receive(payload),
      onConnected: () => {
        if (isLost) observe({ kind: 'signalsRestored', source });
        isLost = false;
        onConnected?.();
        // Notifications of other processes may have been lost.
        this.#report(undefined);
      },
      onLost: (error) => {
        if (isLost || this.#isClosed) return;
        isLost = true;
        observe({ kind: 'signalsLost', source, error });
        // Reads all live queries now, and then at the short fallback interval.
        this.#report(undefined);
        this.#watchVersions();
      },
    };
  }

  #observe(executed: ObservationOf<'executed'>): void {
    const tables = tablesOf(executed, this.#application.model);
    if (tables !== undefined && tables.size === 0) return;
    this.#outgoing.add(tables);
    this.#report(tables);
  }

  #receive(payload: string): void {
    const { from, tables } = parsePayload(payload);
    if (from !== this.#id) this.#report(tables);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#flush();
    }, BATCH_MS).unref();
  }

  async #flush(): Promise<void> {
    const [incoming, outgoing] = [this.#incoming, this.#outgoing];
    [this.#incoming, this.#outgoing] = [new ChangeBatch(), new ChangeBatch()];
    if (!incoming.isEmpty) {
      const entities = incoming.tables && this.#entitiesOf(incoming.tables);
      if (entities?.size !== 0) for (const listener of this.#listeners) listener({ entities });
    }
    if (!outgoing.isEmpty) await this.#send(formatPayloads(outgoing.tables, this.#id));
  }

  async #send(payloads: readonly string[]): Promise<void> {
    for (const payload of payloads) this.#channel?.broadcast(CHANGES, payload);
    // A failed send is reported as a lost connection. The receivers find the change at their fallback interval.
    await Promise.allSettled([this.#notifications?.send(payloads), this.#redis?.send(payloads)]);
  }

  #entitiesOf(tables: ReadonlySet<string>): ReadonlySet<string> {
    const byTable = this.#entitiesByTable();
    return new Set([...tables].flatMap((table) => byTable.get(table) ?? []));
  }

  /** @param interval minimum milliseconds since the last check */
  #scheduleCheck(interval: number): void {
    clearTimeout(this.#checkTimer);
    if (this.#isClosed || this.#watched.size === 0) return;
    const delay = Math.max(0, this.#checkedAt + interval - performance.now());
    this.#checkTimer = setTimeout(async () => {
      this.#checkedAt = performance.now();
      await this.#findNotified();
      this.#scheduleCheck(TRIGGER_CHECK_MS);
    }, delay).unref();
  }

  async #findNotified(): Promise<void> {
    const tables = this.#watchedTables();
    if (tables.length === 0) return;
    const notified = await this.#notifications?.notifyingTables(tables).catch(() => []);
    const before = this.#notified;
    this.#notified = new Set(notified?.map(tableKey));
    const silent = before.difference(this.#notified);
    // Reads their live queries now, and then at the short fallback interval.
    if (silent.size > 0) this.#report(silent);
    this.#watchVersions();
  }

  /** Polls the versions of watched tables without notifications. */
  #watchVersions(): void {
    this.#versions?.watch(this.#watchedTables().filter((table) => !this.#isNotified(tableKey(table))));
  }

  #isNotified(table: string): boolean {
    return this.#notifications?.isConnected === true && this.#notified.has(table);
  }

  #watchedTables(): readonly TableName[] {
    const tables = [...this.#watched].flatMap((name) => this.#tableOf(name) ?? []);
    return [...new Map(tables.map((table) => [tableKey(table), table])).values()];
  }

  #tableOf(name: string): TableName | undefined {
    const entity = this.#application.model.byName.get(name);
    return entity !== undefined && isTable(entity)
      ? { schema: entity.source.schema, name: entity.source.name }
      : undefined;
  }

  /** Reports changes to the listeners of this process. */
  #report(tables: ChangedTables): void {
    this.#incoming.add(tables);
    this.#schedule();
  }
}

class ChangeBatch {
  readonly #tables = new Set<string>();
  #isAll = false;

  add(tables: ChangedTables): void {
    if (tables === undefined) this.#isAll = true;
    else for (const table of tables) this.#tables.add(table);
  }

  get isEmpty(): boolean {
    return !this.#isAll && this.#tables.size === 0;
  }

  get tables(): ChangedTables {
    return this.#isAll ? undefined : this.#tables;
  }
}

const isTable = ({ routine, source }: Entity): boolean => routine === undefined && source.kind === 'table';

/**
 * Returns the tables that an operation may have changed. A routine, a trigger, or a view may change any table. Tables
 * that a foreign key cascades to are not included: a trigger or the fallback interval reports them.
 */
function tablesOf(
  { operation, changes, entities, error }: ObservationOf<'executed'>,
  { byName }: Model,
): ChangedTables {
  if (operation !== 'mutation') return new Set();
  // A failed mutation was rolled back, unless its outcome is unknown or a routine has committed.
  const isOutcomeKnown = error === undefined || (error instanceof ApiError && error.code !== 'OutcomeUnknown');
  const hasRoutine = entities.some((name) => byName.get(name)?.routine !== undefined);
  if (error !== undefined && isOutcomeKnown && !hasRoutine) return new Set();
  const names = hasRoutine || changes.length === 0 ? entities : changes.map(({ entity }) => entity);
  const tables = new Set<string>();
  for (const name of names) {
    const entity = name === undefined ? undefined : byName.get(name);
    if (entity === undefined || !isTable(entity) || entity.source.triggers) return undefined;
    tables.add(tableKey(entity.source));
  }
  return tables;
}

/** Several entities may have the same table. */
function groupByTable({ entities }: Model): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(entities.filter(isTable), ({ source }) => tableKey(source));
  return new Map([...groups].map(([table, members]) => [table, members.map(({ name }) => name)]));
}

/** Carries payloads between the instances of a service. */
interface ChangeLink {
  /** @throws Error if the payloads could not be sent */
  send(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Publishes and subscribes on a Redis channel, and reconnects.
 * @throws ConfigurationError if the package of the client is missing
 */
async function linkRedis(url: string, channel: string, handlers: NotificationHandlers): Promise<ChangeLink> {
  const path = ['runtime', 'live', 'signals', 'redis'];
  const [publisher, subscriber] = [await createRedisClient(url, path), await createRedisClient(url, path)];
  let hasSubscribed = false;
  publisher.on('error', handlers.onLost);
  subscriber.on('error', handlers.onLost);
  // After a reconnection, the client restores the subscription before it emits `ready`.
  subscriber.on('ready', () => {
    if (hasSubscribed) handlers.onConnected();
  });
  const subscribe = async (): Promise<void> => {
    await subscriber.connect();
    await subscriber.subscribe(channel, handlers.onPayload);
    hasSubscribed = true;
    handlers.onConnected();
  };
  subscribe().catch(handlers.onLost);
  publisher.connect().catch(handlers.onLost);
  return {
    send: async (payloads) => {
      await Promise.all(payloads.map((payload) => publisher.publish(channel, payload)));
    },
    close: async () => {
      subscriber.destroy();
      publisher.destroy();
    },
  };
}
