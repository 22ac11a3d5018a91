import { performance } from 'node:perf_hooks';
import type { Estimate, ReadSession, UnitOutcome } from '../../store/driver.ts';
import { runUnit } from '../../store/run-unit.ts';
import type { BoundRequest, ReadRequest } from '../../store/script.ts';
import type { Admission } from '../admission.ts';
import { unwanted } from '../is-unwanted.ts';
import { isUnavailable } from '../retry.ts';
import { type Running, runPlainRead, unitOf } from '../run-request.ts';
import type { ReadValues, SessionReadRequest } from '../session-request.ts';
import { isTimeout, toRefusal } from '../to-refusal.ts';
import { PendingRead, type RunAlone } from './pending-read.ts';
import { ReadBatch } from './read-batch.ts';

/** Messages under way at a time: some run while the answers of others are read. */
const MAX_MESSAGES = 4;

/** Of a database that is near: what waits meanwhile goes out as one message, which costs both sides less than several. */
const MAX_BATCHES_LOW_LATENCY = 2;

/** Milliseconds that a message to such a database takes on average, at most. */
const LOW_LATENCY_MS = 1;

/** The weight of the last message in this average. */
const EWMA_WEIGHT = 1 / 16;

/** Sessions that messages leave to other reads. */
const RESERVED_SESSIONS = 2;

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
    this.#maxMessages = Math.max(1, Math.min(MAX_MESSAGES, reads.max - RESERVED_SESSIONS));
    this.#cheap = new CheapStatements(({ bound, entities }) => {
      const unit = estimate.unitFor(unitOf(bound, running));
      return admission.run(async () => estimate.isSmall(await reads.use((session) => runUnit(session, unit))), {
        entities,
      });
    });
  }

  /** @throws Refusal by the meaning of the database's error; Unavailable when too many wait, or it waits too long */
  run(read: SessionReadRequest): Promise<ReadValues> {
    if (!this.#cheap.has(read)) return this.#admission.run(() => this.#runMeasured(read), read);
    return new Promise((resolve, reject) => {
      const pending = new PendingRead(read, resolve, reject);
      if (this.#admission.isFull) this.#enqueue(pending);
      this.#waiting.add(pending);
      if (this.#waiting.size >= MAX_READS && this.#maySend) this.#send();
      else this.#scheduleFlush();
    });
  }

  /** Runs a read by itself, and notes how long it took. */
  async #runMeasured(read: SessionReadRequest): Promise<ReadValues> {
    this.#scheduleFlush();
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
  #scheduleFlush(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => {
      this.#isTurning = false;
      this.#time.scheduleFlush();
      while (this.#maySend && this.#waiting.size > 0) this.#send();
    });
  }

  get #maySend(): boolean {
    const most = this.#mean < LOW_LATENCY_MS ? MAX_BATCHES_LOW_LATENCY : MAX_MESSAGES;
    return this.#messages < Math.min(most, this.#maxMessages);
  }

  #send(): void {
    this.#messages += 1;
    let counts = true;
    const leave = (): void => {
      if (counts) this.#messages -= 1;
      counts = false;
      if (this.#waiting.size > 0) this.#scheduleFlush();
    };
    if (this.#admission.isFull) for (const pending of this.#waiting) this.#await(pending);
    this.#admission
      .runWithoutTimeout(() => this.#running.driver.reads.use((session) => this.#sendAll(session, leave)))
      .catch((error) => this.#onAcquireFailed(error))
      .finally(leave);
  }

  /** Sends one message after the other, as long as reads come and nobody else waits for the session: to give it back costs as much as a read. */
  async #sendAll(session: ReadSession, leave: () => void): Promise<void> {
    while (await this.#sendTo(session, leave)) {
      // What this turn of the event loop brings goes along.
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#time.scheduleFlush();
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
    const message = new ReadBatch(reads, session, {
      unitOf: ({ read }) => unitOf(read.bound, this.#running),
      onStall: (pending, behind) => {
        leave();
        return this.#onStall(pending, behind);
      },
      shouldYieldSession: () => this.#admission.isFull,
      settle: (pending, outcome, mayHaveBeenCancelled) => {
        isWhole &&= 'result' in outcome;
        this.#settle(pending, outcome, mayHaveBeenCancelled);
      },
    });
    await message.run();
    this.#mean += (performance.now() - since - this.#mean) * EWMA_WEIGHT;
    if (message.stalled) return false;
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
  #onAcquireFailed(error: unknown): void {
    const refusal = toRefusal(error, this.#running.driver);
    for (const pending of this.#take(MAX_READS)) {
      if (isUnavailable(refusal)) pending.retryAfterLoss(refusal, this.#runAlone);
      else pending.fail(refusal);
    }
  }

  #settle(pending: PendingRead, outcome: UnitOutcome, mayHaveBeenCancelled: boolean): void {
    if ('error' in outcome) {
      const error = toRefusal(outcome.error, this.#running.driver);
      if (isUnavailable(error) || (mayHaveBeenCancelled && isTimeout(error)))
        pending.retryAfterLoss(error, this.#runAlone);
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
  #onStall({ read }: PendingRead, behind: readonly PendingRead[]): (duration: number) => void {
    const release = this.#cheap.onStall(read, behind.length);
    const discharge = this.#admission.charge(read.entities);
    for (const pending of behind) pending.retryAlone(this.#runAlone);
    return (duration) => {
      release(duration);
      discharge();
    };
  }

  readonly #runAlone: RunAlone = (read) => this.#admission.run(() => this.#runMeasured(read), read, true);
}

/** Milliseconds that a cheap statement takes on average, at most; or the message that it is in. */
const CHEAP_MS = 20;

/** Milliseconds that a new statement counts for: it counts as cheap after some twenty fast runs. */
const UNKNOWN_MS = 2 * CHEAP_MS;

/** The weight of the last run in the average. A run of a second counts for a hundred: a statement that is slow now and then is not cheap. */
const DURATION_WEIGHT = 1 / 32;

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
  readonly #isSmall: (read: SessionReadRequest) => Promise<boolean>;
  readonly #experiences = new WeakMap<ReadRequest, Experience>();
  /** How many runs hold others up, by the entities that they are about. */
  readonly #stuck = new Map<string, number>();

  /** @param isSmall asks the database for its estimate, once for each statement */
  constructor(isSmall: (read: SessionReadRequest) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  has({ bound, entities }: SessionReadRequest): boolean {
    const experience = this.#experiences.get(bound.request);
    if (experience === undefined || experience.mean >= CHEAP_MS || experience.isSmall !== true) return false;
    return this.#stuck.size === 0 || !entities.some((entity) => this.#stuck.has(entity));
  }

  /** @param duration milliseconds that a run took, alone or together with others */
  note(read: SessionReadRequest, duration: number): void {
    const experience = this.#experienceOf(read.bound);
    experience.mean += (duration - experience.mean) * DURATION_WEIGHT;
    if (!experience.asked && experience.mean < CHEAP_MS) this.#ask(read, experience);
  }

  /**
   * Notes that a run takes long, as where its table is locked. Until the function that is returned is called, with the milliseconds that it
   * took, no statement about one of its entities is cheap. One that has held up others has to show anew that it is.
   */
  onStall(read: SessionReadRequest, others: number): (duration: number) => void {
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

  #ask(read: SessionReadRequest, experience: Experience): void {
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

/**
 * How long the database takes, without the time for which an answer waits because the event loop is busy. Under load that would be most of
 * it, and everything would seem slow. An answer is taken at the next turn of the loop, so only whole turns count, and time without work.
 */
class DatabaseTime {
  #lastTurn = 0;

  /** Must be called once in each turn of the event loop that had work, after its input was taken. */
  scheduleFlush(): void {
    this.#lastTurn = performance.now();
  }

  /** Call it when a statement is sent; the function that it returns, called with the answer, gives the milliseconds that it took at least. */
  start(): () => number {
    const since = performance.now();
    const idle = performance.eventLoopUtilization().idle;
    return () => Math.max(performance.eventLoopUtilization().idle - idle, this.#lastTurn - since, 0);
  }
}
