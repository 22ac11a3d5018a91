import type { BoundStatement, ReadSession, StatementOutcome } from '../../store/driver.ts';
import type { PendingRead } from './pending-read.ts';

/** Milliseconds after which a read is stalled, and the reads behind it run elsewhere. */
const STALL_MS = 40;

/** Milliseconds after which a read is stalled while the event loop is busy. */
const FORCED_STALL_MS = 200;

/** Milliseconds by which a timer may be late. */
const TIMER_SLACK_MS = 10;

export interface BatchCallbacks {
  bindRead(read: PendingRead): BoundStatement;
  /**
   * Handles a stalled read. Once the read ends, the returned function is called with its duration in milliseconds.
   * @param behind reads that wait for the stalled read
   */
  onStall(read: PendingRead, behind: readonly PendingRead[]): (duration: number) => void;
  /** Returns true if all sessions are in use, so that a stalled read must release its session. */
  shouldYieldSession(): boolean;
  /** @param mayHaveBeenCanceled true if a cancel request, for this or an earlier read, may have hit this read */
  settle(read: PendingRead, outcome: StatementOutcome, mayHaveBeenCanceled: boolean): void;
}

/**
 * Reads that a session runs sequentially. If the client of a stalled read disconnects, that read is canceled. The
 * cancellation never hits the preceding read, which may belong to another caller.
 */
export class ReadBatch {
  readonly #reads: readonly PendingRead[];
  readonly #session: ReadSession;
  readonly #callbacks: BatchCallbacks;
  #current = 0;
  /** Start of the running read, from `performance.now()`. */
  #startedAt = performance.now();
  #isOver = false;
  #stalled = false;
  #timer: NodeJS.Timeout | undefined;
  #limitTimer: NodeJS.Timeout | undefined;
  #release: ((duration: number) => void) | undefined;
  /** Settles once no cancel request is in flight. */
  #canceling: Promise<void> | undefined;
  /** Index of the last read that a cancel request may have hit. */
  #lastCancellable = -1;

  constructor(reads: readonly PendingRead[], session: ReadSession, callbacks: BatchCallbacks) {
    this.#reads = reads;
    this.#session = session;
    this.#callbacks = callbacks;
  }

  get stalled(): boolean {
    return this.#stalled;
  }

  /** Settles once the session is free. */
  async run(): Promise<void> {
    this.#watch(STALL_MS);
    const statements = this.#reads.map((read) => this.#callbacks.bindRead(read));
    await this.#session.run(statements, (outcome, index) => this.#handleOutcome(outcome, index));
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#limitTimer);
    if (this.#canceling !== undefined) await this.#canceling;
  }

  #handleOutcome(outcome: StatementOutcome, index: number): void {
    const read = this.#reads[index];
    if (read === undefined) return;
    const now = performance.now();
    clearTimeout(this.#limitTimer);
    const release = this.#release;
    if (release !== undefined) {
      this.#release = undefined;
      release(now - this.#startedAt);
      this.#watch(STALL_MS);
    }
    this.#current = index + 1;
    this.#startedAt = now;
    this.#callbacks.settle(read, outcome, index <= this.#lastCancellable);
  }

  #watch(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds;
    this.#timer = setTimeout(() => setImmediate(() => this.#checkStall(performance.now() - dueAt)), milliseconds);
  }

  /** @param timerDelay milliseconds by which the timer was late; after a delay, the response may be unread */
  #checkStall(timerDelay: number): void {
    const read = this.#reads[this.#current];
    if (this.#isOver || read === undefined) return;
    const duration = performance.now() - this.#startedAt;
    const isInconclusive = timerDelay > TIMER_SLACK_MS && duration < FORCED_STALL_MS;
    if (duration < STALL_MS || isInconclusive) {
      this.#watch(Math.max(TIMER_SLACK_MS, STALL_MS - duration));
      return;
    }
    this.#stalled = true;
    const index = this.#current;
    const behind = this.#reads.slice(index + 1).filter(({ isPending }) => isPending);
    this.#release = this.#callbacks.onStall(read, behind);
    // The read is retried alone once its entities may have a session.
    if (behind.length > 0 && this.#callbacks.shouldYieldSession()) this.#cancel(index);
    else {
      read.onSettledOrAborted(() => this.#cancel(index));
      this.#limitTimer = read.limit(duration);
    }
  }

  #cancel(index: number): void {
    const cancel = async (): Promise<void> => {
      if (this.#isOver || this.#current !== index) return;
      this.#lastCancellable = this.#reads.length;
      await this.#session.cancel();
      this.#lastCancellable = this.#current;
    };
    this.#canceling = this.#canceling === undefined ? cancel() : this.#canceling.then(cancel);
  }
}
