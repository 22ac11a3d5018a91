/** Where one request's time went: named stages in order, each in milliseconds; what `Server-Timing` is printed from. */
export class Stages {
  readonly #durations = new Map<string, number>();
  #last = performance.now();

  /** Ends the running stage under this name; the next one starts now. Time under the same name adds up. */
  mark(name: string): void {
    const now = performance.now();
    this.#durations.set(name, (this.#durations.get(name) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** Name and milliseconds of each stage, in the order in which they first ended. */
  entries(): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#durations.entries();
  }
}

/** For requests whose times nobody is told: nothing is kept. */
class UntoldStages extends Stages {
  override mark(): void {}
}

export const UNTOLD: Stages = new UntoldStages();
