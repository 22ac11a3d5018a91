import type { ReadStep } from '../store/script.ts';

/** Milliseconds that a brief read takes at most in the mean, or the batch that it goes out with. */
const BRIEF = 20;

/** What a step is held to take that has not been run yet: it is brief after some twenty runs that show it. */
const UNKNOWN = 2 * BRIEF;

/** What the last run counts in the mean. A second counts for a hundred runs, so one that is slow now and then is not brief. */
const WEIGHT = 1 / 32;

/** Which steps have shown that they take next to no time, whatever their values: others may wait behind these. */
export class BriefSteps {
  readonly #means = new WeakMap<ReadStep, number>();

  has(step: ReadStep): boolean {
    return this.#meanOf(step) < BRIEF;
  }

  /** @param duration milliseconds that a run took, alone or together with others */
  note(step: ReadStep, duration: number): void {
    const mean = this.#meanOf(step);
    this.#means.set(step, mean + (duration - mean) * WEIGHT);
  }

  #meanOf(step: ReadStep): number {
    return this.#means.get(step) ?? UNKNOWN;
  }
}
