import type { BoundRequest, ScriptRequest } from '../../store/script.ts';

/** Milliseconds that a cheap statement takes on average, at most; or the batch that it is in. */
const CHEAP_MS = 20;

/** Milliseconds that a new statement counts for: it counts as cheap after some twenty fast runs. */
const UNKNOWN_MS = 2 * CHEAP_MS;

/** The weight of the last run in the average. A run of a second counts for a hundred: a statement that is slow now and then is not cheap. */
const WEIGHT = 1 / 32;

/** What is known of a statement. */
interface Experience {
  /** Milliseconds that it takes on average. */
  mean: number;
  /** Whether the database holds it to be small; undefined until the database was asked. */
  isSmall?: boolean;
  asked: boolean;
}

/**
 * Knows which statements take next to no time, by the database's estimate and by their runs, whatever their values. Others may wait behind
 * these in a batch.
 */
export class CheapStatements<S extends ScriptRequest> {
  readonly #isSmall: (bound: BoundRequest<S>) => Promise<boolean>;
  readonly #experiences = new WeakMap<S, Experience>();

  /** @param isSmall asks the database for its estimate, once for each statement */
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
      // The database may have gone away: it is asked again after another run.
      () => {
        experience.asked = false;
      },
    );
  }
}
