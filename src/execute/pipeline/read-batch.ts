import type { ReadSession, Unit, UnitOutcome } from '../../store/driver.ts';
import type { PendingRead } from './pending-read.ts';

/** Milliseconds after which a read holds up those behind it. */
const STUCK_MS = 40;

/** Milliseconds after which it does, however busy the event loop is. */
const SURELY_STUCK_MS = 200;

/** Milliseconds that a timer may be late. */
const LATE_MS = 10;

/** What a message needs of who sends it. */
export interface Messaging {
  unitOf(read: PendingRead): Unit;
  /** A read holds up those behind it. The function that it returns is called once it has an outcome. @param duration milliseconds */
  holdUp(read: PendingRead, behind: readonly PendingRead[]): (duration: number) => void;
  /** Whether a read that holds others up has to leave its session to them, as there is no other one. */
  mustYield(): boolean;
  /** @param mayBeHit whether the run may have been stopped in place of another one */
  settle(read: PendingRead, outcome: UnitOutcome, mayBeHit: boolean): void;
}

/**
 * Reads that are sent together to one session, which runs them one after the other. A read that lasts although nobody wants it any more is
 * stopped in the database; but never the one in front of it, which may be a stranger's.
 */
export class Message {
  readonly #reads: readonly PendingRead[];
  readonly #session: ReadSession;
  readonly #messaging: Messaging;
  /** Index of the read that runs. */
  #current = 0;
  /** When it began, by `performance.now()`. */
  #since = performance.now();
  #isOver = false;
  #wasStuck = false;
  #timer: NodeJS.Timeout | undefined;
  /** Runs while the current read holds others up, and has a limit. */
  #limiting: NodeJS.Timeout | undefined;
  /** Set while the current read holds others up. */
  #release: ((duration: number) => void) | undefined;
  /** Settles once no cancel is on its way. */
  #cancelling: Promise<void> | undefined;
  /** Index of the last read that a cancel may have hit. */
  #exposed = -1;

  constructor(reads: readonly PendingRead[], session: ReadSession, messaging: Messaging) {
    this.#reads = reads;
    this.#session = session;
    this.#messaging = messaging;
  }

  /** Whether one of the reads has held up others. */
  get wasStuck(): boolean {
    return this.#wasStuck;
  }

  /** Sends the reads, and settles once the session is free for more. */
  async run(): Promise<void> {
    this.#watch(STUCK_MS);
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
      this.#watch(STUCK_MS);
    }
    this.#current = index + 1;
    this.#since = now;
    this.#messaging.settle(read, outcome, index <= this.#exposed);
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
    const isDoubtful = late > LATE_MS && duration < SURELY_STUCK_MS;
    if (duration < STUCK_MS || isDoubtful) {
      this.#watch(Math.max(LATE_MS, STUCK_MS - duration));
      return;
    }
    this.#wasStuck = true;
    const index = this.#current;
    const behind = this.#reads.slice(index + 1).filter(({ isWanted }) => isWanted);
    this.#release = this.#messaging.holdUp(read, behind);
    // It is asked again by itself, when those of its entities may have a session.
    if (behind.length > 0 && this.#messaging.mustYield()) this.#cancel(index);
    else {
      read.whenUnwanted(() => this.#cancel(index));
      this.#limiting = read.limit(duration);
    }
  }

  #cancel(index: number): void {
    const cancel = async (): Promise<void> => {
      if (this.#isOver || this.#current !== index) return;
      this.#exposed = this.#reads.length;
      await this.#session.cancel();
      this.#exposed = this.#current;
    };
    this.#cancelling = this.#cancelling === undefined ? cancel() : this.#cancelling.then(cancel);
  }
}
