import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createRedisClient } from '../../app/redis-client.ts';
import type { Observers } from '../../base/observers.ts';
import type { RequestTopic, WorkerChannel } from '../../base/worker-channel.ts';
import type { RateLimit } from '../../config/rate-limit.ts';
import { type TimedWork, TimeLimit } from '../overload/time-limit.ts';

export interface Count {
  /** Includes the added amount. */
  readonly used: number;
  /** Milliseconds until the window ends. */
  readonly resetAfterMs: number;
}

/** Counters of one limit. The window of a caller starts with the first request of that caller. */
export interface Counters {
  add(caller: string, amount: number): Count | Promise<Count>;
}

interface Entry {
  used: number;
  /** By `performance.now()`. */
  endsAt: number;
}

/** Number of counters that new callers share while the memory is full. */
const SHARED_COUNTERS = 4096;

/** Number of ended windows that are removed for each new window. With 1, ended windows could accumulate. */
const REMOVED_PER_WINDOW = 2;

/**
 * Counters in memory, for a bounded number of callers. An entry stays until its window ends, so that a flood of
 * addresses cannot reset the counters of other callers. If the memory is full, new callers of a network (IPv4 /16,
 * IPv6 /32) share a counter.
 */
export class LocalCounters implements Counters {
  readonly #window: number;
  readonly #max: number;
  /** Ordered by the end of the window, because all windows have the same length. */
  readonly #entries = new Map<string, Entry>();
  readonly #shared: Entry[] = [];
  readonly #seed = randomInt(2 ** 31);

  /** @param window milliseconds */
  constructor(window: number, max: number) {
    this.#window = window;
    this.#max = max;
  }

  /** Number of entries, without the shared counters. */
  get size(): number {
    return this.#entries.size;
  }

