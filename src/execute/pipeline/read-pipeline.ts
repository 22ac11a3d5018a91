import type { Estimate, ReadSession, UnitOutcome } from '../../store/driver.ts';
import { runUnit } from '../../store/run-unit.ts';
import type { Admission } from '../admission.ts';
import type { ClaimedRead, ReadValues } from '../claim.ts';
import { unwanted } from '../is-unwanted.ts';
import { type Running, runPlainRead, unitOf } from '../run-request.ts';
import { isTimeout, toRefusal } from '../to-refusal.ts';
import { isUnavailable } from '../try-again.ts';
import { CheapStatements } from './cheap-statements.ts';
import { DatabaseTime } from './database-time.ts';
import { Message } from './message.ts';
import { PendingRead, type RunAlone } from './pending-read.ts';

/** Messages under way at a time: some run while the answers of others are read. */
const MAX_MESSAGES = 4;

/** Of a database that is near: what waits meanwhile goes out as one message, which costs both sides less than several. */
const NEAR_MESSAGES = 2;

/** Milliseconds that a message to such a database takes on average, at most. */
const NEAR_MS = 1;

/** The weight of the last message in this average. */
const WEIGHT = 1 / 16;

/** Sessions that messages leave to other reads. */
const KEPT_SESSIONS = 2;

/** Reads of one message at most: so many may wait behind one that is slow for once. */
const MAX_READS = 16;

/**
 * Runs reads. Cheap ones of many callers take few round trips: those that are asked in one turn of the event loop, or while others are answered,
 * are sent together, as one message to one session. A round trip costs both sides more than to read a row by its key. Others have a session
 * of their own.
 */
export class ReadPipeline {
  readonly #running: Running;
  readonly #admission: Admission;
  readonly #cheap: CheapStatements;
  readonly #time = new DatabaseTime();
  readonly #maxMessages: number;
  readonly #waiting = new Set<PendingRead>();
  /** Messages that wait for a session, or run; but not those that a read holds up. */
  #messages = 0;
  /** Milliseconds that a message takes on average. */
  #mean = 0;
  #isTurning = false;

