import type { BoundStatement, ReadSession, UnitOutcome } from '../../store/driver.ts';
import type { PendingRead } from './pending-read.ts';

/** Milliseconds after which a read holds up those behind it. */
const STALL_MS = 40;

/** Milliseconds after which it does, however busy the event loop is. */
const FORCED_STALL_MS = 200;

/** Milliseconds that a timer may be late. */
const TIMER_SLACK_MS = 10;

/** What a message needs of who sends it. */
export interface BatchCallbacks {
  unitOf(read: PendingRead): BoundStatement;
  /** A read holds up those behind it. The function that it returns is called once it has an outcome. @param duration milliseconds */
  onStall(read: PendingRead, behind: readonly PendingRead[]): (duration: number) => void;
  /** Whether a read that holds others up has to leave its session to them, as there is no other one. */
  shouldYieldSession(): boolean;
  /** @param mayHaveBeenCancelled whether the run may have been stopped in place of another one */
  settle(read: PendingRead, outcome: UnitOutcome, mayHaveBeenCancelled: boolean): void;
}

/**
 * Reads that are sent together to one session, which runs them one after the other. A read that lasts although nobody wants it any more is
 * stopped in the database; but never the one in front of it, which may be a stranger's.
 */
export class ReadBatch {
  readonly #reads: readonly PendingRead[];
  readonly #session: ReadSession;
  readonly #messaging: BatchCallbacks;
  /** Index of the read that runs. */
  #current = 0;
  /** When it began, by `performance.now()`. */
  #since = performance.now();
  #isOver = false;
  #stalled = false;
  #timer: NodeJS.Timeout | undefined;
  /** Runs while the current read holds others up, and has a limit. */
  #limiting: NodeJS.Timeout | undefined;
  /** Set while the current read holds others up. */
  #release: ((duration: number) => void) | undefined;
  /** Settles once no cancel is on its way. */
  #cancelling: Promise<void> | undefined;
  /** Index of the last read that a cancel may have hit. */
  #lastCancellable = -1;

  constructor(reads: readonly PendingRead[], session: ReadSession, messaging: BatchCallbacks) {
    this.#reads = reads;
    this.#session = session;
    this.#messaging = messaging;
  }

  /** Whether one of the reads has held up others. */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** Sends the reads, and settles once the session is free for more. */
  async run(): Promise<void> {
    this.#watch(STALL_MS);
    const units = this.#reads.map((read) => this.#messaging.unitOf(read));
    await this.#session.run(units, (outcome, index) => this.#tell(outcome, index));
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#limiting);
    if (this.#cancelling !== undefined) await this.#cancelling;
  }

  #tell(outcome: UnitOutcome, index: number): void {
    const read = this.#reads[index];
    if (read === undefined) return;
    const now = performance.now();
    clearTimeout(this.#limiting);
    const release = this.#release;
    if (release !== undefined) {
      this.#release = undefined;
      release(now - this.#since);
      this.#watch(STALL_MS);
    }
    this.#current = index + 1;
    this.#since = now;
    this.#messaging.settle(read, outcome, index <= this.#lastCancellable);
  }

  /** Looks at the read that runs, once all input that has come by then is taken. */
  #watch(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    this.#timer = setTimeout(() => setImmediate(() => this.#look(performance.now() - due)), milliseconds);
  }

  /** @param late milliseconds for which the event loop was busy: then an answer may be there that is not read yet */
  #look(late: number): void {
    const read = this.#reads[this.#current];
    if (this.#isOver || read === undefined) return;
    const duration = performance.now() - this.#since;
    const isInconclusive = late > TIMER_SLACK_MS && duration < FORCED_STALL_MS;
    if (duration < STALL_MS || isInconclusive) {
      this.#watch(Math.max(TIMER_SLACK_MS, STALL_MS - duration));
      return;
    }
    this.#stalled = true;
    const index = this.#current;
    const behind = this.#reads.slice(index + 1).filter(({ isWanted }) => isWanted);
    this.#release = this.#messaging.onStall(read, behind);
    // It is asked again by itself, when those of its entities may have a session.
    if (behind.length > 0 && this.#messaging.shouldYieldSession()) this.#cancel(index);
    else {
      read.whenUnwanted(() => this.#cancel(index));
      this.#limiting = read.limit(duration);
    }
  }

  #cancel(index: number): void {
    const cancel = async (): Promise<void> => {
      if (this.#isOver || this.#current !== index) return;
      this.#lastCancellable = this.#reads.length;
      await this.#session.cancel();
      this.#lastCancellable = this.#current;
    };
    this.#cancelling = this.#cancelling === undefined ? cancel() : this.#cancelling.then(cancel);
  }
}
