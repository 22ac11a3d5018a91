import type { BoundStep, ReadStep } from '../store/script.ts';
import type { Driver, ReadOutcome, Together } from '../store/store.ts';
import type { Admission } from './admission.ts';
import { BriefSteps } from './brief-steps.ts';
import { DatabaseTime } from './database-time.ts';
import { isUnavailable, readTwice } from './read-twice.ts';

type Bound = BoundStep<ReadStep>;
type Values = readonly (string | null)[];

interface Waiting {
  readonly bound: Bound;
  readonly resolve: (values: Values) => void;
  readonly reject: (error: unknown) => void;
}

/** Sessions that are shared at a time: some run reads while the answers of others are taken. */
const SHARED_SESSIONS = 4;

/** Reads that are worth a round trip by themselves: they need not wait until all is read that came in with them. */
const ENOUGH = 4;

/** Reads that go out together at most: so many may have to wait behind one that is slow for once. */
const MAX_TOGETHER = 16;

/** Milliseconds after which a batch is no longer waited for, as where a table is locked: others get sessions beside it. */
const STUCK = 40;

/**
 * Brief reads of many requests in few round trips: what is asked in one turn of the event loop, or while others are answered,
 * goes out together. A round trip costs both sides more than a read by a key does.
 */
export class SharedReads {
  readonly #driver: Driver;
  readonly #together: Together;
  readonly #admission: Admission;
  readonly #brief: BriefSteps;
  readonly #time = new DatabaseTime();
  readonly #waiting: Waiting[] = [];
  /** Reads that wait, here or for a session. */
  #queued = 0;
  #serving = 0;
  #turning = false;

  constructor(driver: Driver, together: Together, admission: Admission) {
    this.#driver = driver;
    this.#together = together;
    this.#admission = admission;
    this.#brief = new BriefSteps((bound) => admission.run(() => together.isSmall(bound)));
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

  /** The values of a read that it takes. @throws as `read` of `Driver`; Refusal Unavailable when too many wait, or too long */
  read(bound: Bound): Promise<Values> {
    return new Promise((resolve, reject) => {
      this.#admission.checkWaiting(this.#queued);
      this.#queued += 1;
      this.#waiting.push({ bound, resolve, reject });
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
    const leave = this.#enter();
    let queued = true;
    const dequeue = (): void => {
      if (queued) this.#queued -= batch.length;
      queued = false;
    };
    this.#admission
      .run(() => {
        dequeue();
        return this.#run(batch);
      })
      .catch((error) => {
        dequeue();
        for (const { reject } of batch) reject(error);
      })
      .finally(leave);
  }

  /** Takes one of the places of batches that are waited for; gives what leaves it, which it does by itself after a while. */
  #enter(): () => void {
    this.#serving += 1;
    let left = false;
    const leave = (): void => {
      clearTimeout(timer);
      if (left) return;
      left = true;
      this.#serving -= 1;
      if (this.#waiting.length > 0) this.#turn();
    };
    const timer = setTimeout(leave, STUCK).unref();
    return leave;
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    const bounds = batch.map(({ bound }) => bound);
    const elapsed = this.#time.start();
    const outcomes = await this.#readTogether(bounds);
    this.#learnFrom(bounds, outcomes, elapsed());
    for (const [index, waiting] of batch.entries()) {
      const outcome = outcomes[index];
      if (isToRunAlone(outcome)) this.#runAlone(waiting);
      else if ('values' in outcome) waiting.resolve(outcome.values);
      else waiting.reject(outcome.error);
    }
  }

  /** Where there is no session, nothing was run. */
  async #readTogether(bounds: readonly Bound[]): Promise<readonly ReadOutcome[]> {
    try {
      return await this.#together.read(bounds);
    } catch (error) {
      if (isUnavailable(error)) return [];
      throw error;
    }
  }

  /** Of several, the one that failed is to blame for the time. */
  #learnFrom(bounds: readonly Bound[], outcomes: readonly ReadOutcome[], duration: number): void {
    const failed = outcomes.findIndex((outcome) => outcome !== undefined && 'error' in outcome);
    for (const bound of failed < 0 ? bounds : bounds.slice(failed, failed + 1)) this.#brief.note(bound, duration);
  }

  /** What stood behind one that failed, or met a session that was no more, has a session of its own. */
  #runAlone({ bound, resolve, reject }: Waiting): void {
    this.#admission.run(() => readTwice(bound, this.#driver)).then(resolve, reject);
  }
}

const isToRunAlone = (outcome: ReadOutcome): outcome is undefined =>
  outcome === undefined || ('error' in outcome && isUnavailable(outcome.error));
