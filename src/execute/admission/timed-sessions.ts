import type { ReadSession, Sessions } from '../../store/driver.ts';
import { clientDisconnected } from './client-disconnected.ts';

/** Reads that wait for the same entities. */
interface WaitingReads {
  readonly entities: readonly string[];
  readonly begins: Set<() => void>;
}

/**
 * Runs at most `max` reads at a time, and only one per entity, whose table may be locked. Reads of different entities
 * take turns.
 */
export class Lane {
  readonly #max: number;
  /** Entities of running reads. */
  readonly #busy = new Set<string>();
  #running = 0;
  /** By entities. The entities that have waited longest come first. */
  readonly #waiting = new Map<string, WaitingReads>();

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws ApiError DatabaseTimeout if the signal is aborted before the read begins */
  async run<T>(entities: readonly string[], read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#waitForTurn(entities, signal);
    try {
      return await read();
    } finally {
      this.#running -= 1;
      for (const entity of entities) this.#busy.delete(entity);
      this.#dispatch();
    }
  }

  #waitForTurn(entities: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw clientDisconnected;
      const key = entities.join('\n');
      const group = this.#waiting.get(key) ?? { entities, begins: new Set() };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        group.begins.delete(begin);
        if (group.begins.size === 0) this.#waiting.delete(key);
        reject(clientDisconnected);
      };
      signal?.addEventListener('abort', leave);
      group.begins.add(begin);
      this.#waiting.set(key, group);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    for (const [key, group] of this.#waiting) {
      if (this.#running >= this.#max) return;
      if (group.entities.some((entity) => this.#busy.has(entity))) continue;
      const [begin] = group.begins;
      if (begin === undefined) continue;
      group.begins.delete(begin);
      this.#waiting.delete(key);
      if (group.begins.size > 0) this.#waiting.set(key, group);
      this.#running += 1;
      for (const entity of group.entities) this.#busy.add(entity);
      begin();
    }
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
