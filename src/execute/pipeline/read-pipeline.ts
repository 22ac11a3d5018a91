import { performance } from 'node:perf_hooks';
import type { Estimate, ReadSession, StatementOutcome } from '../../store/driver.ts';
import { runOne } from '../../store/run-one.ts';
import type { BoundRequest, ReadRequest } from '../../store/script.ts';
import type { Admission } from '../admission/admission.ts';
import { clientDisconnected } from '../admission/client-disconnected.ts';
import type { ReadValues, SessionReadRequest } from '../admission/session-request.ts';
import { isTimeout, toApiError } from '../errors/to-api-error.ts';
import { isUnavailable } from '../retry.ts';
import { type RunContext, runPlainRead, toBoundStatement } from '../run-request.ts';
import { PendingRead, type RunUnbatched } from './pending-read.ts';
import { ReadBatch } from './read-batch.ts';

/** Maximum number of concurrent batches: some run while the service reads the responses of others. */
const MAX_BATCHES = 4;

/** For a low-latency database, fewer and larger batches cost less. */
const MAX_BATCHES_LOW_LATENCY = 2;

/** Maximum average batch duration of a low-latency database. */
const LOW_LATENCY_MS = 1;

const EWMA_WEIGHT = 1 / 16;

/** Sessions left to reads outside of batches. */
const RESERVED_SESSIONS = 2;

/** Maximum number of reads in a batch, so that few reads wait behind an unexpectedly slow read. */
const MAX_READS = 16;

/** Sends several reads in one round trip. A round trip costs the service and the database more than a read by key. */
export class ReadPipeline {
  readonly #context: RunContext;
  readonly #admission: Admission;
  readonly #fastStatements: FastStatements;
  readonly #databaseTime = new DatabaseTime();
  readonly #maxBatches: number;
  readonly #waiting = new Set<PendingRead>();
  #batches = 0;
  #averageMs = 0;
  #isFlushScheduled = false;