  constructor(running: Running, estimate: Estimate, admission: Admission) {
    const { reads } = running.driver;
    this.#running = running;
    this.#admission = admission;
    this.#maxMessages = Math.max(1, Math.min(MAX_MESSAGES, reads.max - KEPT_SESSIONS));
    this.#cheap = new CheapStatements(({ bound, entities }) => {
      const unit = estimate.unitFor(unitOf(bound, running));
      return admission.run(async () => estimate.isSmall(await reads.use((session) => runUnit(session, unit))), {
        entities,
      });
    });
  }

  /** @throws Refusal by the meaning of the database's error; Unavailable when too many wait, or it waits too long */
  run(read: ClaimedRead): Promise<ReadValues> {
    if (!this.#cheap.has(read)) return this.#admission.run(() => this.#learn(read), read);
    return new Promise((resolve, reject) => {
      const pending = new PendingRead(read, resolve, reject);
      if (this.#admission.isFull) this.#enqueue(pending);
      this.#waiting.add(pending);
      if (this.#waiting.size >= MAX_READS && this.#maySend) this.#send();
      else this.#turn();
    });
  }

  /** Runs a read by itself, and notes how long it took. */
  async #learn(read: ClaimedRead): Promise<ReadValues> {
    this.#turn();
    const elapsed = this.#time.start();
    try {
      return await runPlainRead(read, this.#running);
    } finally {
      this.#cheap.note(read, elapsed());
    }
  }

  /** Gives a read that waits a place in the queue, so that it waits no longer than it may; refuses it where there is none. */
  #await(pending: PendingRead): void {
    try {
      if (pending.leaveQueue === undefined) this.#enqueue(pending);
    } catch (error) {
      this.#waiting.delete(pending);
      pending.fail(error);
    }
  }

  /** @throws Refusal Unavailable where there is no place in the queue */
  #enqueue(pending: PendingRead): void {
    pending.leaveQueue = this.#admission.enqueue(pending.read, (refusal) => {
      this.#waiting.delete(pending);
      pending.fail(refusal);
    });
  }

  /** Sends messages once all input of this turn of the event loop is read. */
  #turn(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      this.#time.turn();
      while (this.#maySend && this.#waiting.size > 0) this.#send();
    });
  }

  get #maySend(): boolean {
    const most = this.#mean < NEAR_MS ? NEAR_MESSAGES : MAX_MESSAGES;
    return this.#messages < Math.min(most, this.#maxMessages);
  }

  #send(): void {
    this.#messages += 1;
    let counts = true;
    const leave = (): void => {
      if (counts) this.#messages -= 1;
      counts = false;
      if (this.#waiting.size > 0) this.#turn();
    };
    if (this.#admission.isFull) for (const pending of this.#waiting) this.#await(pending);
    this.#admission
      .runPatiently(() => this.#running.driver.reads.use((session) => this.#sendAll(session, leave)))
      .catch((error) => this.#miss(error))
      .finally(leave);
  }

  /** Sends one message after the other, as long as reads come and nobody else waits for the session: to give it back costs as much as a read. */
  async #sendAll(session: ReadSession, leave: () => void): Promise<void> {
    while (await this.#sendTo(session, leave)) {
      // What this turn of the event loop brings goes along.
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#time.turn();
      if (this.#waiting.size === 0 || this.#admission.hasWaiting) return;
    }
  }

  /** @returns whether the session is as good as before, and nobody was held up */
  async #sendTo(session: ReadSession, leave: () => void): Promise<boolean> {
    const reads = this.#take(Math.min(MAX_READS, session.maxUnits));
    if (reads.length === 0) return false;
    let isWhole = true;
    const elapsed = this.#time.start();
    const since = performance.now();
    const message = new Message(reads, session, {
      unitOf: ({ read }) => unitOf(read.bound, this.#running),
      holdUp: (pending, behind) => {
        leave();
        return this.#holdUp(pending, behind);
      },
      mustYield: () => this.#admission.isFull,
      settle: (pending, outcome, mayBeHit) => {
        isWhole &&= 'result' in outcome;
        this.#settle(pending, outcome, mayBeHit);
      },
    });
    await message.run();
    this.#mean += (performance.now() - since - this.#mean) * WEIGHT;
    if (message.wasStuck) return false;
    const duration = elapsed();
    for (const read of new Map(reads.map(({ read }) => [read.bound.request, read])).values()) {
      this.#cheap.note(read, duration);
    }
    return isWhole;
  }

  /** Takes the reads that wait longest, but for those that nobody waits for any more. */
  #take(most: number): readonly PendingRead[] {
    const reads: PendingRead[] = [];
    for (const pending of this.#waiting) {
      if (reads.length === most) break;
      this.#waiting.delete(pending);
      pending.leaveQueue?.();
      if (!pending.isWanted) pending.fail(unwanted);
      // Since it was asked, one like it was found to hold others up.
      else if (!this.#cheap.has(pending.read)) pending.runAlone(this.#runAlone);
      else reads.push(pending);
    }
    return reads;
  }

  /** No session could be had for a message. */
  #miss(error: unknown): void {
    const refusal = toRefusal(error, this.#running.driver);
    for (const pending of this.#take(MAX_READS)) {
      if (isUnavailable(refusal)) pending.lose(refusal, this.#runAlone);
      else pending.fail(refusal);
    }
  }

  #settle(pending: PendingRead, outcome: UnitOutcome, mayBeHit: boolean): void {
    if ('error' in outcome) {
      const error = toRefusal(outcome.error, this.#running.driver);
      if (isUnavailable(error) || (mayBeHit && isTimeout(error))) pending.lose(error, this.#runAlone);
      else pending.fail(error);
      return;
    }
    try {
      pending.answer(pending.read.bound.request.read(outcome.result));
    } catch (error) {
      pending.fail(error);
    }
  }

  /** Those behind a read that takes long are asked again, and nothing like it is sent with others for now. */
  #holdUp({ read }: PendingRead, behind: readonly PendingRead[]): (duration: number) => void {
    const release = this.#cheap.holdUp(read, behind.length);
    const discharge = this.#admission.charge(read.entities);
    for (const pending of behind) pending.askAgain(this.#runAlone);
    return (duration) => {
      release(duration);
      discharge();
    };
  }

  readonly #runAlone: RunAlone = (read) => this.#admission.run(() => this.#learn(read), read, true);
}