  add(caller: string, amount: number): Count {
    const now = performance.now();
    const found = this.#entries.get(caller);
    const entry = found !== undefined && found.endsAt > now ? found : this.#begin(caller, now);
    entry.used += amount;
    // `endsAt` is rounded, so the difference may exceed the window.
    return { used: entry.used, resetAfterMs: Math.min(this.#window, entry.endsAt - now) };
  }

  #begin(caller: string, now: number): Entry {
    // The new window must be last, and `set` would keep the position of an existing key.
    this.#entries.delete(caller);
    let removed = 0;
    for (const [key, { endsAt }] of this.#entries) {
      if (endsAt > now || removed === REMOVED_PER_WINDOW) break;
      this.#entries.delete(key);
      removed += 1;
    }
    if (this.#entries.size >= this.#max) return this.#sharedEntry(caller, now);
    const entry = { used: 0, endsAt: now + this.#window };
    this.#entries.set(caller, entry);
    return entry;
  }

  #sharedEntry(caller: string, now: number): Entry {
    const index = hash(networkOf(caller), this.#seed) % SHARED_COUNTERS;
    const found = this.#shared[index];
    if (found !== undefined && found.endsAt > now) return found;
    const entry = { used: 0, endsAt: now + this.#window };
    this.#shared[index] = entry;
    return entry;
  }
}

/** Returns the start of a key of `createCallerOf`: 16 bits of IPv4, 32 bits of IPv6, or 12 bits of a claim's hash. */
const networkOf = (caller: string): string => /^(?:\d+\.\d+|6:.{8}|c:.{2})/.exec(caller)?.[0] ?? caller;

/** FNV-1a. The seed hides which networks share a counter. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 0;
}

/** A store that several processes use. The promises of its counters may reject. */
export interface SharedStore {
  /** @param window seconds */
  open(limit: string, window: number): Counters;
  close(): void;
}

/** Connects to a shared store. Calls `onError` if connecting fails, or if the connection is lost later. */
export type ConnectStore = (onError: (error: unknown) => void) => Promise<SharedStore>;

/** Milliseconds that a request waits for the primary process. */
const PRIMARY_TIMEOUT_MS = 100;

/** Milliseconds. If a timer is later than this, the event loop was busy, and the store may be fast. */
const TIMER_SLACK_MS = 10;

/** Milliseconds that the start waits for the shared store. */
const CONNECT_TIMEOUT_MS = 1000;

const PROBE_INTERVAL_MS = 1000;

/** Maximum number of remembered callers beyond their quota. Their requests do not reach the store. */
const MAX_REMEMBERED = 10_000;

interface CounterOptions {
  readonly limit: string;
  /** Seconds. */
  readonly window: number;
  /** Largest quota of all roles. A caller beyond it is no longer counted in the store. */
  readonly max: number;
}

/**
 * Opens counters in memory or, with `connect`, in a shared store. If that store fails or does not respond in time, all
 * requests are counted in memory until it responds again. Counters of this class never reject.
 */
export class CounterStore {
  readonly #maxCallers: number;
  readonly #connect: ConnectStore | undefined;
  readonly #observe: Observers['observe'];
  readonly #timeout: number;
  readonly #timeLimit: TimeLimit;
  readonly #locals: LocalCounters[] = [];
  #shared: SharedStore | undefined;
  #probe: Counters | undefined;
  /** By `performance.now()`. Undefined while the shared store works. */
  #failedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    { maxCallers, redis }: Pick<RateLimit, 'maxCallers' | 'redis'>,
    { observe }: Observers,
    connect?: ConnectStore,
  ) {
    this.#maxCallers = maxCallers;
    this.#timeout = redis?.timeout ?? PRIMARY_TIMEOUT_MS;
    this.#timeLimit = new TimeLimit(this.#timeout);
    this.#connect = connect;
    this.#observe = observe;
  }

  /** Number of callers that are counted in memory, for all limits together. */
  get size(): number {
    return this.#locals.reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws Error if the package of the client is missing */
  async start(): Promise<void> {
    if (this.#connect === undefined) return;
    this.#shared = await this.#connect((error) => this.#fail(error));
    this.#probe = this.#shared.open('probe', 1);
    const deadline = performance.now() + CONNECT_TIMEOUT_MS;
    let error = await this.#try();
    while (error !== undefined && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      error = await this.#try();
    }
    if (error !== undefined) this.#fail(error);
  }

  open({ limit, window, max }: CounterOptions): Counters {
    const local = new LocalCounters(window * 1000, this.#maxCallers);
    this.#locals.push(local);
    if (this.#connect === undefined) return local;
    let shared: Counters | undefined;
    const exceeded = new LRUCache<string, Entry>({ max: MAX_REMEMBERED });
    const remember = (caller: string, count: Count): Count => {
      if (count.used > max) {
        exceeded.set(caller, { used: count.used, endsAt: performance.now() + count.resetAfterMs });
      }
      return count;
    };
    return {
      add: (caller, amount) => {
        if (this.#shared === undefined || this.#failedAt !== undefined) return local.add(caller, amount);
        const known = exceeded.get(caller);
        const resetAfterMs = known === undefined ? 0 : known.endsAt - performance.now();
        if (known !== undefined && resetAfterMs > 0) return { used: known.used, resetAfterMs };
        shared ??= this.#shared.open(limit, window);
        return this.#limitTime(shared.add(caller, amount)).then(
          (count) => remember(caller, count),
          (error) => {
            this.#fail(error);
            return local.add(caller, amount);
          },
        );
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#shared?.close();
  }

  /** Waits twice as long if the event loop was busy, because the response may have arrived without being read. */
  #limitTime(count: Count | Promise<Count>): Promise<Count> {
    return new Promise((resolve, reject) => {
      const begin = (isRepeated: boolean): TimedWork =>
        this.#timeLimit.begin(() => {
          const isLate = performance.now() - running.deadline > TIMER_SLACK_MS;
          if (isLate && !isRepeated) running = begin(true);
          else reject(new Error(`The store did not respond within ${this.#timeout} ms.`));
        });
      let running = begin(false);
      Promise.resolve(count)
        .then(resolve, reject)
        .finally(() => this.#timeLimit.end(running));
    });
  }

  #fail(error: unknown): void {
    if (this.#isClosed || this.#failedAt !== undefined) return;
    this.#failedAt = performance.now();
    this.#observe({ kind: 'limitStoreFailed', error });
    this.#scheduleProbe();
  }

  #scheduleProbe(): void {
    this.#timer = setTimeout(async () => {
      if (this.#failedAt === undefined || this.#isClosed) return;
      if ((await this.#try()) !== undefined) {
        if (!this.#isClosed) this.#scheduleProbe();
        return;
      }
      const downtime = performance.now() - this.#failedAt;
      this.#failedAt = undefined;
      this.#observe({ kind: 'limitStoreRestored', downtime });
    }, PROBE_INTERVAL_MS).unref();
  }

  /** Writes to the store, and returns the error. Reading is not enough, because a full store still answers reads. */
  async #try(): Promise<unknown> {
    try {
      await this.#limitTime(this.#probe?.add('', 1) ?? Promise.reject(new Error('The store is closed.')));
      return undefined;
    } catch (error) {
      return error;
    }
  }
}

interface Addition {
  readonly limit: string;
  /** Seconds. */
  readonly window: number;
  readonly caller: string;
  readonly amount: number;
}

const ADD: RequestTopic<Addition, Count> = { name: 'add-to-limit' };

/** Returns a function that connects to the counters of the primary process. */
export const connectPrimary =
  (channel: WorkerChannel): ConnectStore =>
  async () => ({
    open: (limit, window) => ({ add: (caller, amount) => channel.request(ADD, { limit, window, caller, amount }) }),
    close: () => undefined,
  });

/** Counts the requests of all workers in the primary process. */
export class PrimaryCounters {
  readonly #counters = new Map<string, LocalCounters>();

  /** @param maxCallers returns the maximum number of callers of a limit */
  serve(peer: Pick<WorkerChannel, 'onRequest'>, maxCallers: () => number): void {
    peer.onRequest(ADD, ({ limit, window, caller, amount }) => {
      const key = `${limit} ${window}`;
      const counters = this.#counters.get(key) ?? new LocalCounters(window * 1000, maxCallers());
      this.#counters.set(key, counters);
      return counters.add(caller, amount);
    });
  }
}

/** Returns a function that connects to Redis, or to a server with its protocol. */
export const connectRedis =
  ({ url, prefix }: NonNullable<RateLimit['redis']>): ConnectStore =>
  async (onError) => {
    const client = await createRedisClient(url, ['runtime', 'rate-limit', 'redis']);
    const { RateLimiterRedis } = await import('rate-limiter-flexible');
    client.on('error', onError);
    client.connect().catch(onError);
    return {
      open(limit, window) {
        const keyPrefix = `${prefix}:${limit}:${window}`;
        const limiter = new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          keyPrefix,
          points: 1,
          duration: window,
        });
        return {
          // `consume` would reject a count above `points`, but the quota depends on the role.
          add: async (caller, amount) => {
            const { consumedPoints: used, msBeforeNext: resetAfterMs } = await limiter.penalty(caller, amount);
            return { used, resetAfterMs };
          },
        };
      },
      close: () => client.destroy(),
    };
  };
