import type { BoundRequest, ScriptRequest } from '../../store/script.ts';

/** What a cheap statement takes at most in the mean, or the batch that it goes out with. */
const CHEAP_MS = 20;

/** What a statement is held to take that has not been run yet: it is cheap after some twenty runs that show it. */
const UNKNOWN_MS = 2 * CHEAP_MS;

/** What the last run counts in the mean. A second counts for a hundred runs, so one that is slow now and then is not cheap. */
const WEIGHT = 1 / 32;

/** What is known of a statement. */
interface Experience {
  /** Milliseconds that it takes. */
  mean: number;
  /** Whether the database holds it to be small; undefined until it was asked. */
  isSmall?: boolean;
  asked: boolean;
}

/**
 * Which statements take next to no time, as the database reckons and as their runs have shown, whatever their values: others may wait
 * behind these.
 */
export class CheapStatements<S extends ScriptRequest> {
  readonly #isSmall: (bound: BoundRequest<S>) => Promise<boolean>;
  readonly #experiences = new WeakMap<S, Experience>();

  /** @param isSmall what the database reckons; asked once for each statement */
  constructor(isSmall: (bound: BoundRequest<S>) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  has({ request }: BoundRequest<S>): boolean {
    const experience = this.#experiences.get(request);
    return experience !== undefined && experience.mean < CHEAP_MS && experience.isSmall === true;
  }

  /** @param duration milliseconds that a run took, alone or together with others */
  note(bound: BoundRequest<S>, duration: number): void {
    const known = this.#experiences.get(bound.request);
    const experience = known ?? { mean: UNKNOWN_MS, asked: false };
    if (known === undefined) this.#experiences.set(bound.request, experience);
    experience.mean += (duration - experience.mean) * WEIGHT;
    if (!experience.asked && experience.mean < CHEAP_MS) this.#ask(bound, experience);
  }

  #ask(bound: BoundRequest<S>, experience: Experience): void {
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
