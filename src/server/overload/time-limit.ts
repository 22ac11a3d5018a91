/** Work that has not ended; a member of a list in the order of deadlines. */
export interface Running {
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly tooLate: () => void;
  before: Running | undefined;
  after: Running | undefined;
}

/** Bounds the time of many requests' work with one timer. */
export class TimeLimit {
  readonly #milliseconds: number;
  /** The work that began first: its deadline comes next. */
  #first: Running | undefined;
  #last: Running | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** The outcome of the work, or this error when it takes too long. The work itself runs on then. */
  within<T>(work: Promise<T>, late: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = this.begin(() => reject(late()));
      work.then(resolve, reject).finally(() => this.end(running));
    });
  }

  /** Calls back once when that many milliseconds are over, unless the work has ended by then. */
  begin(tooLate: () => void): Running {
    const deadline = performance.now() + this.#milliseconds;
    const running: Running = { deadline, tooLate, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = running;
    else this.#last.after = running;
    this.#last = running;
    this.#timer ??= this.#wake(this.#milliseconds);
    return running;
  }

  /**
   * Ends work, however often. Work that has ended points at nothing. Otherwise each one that V8 holds to be old would keep the next one, and with it an answer, until
   * a full collection. A set would do the same, by the tables that it outgrows.
   */
  end(running: Running): void {
    const { before, after } = running;
    if (before !== undefined) before.after = after;
    else if (this.#first === running) this.#first = after;
    if (after !== undefined) after.before = before;
    else if (this.#last === running) this.#last = before;
    running.before = undefined;
    running.after = undefined;
  }

  #wake(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    this.#timer = undefined;
    for (let running = this.#first; running !== undefined; running = this.#first) {
      const left = running.deadline - performance.now();
      if (left > 0) {
        this.#timer = this.#wake(Math.ceil(left));
        return;
      }
      this.end(running);
      running.tooLate();
    }
  }
}
