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

/** Maximum batches in flight: some run while answers of others are read. */
const MAX_BATCHES = 4;

/** For a low-latency database, fewer and larger batches are cheaper. */
const MAX_BATCHES_LOW_LATENCY = 2;

/** Maximum average batch duration of such a database. */
const LOW_LATENCY_MS = 1;

/** Weight of the last batch in this average. */
const EWMA_WEIGHT = 1 / 16;

/** Left to reads outside of batches. */
const RESERVED_SESSIONS = 2;

/** Bounds how many reads wait behind an unexpectedly slow one. */
const MAX_READS = 16;

/**
 * Batches fast reads of many callers in one session: those of one event-loop tick, or those that arrive while others
 * run. A round trip costs both sides more than reading a row by key. Other reads get their own session.
 */
export class ReadPipeline {
  readonly #running: Running;
  readonly #admission: Admission;
  readonly #cheap: FastStatements;
  readonly #time = new DatabaseTime();
  readonly #maxMessages: number;
  readonly #waiting = new Set<PendingRead>();
  /** Batches that wait for a session or run; excludes those with a blocking read. */
  #messages = 0;
  /** Average duration of a batch, in milliseconds. */
  #mean = 0;
  #isTurning = false;

  constructor(running: Running, estimate: Estimate, admission: Admission) {
    const { reads } = running.driver;
    this.#running = running;
    this.#admission = admission;
    this.#maxMessages = Math.max(1, Math.min(MAX_BATCHES, reads.max - RESERVED_SESSIONS));
    this.#cheap = new FastStatements(({ bound, entities }) => {
      const unit = estimate.unitFor(unitOf(bound, running));
      return admission.run(async () => estimate.isSmall(await reads.use((session) => runUnit(session, unit))), {
        entities,
      });
    });
  }

  /** @throws Refusal for the database's error; Unavailable if the queue is full or the wait times out */
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

  async #runMeasured(read: SessionReadRequest): Promise<ReadValues> {
    this.#scheduleFlush();
    const elapsed = this.#time.start();
    try {
      return await runPlainRead(read, this.#running);
    } finally {
      this.#cheap.note(read, elapsed());
    }
  }

  /** Enqueues a waiting read, which bounds its wait. */
  #await(pending: PendingRead): void {
    try {
      if (pending.leaveQueue === undefined) this.#enqueue(pending);
    } catch (error) {
      this.#waiting.delete(pending);
      pending.fail(error);
    }
  }

  /** @throws Refusal Unavailable if the queue is full */
  #enqueue(pending: PendingRead): void {
    pending.leaveQueue = this.#admission.enqueue(pending.read, (refusal) => {
      this.#waiting.delete(pending);
      pending.fail(refusal);
    });
  }

  /** Waits until all input of this event-loop tick is read. */
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
    const most = this.#mean < LOW_LATENCY_MS ? MAX_BATCHES_LOW_LATENCY : MAX_BATCHES;
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

  /** Sends batches while reads arrive and no other work waits. Releasing a session costs as much as a read. */
  async #sendAll(session: ReadSession, leave: () => void): Promise<void> {
    while (await this.#sendTo(session, leave)) {
      // Include reads that arrive during this event-loop tick.
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#time.scheduleFlush();
      if (this.#waiting.size === 0 || this.#admission.hasWaiting) return;
    }
  }

  /** @returns true if the session stays usable and no read was blocked */
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

  /** Takes the longest-waiting reads, and rejects those whose callers are gone. */
  #take(most: number): readonly PendingRead[] {
    const reads: PendingRead[] = [];
    for (const pending of this.#waiting) {
      if (reads.length === most) break;
      this.#waiting.delete(pending);
      pending.leaveQueue?.();
      if (!pending.isWanted) pending.fail(unwanted);
      // A similar read has blocked others since this one was enqueued.
      else if (!this.#cheap.has(pending.read)) pending.runAlone(this.#runAlone);
      else reads.push(pending);
    }
    return reads;
  }

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

  /** Retries the reads behind a blocking one, and stops batching similar reads for now. */
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

/** Maximum average duration of a fast statement or its batch. */
const FAST_MS = 20;

/** Initial average of a new statement, which counts as fast after about twenty fast runs. */
const UNKNOWN_MS = 2 * FAST_MS;

/**
 * Weight of the last run. A run of one second weighs as much as a hundred, so a sporadically slow statement is not
 * fast.
 */
const DURATION_WEIGHT = 1 / 32;

interface StatementStats {
  /** Average duration, in milliseconds. */
  mean: number;
  /** The database's estimate; undefined until requested. */
  isSmall?: boolean;
  asked: boolean;
}

/** Tracks fast statements, by the database's estimate and by their runs, for all values. */
export class FastStatements {
  readonly #isSmall: (read: SessionReadRequest) => Promise<boolean>;
  readonly #experiences = new WeakMap<ReadRequest, StatementStats>();
  /** Number of blocking runs, by entity. */
  readonly #stuck = new Map<string, number>();

  /** @param isSmall requests the database's estimate, once per statement */
  constructor(isSmall: (read: SessionReadRequest) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  has({ bound, entities }: SessionReadRequest): boolean {
    const experience = this.#experiences.get(bound.request);
    if (experience === undefined || experience.mean >= FAST_MS || experience.isSmall !== true) return false;
    return this.#stuck.size === 0 || !entities.some((entity) => this.#stuck.has(entity));
  }

  /** @param duration milliseconds, alone or in a batch */
  note(read: SessionReadRequest, duration: number): void {
    const experience = this.#experienceOf(read.bound);
    experience.mean += (duration - experience.mean) * DURATION_WEIGHT;
    if (!experience.asked && experience.mean < FAST_MS) this.#ask(read, experience);
  }

  /**
   * Records a long run, for example on a locked table. No statement on its entities counts as fast until the returned
   * function is called with the duration in milliseconds. A statement that has blocked others must prove itself fast
   * again.
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

  #experienceOf({ request }: BoundRequest<ReadRequest>): StatementStats {
    const known = this.#experiences.get(request);
    if (known !== undefined) return known;
    const experience = { mean: UNKNOWN_MS, asked: false };
    this.#experiences.set(request, experience);
    return experience;
  }

  #ask(read: SessionReadRequest, experience: StatementStats): void {
    experience.asked = true;
    this.#isSmall(read).then(
      (isSmall) => {
        experience.isSmall = isSmall;
      },
      // The database may be unreachable. Request the estimate again after another run.
      () => {
        experience.asked = false;
      },
    );
  }
}

/**
 * Excludes the time that an answer waits for a busy event loop, which would dominate under load. Answers are processed
 * on the next tick, so only whole ticks and idle time count.
 */
class DatabaseTime {
  #lastTurn = 0;

  /** Must be called once in each event-loop tick with work, after its input is processed. */
  scheduleFlush(): void {
    this.#lastTurn = performance.now();
  }

  /** The returned function, called with the answer, returns the minimum duration in milliseconds. */
  start(): () => number {
    const since = performance.now();
    const idle = performance.eventLoopUtilization().idle;
    return () => Math.max(performance.eventLoopUtilization().idle - idle, this.#lastTurn - since, 0);
  }
}
