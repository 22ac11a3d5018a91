import { isUnavailable } from '../retry.ts';
import type { ReadValues, SessionReadRequest } from '../session-request.ts';

/** Runs a read by itself. */
export type RunAlone = (read: SessionReadRequest) => Promise<ReadValues>;

/** What is called once no answer is of use any more. */
interface Ending {
  readonly calls: (() => void)[];
  readonly end: () => void;
}

/**
 * A read that is sent together with others, and may be asked again by itself, once. Whichever run answers first counts; one that was lost
 * counts only where there is no other.
 */
export class PendingRead {
  readonly read: SessionReadRequest;
  /** Set while it has a place in the queue. */
  leaveQueue: (() => void) | undefined;
  readonly #resolve: (values: ReadValues) => void;
  readonly #reject: (error: unknown) => void;
  #isSettled = false;
  #isAskedAgain = false;
  /** Runs that may still answer. */
  #runs = 1;
  /** Absent as long as nothing would have to be stopped: most reads are answered before. */
  #ending: Ending | undefined;

  constructor(read: SessionReadRequest, resolve: (values: ReadValues) => void, reject: (error: unknown) => void) {
    this.read = read;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether an answer is still of use. */
  get isWanted(): boolean {
    return !this.#isSettled && this.read.signal?.aborted !== true;
  }

  /** Calls the function once no answer is of use any more, now if that is so already. */
  whenUnwanted(call: () => void): void {
    if (!this.isWanted) {
      call();
      return;
    }
    if (this.#ending === undefined) {
      this.#ending = { calls: [], end: () => this.#end() };
      this.read.signal?.addEventListener('abort', this.#ending.end);
    }
    this.#ending.calls.push(call);
  }

  answer(values: ReadValues): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#resolve(values);
    this.#end();
  }

  /** @param error that any run would fail with */
  fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#reject(error);
    this.#end();
  }

  /** Starts the limit of a run that has lasted for so many milliseconds; undefined where the read has none. */
  limit(elapsed: number): NodeJS.Timeout | undefined {
    const { limit } = this.read;
    return limit?.start(() => this.fail(limit.refusal), elapsed);
  }

  /** A run was lost, or stopped in another's place: the read is asked again where no other run is under way. */
  retryAfterLoss(error: unknown, runAlone: RunAlone): void {
    this.#runs -= 1;
    if (this.#runs > 0 || this.#isSettled) return;
    if (this.#isAskedAgain || !this.isWanted) this.fail(error);
    else this.retryAlone(runAlone);
  }

  /** Asks again, unless that was done before. The run is stopped once another has answered, or nobody waits. */
  retryAlone(runAlone: RunAlone): void {
    if (this.#isAskedAgain || !this.isWanted) return;
    this.#isAskedAgain = true;
    this.#runs += 1;
    const other = new AbortController();
    this.whenUnwanted(() => other.abort());
    runAlone({ ...this.read, signal: other.signal }).then(
      (values) => this.answer(values),
      (error) => (isUnavailable(error) ? this.retryAfterLoss(error, runAlone) : this.fail(error)),
    );
  }

  /** It is not sent with others after all. */
  runAlone(runAlone: RunAlone): void {
    this.#runs -= 1;
    this.retryAlone(runAlone);
  }

  #end(): void {
    const ending = this.#ending;
    if (ending === undefined) return;
    this.#ending = undefined;
    this.read.signal?.removeEventListener('abort', ending.end);
    for (const call of ending.calls) call();
  }
}
