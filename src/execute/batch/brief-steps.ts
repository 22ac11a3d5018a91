import type { BoundStep, Step } from '../../store/script.ts';

/** Milliseconds that a brief step takes at most in the mean, or the batch that it goes out with. */
const BRIEF = 20;

/** What a step is held to take that has not been run yet: it is brief after some twenty runs that show it. */
const UNKNOWN = 2 * BRIEF;

/** What the last run counts in the mean. A second counts for a hundred runs, so one that is slow now and then is not brief. */
const WEIGHT = 1 / 32;

/** What is known of a step. */
interface Experience {
  /** Milliseconds that it takes. */
  mean: number;
  /** Whether the database holds it to be small; undefined until it was asked. */
  isSmall?: boolean;
  asked: boolean;
}

/**
 * Which steps take next to no time, as the database reckons and as their runs have shown, whatever their values: others may wait
 * behind these.
 */
export class BriefSteps<S extends Step> {
  readonly #isSmall: (bound: BoundStep<S>) => Promise<boolean>;
  readonly #experiences = new WeakMap<S, Experience>();

  /** @param isSmall what the database reckons; asked once for each step */
  constructor(isSmall: (bound: BoundStep<S>) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  has({ step }: BoundStep<S>): boolean {
    const experience = this.#experiences.get(step);
    return experience !== undefined && experience.mean < BRIEF && experience.isSmall === true;
  }

  /** @param duration milliseconds that a run took, alone or together with others */
  note(bound: BoundStep<S>, duration: number): void {
    const known = this.#experiences.get(bound.step);
    const experience = known ?? { mean: UNKNOWN, asked: false };
    if (known === undefined) this.#experiences.set(bound.step, experience);
    experience.mean += (duration - experience.mean) * WEIGHT;
    if (!experience.asked && experience.mean < BRIEF) this.#ask(bound, experience);
  }

  #ask(bound: BoundStep<S>, experience: Experience): void {
    experience.asked = true;
    this.#isSmall(bound).then(
      (isSmall) => {
        experience.isSmall = isSmall;
      },
      // As when the database goes away just then: it is asked again after another run.
      () => {
        experience.asked = false;
      },
    );
  }
}
