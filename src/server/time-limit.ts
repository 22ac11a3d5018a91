interface Running {
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly tooLate: () => void;
}

/** Work of many requests that may take so long and no longer, under one timer. */
export class TimeLimit {
  readonly #milliseconds: number;
  readonly #late: () => Error;
  /** The one that began first stands first, and so does its deadline. */
  readonly #running = new Set<Running>();
  #timer: NodeJS.Timeout | undefined;

  /** @param late what work is rejected with that takes longer than these milliseconds */
  constructor(milliseconds: number, late: () => Error) {
    this.#milliseconds = milliseconds;
    this.#late = late;
  }

  /** What the work comes to, or a rejection when it takes too long; it runs on then. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#milliseconds;
      const running: Running = { deadline, tooLate: () => reject(this.#late()) };
      this.#running.add(running);
      this.#timer ??= this.#wake(this.#milliseconds);
      work.then(
        (value) => {
          this.#running.delete(running);
          resolve(value);
        },
        (error) => {
          this.#running.delete(running);
          reject(error);
        },
      );
    });
  }

  #wake(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    this.#timer = undefined;
    for (const running of this.#running) {
      const left = running.deadline - performance.now();
      if (left > 0) {
        this.#timer = this.#wake(Math.ceil(left));
        return;
      }
      this.#running.delete(running);
      running.tooLate();
    }
  }
}
