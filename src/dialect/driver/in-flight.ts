export class InFlight {
  readonly #all = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const end = (): void => {
      this.#all.delete(work);
    };
    this.#all.add(work);
    work.then(end, end);
    return work;
  }

  /** Resolves once no work is pending. */
  async end(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all);
  }
}
