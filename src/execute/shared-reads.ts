import { Refusal } from '../base/errors.ts';
import type { BoundStep, ReadStep } from '../store/script.ts';
import type { ReadOutcome, Together } from '../store/store.ts';
import type { Admission } from './admission.ts';
import { BriefSteps } from './brief-steps.ts';
import { DatabaseTime } from './database-time.ts';

type Bound = BoundStep<ReadStep>;
type Values = readonly (string | null)[];

interface Waiting {
  readonly bound: Bound;
  /** Sessions die with a restart of the database, and it shows only when one is used: a read may be tried once more. */
  tried: boolean;
  readonly resolve: (values: Values) => void;
  readonly reject: (error: unknown) => void;
}

/** Sessions that are shared at a time: some run reads while the answers of others are taken. */
const SHARED_SESSIONS = 4;

/** Reads that are worth a round trip by themselves: they need not wait until all is read that came in with them. */
const ENOUGH = 4;

/** Reads that go out together at most: so many may have to wait behind one that is slow for once. */
const MAX_TOGETHER = 16;

/**
 * Brief reads of many requests in few round trips: what is asked in one turn of the event loop, or while others are answered,
 * goes out together. A round trip costs both sides more than a read by a key does.
 */
export class SharedReads {
  readonly #brief: BriefSteps;
  readonly #time = new DatabaseTime();
  readonly #together: Together;
  readonly #admission: Admission;
  readonly #waiting: Waiting[] = [];
  #serving = 0;
  #turning = false;

  constructor(together: Together, admission: Admission) {
    this.#together = together;
    this.#brief = new BriefSteps((bound) => admission.run(() => together.isSmall(bound)));
    this.#admission = admission;
  }

  /** Whether a read may be run together with others. */
  takes(bound: Bound): boolean {
    return this.#brief.has(bound);
  }

  /** Runs a read alone, and learns whether it is brief. */
  async learn(bound: Bound, run: () => Promise<Values>): Promise<Values> {
    this.#turn();
    const elapsed = this.#time.start();
    const values = await run();
    this.#brief.note(bound, elapsed());
    return values;
  }

  /** The values of a read that it takes. @throws as `read` of `Driver`; Refusal Unavailable when too many wait */
  read(bound: Bound): Promise<Values> {
    return new Promise((resolve, reject) => {
      this.#admission.checkWaiting(this.#waiting.length);
      this.#waiting.push({ bound, tried: false, resolve, reject });
      if (this.#waiting.length >= ENOUGH && this.#serving < SHARED_SESSIONS) this.#serve();
      else this.#turn();
    });
  }

  /** Serves once all is read that came in together, in this turn of the event loop. */
  #turn(): void {
    if (this.#turning) return;
    this.#turning = true;
    setImmediate(() => {
      this.#turning = false;
      this.#time.turn();
      while (this.#serving < SHARED_SESSIONS && this.#waiting.length > 0) this.#serve();
    });
  }

  #serve(): void {
    const batch = this.#waiting.splice(0, MAX_TOGETHER);
    this.#serving += 1;
    this.#admission
      .run(() => this.#run(batch))
      .catch((error) => {
        for (const { reject } of batch) reject(error);
      })
      .finally(() => {
        this.#serving -= 1;
        if (this.#waiting.length > 0) this.#turn();
      });
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    const bounds = batch.map(({ bound }) => bound);
    const elapsed = this.#time.start();
    const outcomes = await this.#together.read(bounds);
    const duration = elapsed();
    for (const bound of bounds) this.#brief.note(bound, duration);
    this.#waiting.unshift(...batch.filter((waiting, index) => !settle(waiting, outcomes[index])));
  }
}

/** @returns false where it has to be run, or run again */
function settle(waiting: Waiting, outcome: ReadOutcome): boolean {
  if (outcome === undefined) return false;
  if ('values' in outcome) {
    waiting.resolve(outcome.values);
    return true;
  }
  const { error } = outcome;
  if (!waiting.tried && error instanceof Refusal && error.code === 'Unavailable') {
    waiting.tried = true;
    return false;
  }
  waiting.reject(error);
  return true;
}
