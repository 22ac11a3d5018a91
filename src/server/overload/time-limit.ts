/** Work in progress: a node of a linked list ordered by deadline. */
export interface Running {
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly tooLate: () => void;
  before: Running | undefined;
  after: Running | undefined;
}

/** Limits the time of concurrent work with a single timer. */
export class TimeLimit {
  readonly #milliseconds: number;
  /** The oldest work, whose deadline is next. */
  #first: Running | undefined;
  #last: Running | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Returns the outcome of the work, or rejects with `late()` after the time limit. The work itself continues. */
  within<T>(work: Promise<T>, late: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const running = this.begin(() => reject(late()));
      work.then(resolve, reject).finally(() => this.end(running));
    });
  }

  /** Calls `tooLate` once after the time limit, unless the work ends first. */
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
   * Ends work; idempotent. Clears the links of the node: otherwise each node in V8's old space would retain the next
   * one, with its response, until a full collection. A set would retain them too, through its outgrown tables.
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
