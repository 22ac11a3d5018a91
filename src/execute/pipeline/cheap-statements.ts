import type { BoundRequest, ReadRequest } from '../../store/script.ts';
import type { ClaimedRead } from '../claim.ts';

/** Milliseconds that a cheap statement takes on average, at most; or the message that it is in. */
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
 * these in a message.
 */
export class CheapStatements {
  readonly #isSmall: (read: ClaimedRead) => Promise<boolean>;
  readonly #experiences = new WeakMap<ReadRequest, Experience>();
  /** How many runs hold others up, by the entities that they are about. */
  readonly #stuck = new Map<string, number>();

  /** @param isSmall asks the database for its estimate, once for each statement */
  constructor(isSmall: (read: ClaimedRead) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  has({ bound, entities }: ClaimedRead): boolean {
    const experience = this.#experiences.get(bound.request);
    if (experience === undefined || experience.mean >= CHEAP_MS || experience.isSmall !== true) return false;
    return this.#stuck.size === 0 || !entities.some((entity) => this.#stuck.has(entity));
  }

  /** @param duration milliseconds that a run took, alone or together with others */
  note(read: ClaimedRead, duration: number): void {
    const experience = this.#experienceOf(read.bound);
    experience.mean += (duration - experience.mean) * WEIGHT;
    if (!experience.asked && experience.mean < CHEAP_MS) this.#ask(read, experience);
  }

  /**
   * Notes that a run takes long, as where its table is locked. Until the function that is returned is called, with the milliseconds that it
   * took, no statement about one of its entities is cheap. One that has held up others has to show anew that it is.
   */
  holdUp(read: ClaimedRead, others: number): (duration: number) => void {
    const { bound, entities } = read;
    for (const entity of entities) this.#stuck.set(entity, (this.#stuck.get(entity) ?? 0) + 1);
    return (duration) => {
      for (const entity of entities) {
        const stuck = (this.#stuck.get(entity) ?? 1) - 1;
        if (stuck === 0) this.#stuck.delete(entity);
        else this.#stuck.set(entity, stuck);
      }
      if (others > 0) this.#experienceOf(bound).mean = UNKNOWN_MS;
      this.note(read, duration);
    };
  }

  #experienceOf({ request }: BoundRequest<ReadRequest>): Experience {
    const known = this.#experiences.get(request);
    if (known !== undefined) return known;
    const experience = { mean: UNKNOWN_MS, asked: false };
    this.#experiences.set(request, experience);
    return experience;
  }

  #ask(read: ClaimedRead, experience: Experience): void {
    experience.asked = true;
    this.#isSmall(read).then(
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
