import type { BoundRequest, ScriptRequest } from '../../store/script.ts';
import type { Admission } from '../admission.ts';
import { checkTime } from '../check-time.ts';
import { CheapStatements } from './cheap-statements.ts';
import { DatabaseTime } from './database-time.ts';

/** The outcome of one statement of a batch; undefined for one that was not run, or was taken back with one that failed. */
export type Outcome<R> =
  | { readonly value: R }
  /** `undone`: it may be run again, and nothing is done twice. */
  | { readonly error: unknown; readonly undone?: boolean }
  | undefined;

/** How statements of one kind are run. */
export interface Batched<S extends ScriptRequest, R> {
  /** Runs a batch. @throws an error for all of it */
  readonly run: (bounds: readonly BoundRequest<S>[]) => Promise<readonly Outcome<R>[]>;
  /** Runs a statement that had no outcome in its batch. */
  readonly runAlone: (bound: BoundRequest<S>) => Promise<R>;
  /** See `BatchSession`. */
  readonly isSmall: (bound: BoundRequest<S>) => Promise<boolean>;
  /** Milliseconds that a failure counts for, beside its time: a statement that fails too often is not cheap. */
  readonly failureMs: number;
}

interface Waiting<S extends ScriptRequest, R> {
  readonly bound: BoundRequest<S>;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (result: R | Promise<R>) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches under way at a time: some run while the answers of others are read. */
const MAX_BATCHES = 4;

/** Statements that are worth a round trip: so many need not wait until the rest of this turn's input is read. */
const ENOUGH = 4;

/** Statements of one batch at most: so many may wait behind one that is slow for once. */
const MAX_BATCH = 16;

/** Milliseconds after which a batch counts as stuck, behind a locked table for example: its place is given to others, with another session. */
const STUCK_MS = 40;

/**
 * Runs cheap statements of many callers in few round trips: statements that are asked in one turn of the event loop, or while others are
 * answered, go out together, as one message to one session. A round trip costs both sides more than to read a row by its key.
 */
export class StatementBatcher<S extends ScriptRequest, R> {
  readonly #how: Batched<S, R>;
  readonly #admission: Admission;
  readonly #cheap: CheapStatements<S>;
  readonly #time = new DatabaseTime();
  readonly #waiting: Waiting<S, R>[] = [];
  /** Statements that wait, here or for a session. */
  #queued = 0;
  #serving = 0;
  #turning = false;

  constructor(admission: Admission, how: Batched<S, R>) {
    this.#how = how;
    this.#admission = admission;
    this.#cheap = new CheapStatements((bound) => admission.run(() => how.isSmall(bound)));
  }

  /** Whether the statement may be run together with others. */
  takes(bound: BoundRequest<S>): boolean {
    return this.#cheap.has(bound);
  }

  /** Runs a statement by itself, and notes how long it took. */
  async learn(bound: BoundRequest<S>, run: () => Promise<R>): Promise<R> {
    this.#turn();
    const elapsed = this.#time.start();
    try {
      const result = await run();
      this.#cheap.note(bound, elapsed());
      return result;
    } catch (error) {
      this.#cheap.note(bound, elapsed() + this.#how.failureMs);
      throw error;
    }
  }

  /**
   * Runs a statement together with others.
   * @param deadline by `performance.now()`: a statement that was not sent by then is refused
   * @throws as the statement by itself; Refusal Unavailable when too many wait, or it waits too long
   */
  run(bound: BoundRequest<S>, deadline = Number.POSITIVE_INFINITY): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.#admission.isFull) this.#admission.checkWaiting(this.#queued);
      this.#queued += 1;
      this.#waiting.push({ bound, deadline, resolve, reject });
      if (this.#waiting.length >= ENOUGH && this.#serving < MAX_BATCHES) this.#serve();
      else this.#turn();
    });
  }

  /** Sends batches once all input of this turn of the event loop is read. */
  #turn(): void {
    if (this.#turning) return;
    this.#turning = true;
    setImmediate(() => {
      this.#turning = false;
      this.#time.turn();
      while (this.#serving < MAX_BATCHES && this.#waiting.length > 0) this.#serve();
    });
  }

  #serve(): void {
    const batch = this.#waiting.splice(0, MAX_BATCH);
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

  /** Takes a place among the batches under way. Returns the function that gives it back; after `STUCK_MS` that happens by itself. */
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
    const timer = setTimeout(leave, STUCK_MS).unref();
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

  /** Runs a statement by itself, which shows whether it was to blame. */
  #runAlone({ bound, deadline }: Waiting<S, R>): Promise<R> {
    const run = async (): Promise<R> => {
      checkTime(deadline);
      return this.learn(bound, () => this.#how.runAlone(bound));
    };
    return this.#admission.run(run, true);
  }

  /** Notes the time of a batch for each statement, once, however often it was in it. Where one failed, only that one is noted. */
  #learnFrom(bounds: readonly BoundRequest<S>[], outcomes: readonly Outcome<R>[], duration: number): void {
    const failed = bounds.filter((_, index) => isFailed(outcomes[index]));
    const noted = outcomes.every(isDone) ? bounds : failed;
    for (const bound of new Map(noted.map((one) => [one.request, one])).values()) this.#cheap.note(bound, duration);
  }
}

const isDone = <R>(outcome: Outcome<R>): boolean => outcome !== undefined && 'value' in outcome;

const isFailed = <R>(outcome: Outcome<R>): boolean => outcome !== undefined && 'error' in outcome;

const isUndone = <R>(outcome: Outcome<R>): outcome is undefined =>
  outcome === undefined || ('error' in outcome && outcome.undone === true);

function isInTime<S extends ScriptRequest, R>({ deadline, reject }: Waiting<S, R>): boolean {
  try {
    checkTime(deadline);
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
