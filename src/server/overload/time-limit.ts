/** A node of a linked list ordered by deadline. A `Set` would retain removed nodes. */
export interface TimedWork {
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly onTimeout: () => void;
  previous: TimedWork | undefined;
  next: TimedWork | undefined;
}

/** Limits the time of concurrent work with a single timer. */
export class TimeLimit {
  readonly #milliseconds: number;
  /** Work with the earliest deadline. */
  #first: TimedWork | undefined;
  #last: TimedWork | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Rejects with `timeoutError()` after the time limit. The work itself continues. */
  run<T>(work: Promise<T>, timeoutError: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = this.begin(() => reject(timeoutError()));
      work.then(resolve, reject).finally(() => this.end(running));
    });
  }

  /** Calls `onTimeout` once, unless the work ends first. */
  begin(onTimeout: () => void): TimedWork {
    const deadline = performance.now() + this.#milliseconds;
    const running: TimedWork = { deadline, onTimeout, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = running;
    else this.#last.next = running;
    this.#last = running;
    this.#timer ??= this.#startTimer(this.#milliseconds);
    return running;
  }

  /**
   * Idempotent. Clears the links, because a removed node in V8's old space would otherwise retain the next node, with
   * its response, until a full garbage collection.
   */
  end(running: TimedWork): void {
    const { previous, next } = running;
    if (previous !== undefined) previous.next = next;
    else if (this.#first === running) this.#first = next;
    if (next !== undefined) next.previous = previous;
    else if (this.#last === running) this.#last = previous;
    running.previous = undefined;
    running.next = undefined;
  }

  #startTimer(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#checkDeadlines(), milliseconds).unref();
  }

  #checkDeadlines(): void {
    this.#timer = undefined;
    for (let running = this.#first; running !== undefined; running = this.#first) {
      const remaining = running.deadline - performance.now();
      if (remaining > 0) {
        this.#timer = this.#startTimer(Math.ceil(remaining));
        return;
      }
      this.end(running);
      running.onTimeout();
    }
  }
}
