import { ApiError } from '../../base/errors.ts';
import { clientDisconnected, isAborted } from './client-disconnected.ts';
import type { SessionRequest } from './session-request.ts';

export interface AdmissionLimits {
  readonly max: number;
  readonly maxWaiting: number;
  /** In milliseconds. */
  readonly acquireTimeoutMs: number;
}

interface QueuedWork {
  readonly entities: readonly string[];
  readonly number: number;
  readonly begin: () => void;
  readonly remove: () => void;
}

interface RunningWork {
  readonly entities: readonly string[];
  /** From `performance.now()`. */
  readonly startedAt: number;
  isDetached: boolean;
}

/** Milliseconds without a completion after which sessions may be dead. */
const STALL_MS = 2000;

const CHECK_MS = 250;

const NO_ENTITIES: readonly string[] = [];

/** Shared, because creating an error with its stack costs more than rejecting the request. */
const queueFull = Object.freeze(
  new ApiError('Unavailable', 'Too many requests are waiting for the database. Nothing was changed. Try again later.'),
);
const queueTimeout = Object.freeze(
  new ApiError('Unavailable', 'The database was busy for too long. Nothing was changed. Try again later.'),
);

/** Returns the number of reserved sessions, so that two entities with locked tables never take all sessions. */
const reservedSessions = (sessions: number): number => (sessions > 4 ? 2 : Math.min(1, sessions - 1));

/**
 * A queue that is limited in length and time. A session goes to the longest-waiting work whose entities leave enough
 * sessions to other entities.
 *
 * Sessions may die silently, for example after a failover. If no work on an entity ends for two seconds while others
 * wait, the queue closes idle sessions. It also detaches the oldest work on the entity: that work keeps running, and
 * waiting work gets another session. Once any work on that entity completes, the queue detaches all other stalled work
 * on the entity.
 */
export class Admission {
  readonly #sessions: FairSlots;
  readonly #queue: FairSlots;
  readonly #timeout: number;
  /** Queued work by its entities. Among work with the same list of entities, only the first can run next. */
  readonly #waiting = new Map<string, Set<QueuedWork>>();
  #arrivals = 0;
  readonly #running = new Set<RunningWork>();
  readonly #max: number;
  readonly #closeIdle: () => void;
  readonly #onWaited: (duration: number) => void;
  #detached = 0;
  /** Last successful completion, from `performance.now()`, by first entity. */
  readonly #completedAt = new Map<string | undefined, number>();
  /** Entities whose oldest work is detached, until other work on the entity completes. */
  readonly #stalled = new Set<string | undefined>();
  #check: NodeJS.Timeout | undefined;

  /** @param onWaited receives the milliseconds that work has waited in the queue */
  constructor(
    { max, maxWaiting, acquireTimeoutMs }: AdmissionLimits,
    closeIdle: () => void = () => undefined,
    onWaited: (duration: number) => void = () => undefined,
  ) {
    this.#max = max;
    this.#closeIdle = closeIdle;
    this.#onWaited = onWaited;
    this.#sessions = new FairSlots(max, reservedSessions(max));
    this.#queue = new FairSlots(maxWaiting, 0);
    this.#timeout = acquireTimeoutMs;
  }

