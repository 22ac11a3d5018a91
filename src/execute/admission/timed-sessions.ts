import { invariant } from '../../base/invariant.ts';
import type { ReadSession, Sessions } from '../../store/driver.ts';
import { clientDisconnected } from './client-disconnected.ts';

interface RunningRead {
  readonly entities: readonly string[];
  /** From `performance.now()`. */
  readonly startedAt: number;
}

/** Reads that wait for the same entities. */
interface WaitingReads {
  readonly entities: readonly string[];
  readonly begins: Set<(read: RunningRead) => void>;
  /** Number of later reads of some of the entities that began first. */
  passedOver: number;
}

/** Number of later reads that may begin first. Then the waiting read reserves its entities. */
const MAX_PASSED_OVER = 3;

/** Milliseconds. A read that runs for longer, perhaps of a locked table, ends the reservations that wait for it. */
const LONG_MS = 5_000;

const overlap = (a: readonly string[], b: readonly string[]): boolean => a.some((entity) => b.includes(entity));

/**
 * Runs at most `max` reads at a time, and only one per entity, whose table may be locked. Reads of different entities
 * take turns. A read of several entities is not passed over endlessly.
 */
export class Lane {
  readonly #max: number;
  readonly #running = new Set<RunningRead>();
  /** By entities. The entities that have waited longest come first. */
  readonly #waiting = new Map<string, WaitingReads>();
  /** Dispatches when a reservation ends. */
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws ApiError DatabaseTimeout if the signal is aborted before the read begins */
  async run<T>(entities: readonly string[], read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const running = await this.#waitForTurn(entities, signal);
    try {
      return await read();
    } finally {
      this.#running.delete(running);
      this.#dispatch();
    }
  }

  #waitForTurn(entities: readonly string[], signal: AbortSignal | undefined): Promise<RunningRead> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw clientDisconnected;
      const key = entities.join('\n');
      const group = this.#waiting.get(key) ?? { entities, begins: new Set(), passedOver: 0 };
      const begin = (running: RunningRead): void => {
        signal?.removeEventListener('abort', leave);
        resolve(running);
      };
      const leave = (): void => {
        group.begins.delete(begin);
        if (group.begins.size === 0) this.#waiting.delete(key);
        reject(clientDisconnected);
        this.#dispatch();
      };
      signal?.addEventListener('abort', leave);
      group.begins.add(begin);
      this.#waiting.set(key, group);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const reserved: string[] = [];
    const blocked: WaitingReads[] = [];
    let wakesAt = Number.POSITIVE_INFINITY;
    for (const [key, group] of this.#waiting) {
      if (this.#running.size >= this.#max) return;
      const running = [...this.#running].filter((read) => overlap(read.entities, group.entities));
      if (running.length > 0 || overlap(reserved, group.entities)) {
        const endsAt = Math.min(...running.map(({ startedAt }) => startedAt)) + LONG_MS;
        if (group.passedOver >= MAX_PASSED_OVER && now < endsAt) {
          reserved.push(...group.entities);
          wakesAt = Math.min(wakesAt, endsAt);
        }
        blocked.push(group);
      } else {
        for (const earlier of blocked) if (overlap(earlier.entities, group.entities)) earlier.passedOver += 1;
        this.#begin(key, group);
      }
    }
    if (wakesAt !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#dispatch(), wakesAt - now).unref();
  }

  #begin(key: string, group: WaitingReads): void {
    const { entities, begins } = group;
    const [begin] = begins;
    invariant(begin, 'a group has waiting reads');
    begins.delete(begin);
    this.#waiting.delete(key);
    group.passedOver = 0;
    if (begins.size > 0) this.#waiting.set(key, group);
    const running = { entities, startedAt: performance.now() };
    this.#running.add(running);
    begin(running);
  }
}

/** Measures the time of a statement, and aborts it at the limit. */
export class TimedSessions implements Sessions<ReadSession> {
  readonly #sessions: Sessions<ReadSession>;
  readonly #limit: number | undefined;
  readonly #controller = new AbortController();
  /** Milliseconds. */
  took = 0;

  constructor(sessions: Sessions<ReadSession>, limit: number | undefined) {
    this.#sessions = sessions;
    this.#limit = limit;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get max(): number {
    return this.#sessions.max;
  }

  get open(): number {
    return this.#sessions.open;
  }

  closeIdle(): void {
    this.#sessions.closeIdle();
  }

  use<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    return this.#sessions.use(async (session) => {
      const startedAt = performance.now();
      const timer = this.#limit === undefined ? undefined : setTimeout(() => this.#controller.abort(), this.#limit);
      try {
        return await work(session);
      } finally {
        clearTimeout(timer);
        this.took = performance.now() - startedAt;
      }
    });
  }
}
