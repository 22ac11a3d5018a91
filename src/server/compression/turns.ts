/** Lets work run a few at a time, in the order in which it came. */
export class Turns {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #waiting: { readonly size: number; readonly begin: () => void }[] = [];
  #running = 0;
  #waitingSize = 0;

  /**
   * @param places how many run at a time
   * @param maxWaiting the sum of the sizes of all work that may wait
   */
  constructor(places: number, maxWaiting: number) {
    this.#places = places;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs the work when its turn comes. Undefined, and nothing is done, where too much waits already. */
  take<T>(size: number, work: () => Promise<T>): Promise<T> | undefined {
    if (this.#running < this.#places) {
      this.#running += 1;
      return this.#run(work);
    }
    if (this.#waitingSize + size > this.#maxWaiting) return undefined;
    this.#waitingSize += size;
    return new Promise<void>((begin) => this.#waiting.push({ size, begin })).then(() => this.#run(work));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#endTurn();
    }
  }

  /** The next in line takes the place over. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waitingSize -= next.size;
    next.begin();
  }
}