  /**
   * @param isAdmitted true if the work was admitted before, so it may wait although the queue is full
   * @throws ApiError Unavailable if the queue is full or the wait times out; DatabaseTimeout if the client disconnects
   */
  async run<T>(work: () => Promise<T>, sessionRequest: SessionRequest, isAdmitted = false): Promise<T> {
    // No waiting work can use the free session. Otherwise, that work would already have acquired the session.
    if (this.#sessions.hasCapacityFor(sessionRequest.entities)) this.#sessions.acquire(sessionRequest.entities);
    else await this.#waitForTurn(sessionRequest, isAdmitted);
    return this.#run(work, sessionRequest.entities);
  }

  /** Runs work that may wait without limit, even if the queue is full. */
  async runWithoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.#sessions.hasCapacityFor(NO_ENTITIES)) this.#sessions.acquire(NO_ENTITIES);
    else await new Promise<void>((begin) => this.#add(NO_ENTITIES, begin));
    return this.#run(work, NO_ENTITIES);
  }

  get isFull(): boolean {
    return this.#sessions.isFull;
  }

  /** Number of sessions in use. */
  get inUse(): number {
    return this.#sessions.used;
  }

  /** Number of places in use in the queue. */
  get waiting(): number {
    return this.#queue.used;
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  get isQueueFull(): boolean {
    return this.isFull && this.#queue.isFull;
  }

  /**
   * Takes a place in the queue. Returns a function that releases the place.
   * @param onAbort called once a timeout or an abort has ended the wait and released the place
   * @throws ApiError Unavailable if the queue is full
   */
  enqueue(sessionRequest: SessionRequest, onAbort: (apiError: ApiError) => void, isAdmitted = false): () => void {
    const { entities, signal, deadline = Number.POSITIVE_INFINITY } = sessionRequest;
    if (!isAdmitted && !this.#queue.hasCapacityFor(entities)) throw queueFull;
    this.#queue.acquire(entities);
    const since = performance.now();
    const remaining = deadline - since;
    const dequeue = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      this.#queue.release(entities);
      this.#onWaited(performance.now() - since);
    };
    const end = (): void => {
      dequeue();
      // A timer may fire slightly early.
      onAbort(remaining <= this.#timeout || isAborted(sessionRequest) ? clientDisconnected : queueTimeout);
    };
    const timer = setTimeout(end, Math.max(1, Math.min(this.#timeout, remaining)));
    signal?.addEventListener('abort', end);
    return dequeue;
  }

  /** Counts another session for the entities, until the returned function is called. */
  charge(entities: readonly string[]): () => void {
    this.#sessions.charge(entities, 1);
    return () => {
      this.#sessions.charge(entities, -1);
      this.#dispatch();
    };
  }

  async #run<T>(work: () => Promise<T>, entities: readonly string[]): Promise<T> {
    const running: RunningWork = { entities, startedAt: performance.now(), isDetached: false };
    this.#running.add(running);
    this.#check ??= setInterval(() => this.#checkStall(), CHECK_MS).unref();
    try {
      const result = await work();
      this.#completedAt.set(entities[0], performance.now());
      // The database responds, so stalled work has a dead session or is slow.
      if (this.#stalled.delete(entities[0])) this.#detach(this.#stalledWork(entities[0]));
      return result;
    } finally {
      this.#running.delete(running);
      if (running.isDetached) this.#detached -= 1;
      else this.#sessions.release(entities);
      if (this.#waiting.size > 0) this.#dispatch();
    }
  }

  /** Returns work whose session may be dead, oldest first. */
  #stalledWork(entity: string | undefined): readonly RunningWork[] {
    const latest = performance.now() - STALL_MS;
    return [...this.#running].filter(
      ({ entities, startedAt, isDetached }) => entities[0] === entity && !isDetached && startedAt <= latest,
    );
  }

  #checkStall(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#check);
      this.#check = undefined;
      this.#stalled.clear();
    }
    const latest = performance.now() - STALL_MS;
    for (const entity of new Set([...this.#running].map(({ entities }) => entities[0]))) {
      const [oldest] = this.#stalledWork(entity);
      if (oldest === undefined || this.#stalled.has(entity) || (this.#completedAt.get(entity) ?? 0) > latest) continue;
      this.#stalled.add(entity);
      this.#closeIdle();
      this.#detach([oldest]);
    }
  }

  #detach(stalled: readonly RunningWork[]): void {
    for (const work of stalled.slice(0, this.#max - this.#detached)) {
      const [next] = this.#waiting.get(work.entities.join('\n')) ?? [];
      work.isDetached = true;
      this.#detached += 1;
      this.#sessions.release(work.entities);
      if (next !== undefined) this.#begin(next);
    }
    this.#dispatch();
  }

  #waitForTurn(sessionRequest: SessionRequest, isAdmitted: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (sessionRequest.signal?.aborted) throw clientDisconnected;
      const onAbort = (apiError: ApiError): void => {
        remove();
        reject(apiError);
      };
      const dequeue = this.enqueue(sessionRequest, onAbort, isAdmitted);
      const remove = this.#add(sessionRequest.entities, () => {
        dequeue();
        resolve();
      });
    });
  }

  #dispatch(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#begin(next);
  }

  #begin(next: QueuedWork): void {
    this.#sessions.acquire(next.entities);
    next.remove();
    next.begin();
  }

  #next(): QueuedWork | undefined {
    let next: QueuedWork | undefined;
    for (const [first] of this.#waiting.values()) {
      if (first === undefined || (next !== undefined && next.number < first.number)) continue;
      if (this.#sessions.hasCapacityFor(first.entities)) next = first;
    }
    return next;
  }

  #add(entities: readonly string[], begin: () => void): () => void {
    const key = entities.join('\n');
    const queue = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, queue);
    const remove = (): void => {
      queue.delete(waiting);
      if (queue.size === 0) this.#waiting.delete(key);
    };
    this.#arrivals += 1;
    const waiting: QueuedWork = { entities, number: this.#arrivals, begin, remove };
    queue.add(waiting);
    return remove;
  }
}

/** Slots that an entity may have per free slot. */
const SHARE = 4;

/**
 * Slots with a dynamic threshold (Choudhury and Hahne 1998). An entity that has n slots gets another slot only if n is
 * at most four times the number of free, unreserved slots. An entity without slots gets even the last slot.
 */
export class FairSlots {
  readonly #max: number;
  readonly #reserved: number;
  readonly #byEntity = new Map<string, number>();
  #used = 0;

  constructor(max: number, reserved: number) {
    this.#max = max;
    this.#reserved = reserved;
  }

  get used(): number {
    return this.#used;
  }

  get isFull(): boolean {
    return this.#used >= this.#max;
  }

  hasCapacityFor(entities: readonly string[]): boolean {
    const free = this.#max - this.#used;
    if (free <= 0) return false;
    const allowed = Math.max(0, SHARE * (free - this.#reserved));
    return entities.every((entity) => {
      const sessionCount = this.#byEntity.get(entity) ?? 0;
      return sessionCount === 0 || sessionCount <= allowed;
    });
  }

  acquire(entities: readonly string[]): void {
    this.#used += 1;
    this.charge(entities, 1);
  }

  release(entities: readonly string[]): void {
    this.#used -= 1;
    this.charge(entities, -1);
  }

  charge(entities: readonly string[], by: 1 | -1): void {
    for (const entity of entities) this.#byEntity.set(entity, (this.#byEntity.get(entity) ?? 0) + by);
  }
}
