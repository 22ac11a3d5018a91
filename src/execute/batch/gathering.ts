import type { BoundStep, Step } from '../../store/script.ts';
import type { Outcome } from '../../store/store.ts';
import type { Admission } from '../admission.ts';
import { checkTime } from '../check-time.ts';
import { BriefSteps } from './brief-steps.ts';
import { DatabaseTime } from './database-time.ts';

/** How statements of one kind are run. */
export interface Gathered<S extends Step, R> {
  /** Runs a batch. @throws what all of it is refused with */
  readonly run: (bounds: readonly BoundStep<S>[]) => Promise<readonly Outcome<R>[]>;
  /** Runs what came to nothing in its batch. */
  readonly runAlone: (bound: BoundStep<S>) => Promise<R>;
  /** See `Together`. */
  readonly isSmall: (bound: BoundStep<S>) => Promise<boolean>;
  /** Milliseconds that a failure counts for, beside those it took: what fails too often is not brief. */
  readonly failure: number;
}

interface Waiting<S extends Step, R> {
  readonly bound: BoundStep<S>;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** Sessions that are shared at a time: some run statements while the answers of others are taken. */
const SHARED_SESSIONS = 4;

/** Statements that are worth a round trip by themselves: they need not wait until all is read that came in with them. */
const ENOUGH = 4;

/** Statements that go out together at most: so many may have to wait behind one that is slow for once. */
const MAX_TOGETHER = 16;

/** Milliseconds after which a batch is no longer waited for, as where a table is locked: others get sessions beside it. */
const STUCK = 40;

/**
 * Brief statements of many requests in few round trips: what is asked in one turn of the event loop, or while others are answered,
 * goes out together. A round trip costs both sides more than a row by its key does.
 */
export class Gathering<S extends Step, R> {
  readonly #how: Gathered<S, R>;
  readonly #admission: Admission;
  readonly #brief: BriefSteps<S>;
  readonly #time = new DatabaseTime();
  readonly #waiting: Waiting<S, R>[] = [];
  /** Statements that wait, here or for a session. */
  #queued = 0;
  #serving = 0;
  #turning = false;

  constructor(admission: Admission, how: Gathered<S, R>) {
    this.#how = how;
    this.#admission = admission;
    this.#brief = new BriefSteps((bound) => admission.run(() => how.isSmall(bound)));
  }

  /** Whether a statement may be run together with others. */
  takes(bound: BoundStep<S>): boolean {
    return this.#brief.has(bound);
  }

  /** Runs a statement by itself, and learns whether it is brief. */
  async learn(bound: BoundStep<S>, run: () => Promise<R>): Promise<R> {
    this.#turn();
    const elapsed = this.#time.start();
    try {
      const result = await run();
      this.#brief.note(bound, elapsed());
      return result;
    } catch (error) {
      this.#brief.note(bound, elapsed() + this.#how.failure);
      throw error;
    }
  }

  /**
   * Runs a statement that it takes.
   * @param deadline by `performance.now()`: what is not on its way by then is refused
   * @throws as the statement by itself; Refusal Unavailable when too many wait, or too long
   */
  run(bound: BoundStep<S>, deadline = Number.POSITIVE_INFINITY): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#admission.isFull) this.#admission.checkWaiting(this.#queued);
      this.#queued += 1;
      this.#waiting.push({ bound, deadline, resolve, reject });
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
        return this.#run(batch.filter(isInTime));
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

  async #run(batch: readonly Waiting<S, R>[]): Promise<void> {
    if (batch.length === 0) return;
    const bounds = batch.map(({ bound }) => bound);
    const elapsed = this.#time.start();
    const outcomes = await this.#how.run(bounds);
    this.#learnFrom(bounds, outcomes, elapsed());
    for (const [index, waiting] of batch.entries()) {
      const { resolve, reject } = waiting;
      const outcome = outcomes[index];
      if (isUndone(outcome)) resolve(this.#runAlone(waiting));
      else if ('value' in outcome) resolve(outcome.value);
      else reject(outcome.error);
    }
  }

  /** By itself each shows whether it was to blame. */
  #runAlone({ bound, deadline }: Waiting<S, R>): Promise<R> {
    const run = async (): Promise<R> => {
      checkTime(deadline);
      return this.learn(bound, () => this.#how.runAlone(bound));
    };
    return this.#admission.run(run, true);
  }

  /** Each step once, however often it was in the batch. Of several, the one that failed is to blame for the time. */
  #learnFrom(bounds: readonly BoundStep<S>[], outcomes: readonly Outcome<R>[], duration: number): void {
    const failed = bounds.filter((_, index) => isFailed(outcomes[index]));
    const noted = outcomes.every(isDone) ? bounds : failed;
    for (const bound of new Map(noted.map((one) => [one.step, one])).values()) this.#brief.note(bound, duration);
  }
}

const isDone = <R>(outcome: Outcome<R>): boolean => outcome !== undefined && 'value' in outcome;

const isFailed = <R>(outcome: Outcome<R>): boolean => outcome !== undefined && 'error' in outcome;

const isUndone = <R>(outcome: Outcome<R>): outcome is undefined =>
  outcome === undefined || ('error' in outcome && outcome.undone === true);

function isInTime<S extends Step, R>({ deadline, reject }: Waiting<S, R>): boolean {
  try {
    checkTime(deadline);
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
