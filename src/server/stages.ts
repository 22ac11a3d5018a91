/** A stopwatch for work in stages: how long each took, in milliseconds, in the order in which they first ended. */
export class Stages {
  readonly #durations = new Map<string, number>();
  #last = performance.now();

  /** Ends the running stage under this name; the next one starts now. Time under the same name adds up. */
  mark(name: string): void {
    const now = performance.now();
    this.#durations.set(name, (this.#durations.get(name) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** Name and milliseconds of each stage. */
  entries(): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#durations.entries();
  }
}
