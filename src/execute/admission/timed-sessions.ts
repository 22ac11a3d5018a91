import type { ReadSession, Sessions } from '../../store/driver.ts';

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
  readonly #waiting = new Map<string, { readonly entities: readonly string[]; readonly begins: (() => void)[] }>();

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(entities: readonly string[], read: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const key = entities.join('\n');
      const group = this.#waiting.get(key) ?? { entities, begins: [] };
      group.begins.push(begin);
      this.#waiting.set(key, group);
      this.#dispatch();
    });
    try {
      return await read();
    } finally {
      this.#running -= 1;
      for (const entity of entities) this.#busy.delete(entity);
      this.#dispatch();
    }
  }

  #dispatch(): void {
    for (const [key, group] of this.#waiting) {
      if (this.#running >= this.#max) return;
      if (group.entities.some((entity) => this.#busy.has(entity))) continue;
      const begin = group.begins.shift();
      this.#waiting.delete(key);
      if (group.begins.length > 0) this.#waiting.set(key, group);
      this.#running += 1;
      for (const entity of group.entities) this.#busy.add(entity);
      begin?.();
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
