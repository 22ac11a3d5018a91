import type { ReadSession, Sessions } from '../../store/driver.ts';

/** Runs reads one after another. */
export class Lane {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(read: () => Promise<T>): Promise<T> {
    const result = this.#last.then(read);
    this.#last = result;
    return result;
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
