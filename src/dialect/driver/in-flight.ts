/** Work that is under way, for whoever has to wait for its end. */
export class InFlight {
  readonly #all = new Set<Promise<unknown>>();

  /** Notes work until it has settled. */
  add<T>(work: Promise<T>): Promise<T> {
    const end = (): void => {
      this.#all.delete(work);
    };
    this.#all.add(work);
    work.then(end, end);
    return work;
  }

  /** Settles once nothing is under way. */
  async end(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all);
  }
}