  constructor(context: RunContext, estimate: Estimate, admission: Admission) {
    const { reads } = context.driver;
    this.#context = context;
    this.#admission = admission;
    this.#maxBatches = Math.max(1, Math.min(MAX_BATCHES, reads.max - RESERVED_SESSIONS));
    this.#fastStatements = new FastStatements(({ bound, entities }) => {
      const statement = estimate.estimationQuery(toBoundStatement(bound, context));
      return admission.run(async () => estimate.isSmall(await reads.use((session) => runOne(session, statement))), {
        entities,
      });
    });
  }

  /** @throws ApiError for the database's error; Unavailable if the queue is full or the wait times out */
  run(read: SessionReadRequest): Promise<ReadValues> {
    if (!this.#fastStatements.isFast(read)) return this.#admission.run(() => this.#runMeasured(read), read);
    return new Promise((resolve, reject) => {
      const pending = new PendingRead(read, resolve, reject);
      if (this.#admission.isFull) this.#enqueue(pending);
      this.#waiting.add(pending);
      if (this.#waiting.size >= MAX_READS && this.#canSend) this.#send();
      else this.#scheduleFlush();
    });
  }

  async #runMeasured(read: SessionReadRequest): Promise<ReadValues> {
    this.#scheduleFlush();
    const elapsed = this.#databaseTime.start();
    try {
      return await runPlainRead(read, this.#context);
    } finally {
      this.#fastStatements.record(read, elapsed());
    }
  }

  #enqueueWaiting(pending: PendingRead): void {
    try {
      if (pending.leaveQueue === undefined) this.#enqueue(pending);
    } catch (error) {
      this.#waiting.delete(pending);
      pending.fail(error);
    }
  }

  /** @throws ApiError Unavailable if the queue is full */
  #enqueue(pending: PendingRead): void {
    pending.leaveQueue = this.#admission.enqueue(pending.read, (apiError) => {
      this.#waiting.delete(pending);
      pending.fail(apiError);
    });
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      this.#databaseTime.markTick();
      while (this.#canSend && this.#waiting.size > 0) this.#send();
    });
  }

  get #canSend(): boolean {
    const max = this.#averageMs < LOW_LATENCY_MS ? MAX_BATCHES_LOW_LATENCY : MAX_BATCHES;
    return this.#batches < Math.min(max, this.#maxBatches);
  }

  #send(): void {
    this.#batches += 1;
    let isCounted = true;
    const endBatch = (): void => {
      if (isCounted) this.#batches -= 1;
      isCounted = false;
      if (this.#waiting.size > 0) this.#scheduleFlush();
    };
    if (this.#admission.isFull) for (const pending of this.#waiting) this.#enqueueWaiting(pending);
    this.#admission
      .runWithoutTimeout(() => this.#context.driver.reads.use((session) => this.#sendAll(session, endBatch)))
      .catch((error) => this.#onAcquireFailed(error))
      .finally(endBatch);
  }

  /** Sends batches while reads arrive and no other work waits. Releasing a session costs as much as a read. */
  async #sendAll(session: ReadSession, endBatch: () => void): Promise<void> {
    while (await this.#sendTo(session, endBatch)) {
      // Include reads that arrive during this event-loop tick.
      await new Promise<void>((resolve) => setImmediate(resolve));
      this.#databaseTime.markTick();
      if (this.#waiting.size === 0 || this.#admission.hasWaiting) return;
    }
  }

  /** @returns true if reads were sent, all succeeded, and none stalled, so the session may send another batch */
  async #sendTo(session: ReadSession, endBatch: () => void): Promise<boolean> {
    const reads = this.#dequeue(Math.min(MAX_READS, session.maxBatchSize));
    if (reads.length === 0) return false;
    const { observers } = this.#context;
    if (observers.isObserved('batchSent')) observers.observe({ kind: 'batchSent', reads: reads.length });
    let allSucceeded = true;
    const elapsed = this.#databaseTime.start();
    const startedAt = performance.now();
    const batch = new ReadBatch(reads, session, {
      bindRead: ({ read }) => toBoundStatement(read.bound, this.#context),
      onStall: (pending, behind) => {
        endBatch();
        return this.#onStall(pending, behind);
      },
      shouldYieldSession: () => this.#admission.isFull,
      settle: (pending, outcome, mayHaveBeenCanceled) => {
        allSucceeded &&= 'result' in outcome;
        this.#settle(pending, outcome, mayHaveBeenCanceled);
      },
    });
    await batch.run();
    this.#averageMs += (performance.now() - startedAt - this.#averageMs) * EWMA_WEIGHT;
    if (batch.stalled) return false;
    const duration = elapsed();
    for (const read of new Map(reads.map(({ read }) => [read.bound.request, read])).values()) {
      this.#fastStatements.record(read, duration);
    }
    return allSucceeded;
  }

  /** Returns the next reads of a batch. Rejects reads of disconnected clients, and runs slow reads alone. */
  #dequeue(max: number): readonly PendingRead[] {
    const reads: PendingRead[] = [];
    for (const pending of this.#waiting) {
      if (reads.length === max) break;
      this.#waiting.delete(pending);
      pending.leaveQueue?.();
      if (!pending.isPending) pending.fail(clientDisconnected);
      // Since this read was queued, its statement became slow, or a read of one of its entities stalled.
      else if (!this.#fastStatements.isFast(pending.read)) pending.runUnbatched(this.#runUnbatched);
      else reads.push(pending);
    }
    return reads;
  }

  #onAcquireFailed(error: unknown): void {
    const apiError = toApiError(error, this.#context.driver);
    for (const pending of this.#dequeue(MAX_READS)) {
      if (isUnavailable(apiError)) pending.retryAfterLoss(apiError, this.#runUnbatched);
      else pending.fail(apiError);
    }
  }

  #settle(pending: PendingRead, outcome: StatementOutcome, mayHaveBeenCanceled: boolean): void {
    if ('error' in outcome) {
      const error = toApiError(outcome.error, this.#context.driver);
      if (isUnavailable(error) || (mayHaveBeenCanceled && isTimeout(error)))
        pending.retryAfterLoss(error, this.#runUnbatched);
      else pending.fail(error);
      return;
    }
    try {
      pending.complete(pending.read.bound.request.read(outcome.result));
    } catch (error) {
      pending.fail(error);
    }
  }

  /** Retries the reads behind a stalled read. */
  #onStall({ read }: PendingRead, behind: readonly PendingRead[]): (duration: number) => void {
    const release = this.#fastStatements.onStall(read, behind.length);
    const discharge = this.#admission.charge(read.entities);
    for (const pending of behind) pending.retryUnbatched(this.#runUnbatched);
    return (duration) => {
      release(duration);
      discharge();
    };
  }

  readonly #runUnbatched: RunUnbatched = (read) => this.#admission.run(() => this.#runMeasured(read), read, true);
}

const FAST_MS = 20;

/** Initial average of a new statement, which counts as fast after about twenty fast runs. */
const UNKNOWN_MS = 2 * FAST_MS;

/**
 * Weight of a run in the average. A single run of 1 s raises the average by about 30 ms. So a statement that is slow
 * only sometimes does not count as fast.
 */
const DURATION_WEIGHT = 1 / 32;

interface StatementStats {
  /** In milliseconds. */
  averageMs: number;
  /** The database's estimate; undefined until requested. */
  isSmall?: boolean;
  isRequested: boolean;
}

/** Tracks fast statements, by the database's estimate and by their runs. */
export class FastStatements {
  readonly #isSmall: (read: SessionReadRequest) => Promise<boolean>;
  readonly #stats = new WeakMap<ReadRequest, StatementStats>();
  readonly #stalledRuns = new Map<string, number>();

  /** @param isSmall requests the database's estimate, once per statement */
  constructor(isSmall: (read: SessionReadRequest) => Promise<boolean>) {
    this.#isSmall = isSmall;
  }

  isFast({ bound, entities }: SessionReadRequest): boolean {
    const stats = this.#stats.get(bound.request);
    if (stats === undefined || stats.averageMs >= FAST_MS || stats.isSmall !== true) return false;
    return this.#stalledRuns.size === 0 || !entities.some((entity) => this.#stalledRuns.has(entity));
  }

  record(read: SessionReadRequest, duration: number): void {
    const stats = this.#statsOf(read.bound);
    stats.averageMs += (duration - stats.averageMs) * DURATION_WEIGHT;
    if (!stats.isRequested && stats.averageMs < FAST_MS) this.#requestEstimate(read, stats);
  }

  /**
   * Records a stalled read. No statement on its entities counts as fast until the returned function is called with the
   * duration in milliseconds. Afterward, the statement counts as new if other reads waited for it.
   * @param others number of reads that wait behind the stalled read
   */
  onStall(read: SessionReadRequest, others: number): (duration: number) => void {
    const { bound, entities } = read;
    for (const entity of entities) this.#stalledRuns.set(entity, (this.#stalledRuns.get(entity) ?? 0) + 1);
    return (duration) => {
      for (const entity of entities) {
        const stalledRuns = (this.#stalledRuns.get(entity) ?? 1) - 1;
        if (stalledRuns === 0) this.#stalledRuns.delete(entity);
        else this.#stalledRuns.set(entity, stalledRuns);
      }
      if (others > 0) this.#statsOf(bound).averageMs = UNKNOWN_MS;
      this.record(read, duration);
    };
  }

  #statsOf({ request }: BoundRequest<ReadRequest>): StatementStats {
    const existing = this.#stats.get(request);
    if (existing !== undefined) return existing;
    const stats = { averageMs: UNKNOWN_MS, isRequested: false };
    this.#stats.set(request, stats);
    return stats;
  }

  #requestEstimate(read: SessionReadRequest, stats: StatementStats): void {
    stats.isRequested = true;
    this.#isSmall(read).then(
      (isSmall) => {
        stats.isSmall = isSmall;
      },
      // The database may be unreachable. Request the estimate again after another run.
      () => {
        stats.isRequested = false;
      },
    );
  }
}

/**
 * Measures how long the database takes, without the time that its response waits for a busy event loop. The result is a
 * lower bound: the idle time or the time up to the last marked tick, whichever is longer.
 */
class DatabaseTime {
  #lastTick = 0;

  /** Must be called once in each event-loop tick with work, after its input is processed. */
  markTick(): void {
    this.#lastTick = performance.now();
  }

  /** The returned function, called when the response arrives, returns the minimum duration in milliseconds. */
  start(): () => number {
    const since = performance.now();
    const idle = performance.eventLoopUtilization().idle;
    return () => Math.max(performance.eventLoopUtilization().idle - idle, this.#lastTick - since, 0);
  }
}
