import { Refusal } from '../base/errors.ts';
import { isAbandoned, unwanted } from './is-unwanted.ts';
import type { SessionRequest } from './session-request.ts';

export interface AdmissionLimits {
  readonly max: number;
  readonly maxWaiting: number;
  /** In milliseconds. */
  readonly acquireTimeout: number;
}

interface Waiting {
  readonly entities: readonly string[];
  /** Arrival order, ascending. */
  readonly number: number;
  readonly begin: () => void;
  readonly remove: () => void;
}

interface Running {
  readonly entities: readonly string[];
  /** From `performance.now()`. */
  readonly since: number;
  isAside: boolean;
}

/** Milliseconds without a completion, of this work and all others, after which sessions may be dead. */
const STALL_MS = 2000;

const CHECK_MS = 250;

const NONE: readonly string[] = [];

/** Shared, because creating an error with its stack costs more than rejecting the request. */
const full = Object.freeze(
  new Refusal(
    'Unavailable',
    'Too many requests are waiting for the database; nothing was done, try again in a moment.',
  ),
);
const busy = Object.freeze(
  new Refusal('Unavailable', 'The database was busy for too long; nothing was done, try again in a moment.'),
);

/**
 * Sessions reserved for entities that hold none. With a reserve, two entities with locked tables cannot take all
 * sessions.
 */
const keptOf = (sessions: number): number => (sessions > 4 ? 2 : Math.min(1, sessions - 1));

/**
 * Queue in front of a session pool, bounded in length and time, so a flood is rejected. A session goes to the
 * longest-waiting work whose entities leave enough sessions to others.
 *
 * Sessions may die silently, for example after a failover. If no work on an entity ends for two seconds while others
 * wait, the queue closes idle sessions and sets aside the oldest work on it. That work keeps running, and waiting work
 * gets another session. Once work on the entity completes, all other silent work on it is set aside too. The maximum
 * number of sessions bounds the work set aside.
 */
export class Admission {
  readonly #sessions: FairSlots;
  readonly #queue: FairSlots;
  readonly #timeout: number;
  /** Keyed by entities. For equal entities, only the first work can be next. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  #arrivals = 0;
  readonly #running = new Set<Running>();
  readonly #max: number;
  readonly #closeIdle: () => void;
  #detached = 0;
  /** Last successful completion, from `performance.now()`, by first entity. */
  readonly #answeredAt = new Map<string | undefined, number>();
  /** Entities with one work item set aside, until another one completes. */
  readonly #stalled = new Set<string | undefined>();
  #check: NodeJS.Timeout | undefined;

  constructor({ max, maxWaiting, acquireTimeout }: AdmissionLimits, closeIdle: () => void = () => undefined) {
    this.#max = max;
    this.#closeIdle = closeIdle;
    this.#sessions = new FairSlots(max, keptOf(max));
    this.#queue = new FairSlots(maxWaiting, 0);
    this.#timeout = acquireTimeout;
  }

  /**
   * @param isAdmitted true if the work was admitted before, so it may wait although the queue is full
   * @throws Refusal Unavailable if the queue is full or the wait times out, DatabaseTimeout if the caller is gone
   */
  async run<T>(work: () => Promise<T>, claim: SessionRequest, isAdmitted = false): Promise<T> {
    // No waiting work could use the session; otherwise, it would already hold it.
    if (this.#sessions.hasFor(claim.entities)) this.#sessions.take(claim.entities);
    else await this.#waitForTurn(claim, isAdmitted);
    return this.#run(work, claim.entities);
  }

  /** Runs work without a timeout or a queue limit. */
  async runWithoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.#sessions.hasFor(NONE)) this.#sessions.take(NONE);
    else await new Promise<void>((begin) => this.#add(NONE, begin));
    return this.#run(work, NONE);
  }

  get isFull(): boolean {
    return this.#sessions.areFull;
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  get isQueueFull(): boolean {
    return this.isFull && this.#queue.areFull;
  }

  /**
   * Takes a place in the queue, and returns a function that releases it.
   * @param abandon called if the wait times out or the caller is gone; the place is already released
   * @throws Refusal Unavailable if the queue is full
   */
  enqueue(claim: SessionRequest, abandon: (refusal: Refusal) => void, isAdmitted = false): () => void {
    const { entities, signal, deadline = Number.POSITIVE_INFINITY } = claim;
    if (!isAdmitted && !this.#queue.hasFor(entities)) throw full;
    this.#queue.take(entities);
    const left = deadline - performance.now();
    const leave = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      this.#queue.give(entities);
    };
    const end = (): void => {
      leave();
      // A timer may fire slightly early.
      abandon(left <= this.#timeout || isAbandoned(claim) ? unwanted : busy);
    };
    const timer = setTimeout(end, Math.max(1, Math.min(this.#timeout, left)));
    signal?.addEventListener('abort', end);
    return leave;
  }

  /** Charges a session in use to these entities, until the returned function is called. */
  charge(entities: readonly string[]): () => void {
    this.#sessions.charge(entities, 1);
    return () => {
      this.#sessions.charge(entities, -1);
      this.#dispatch();
    };
  }

  async #run<T>(work: () => Promise<T>, entities: readonly string[]): Promise<T> {
    const running: Running = { entities, since: performance.now(), isAside: false };
    this.#running.add(running);
    this.#check ??= setInterval(() => this.#checkStall(), CHECK_MS).unref();
    try {
      const result = await work();
      this.#answeredAt.set(entities[0], performance.now());
      // The database responds. Silent work has a dead session or is slow.
      if (this.#stalled.delete(entities[0])) this.#detach(this.#stalledWork(entities[0]));
      return result;
    } finally {
      this.#running.delete(running);
      if (running.isAside) this.#detached -= 1;
      else this.#sessions.give(entities);
      if (this.#waiting.size > 0) this.#dispatch();
    }
  }

  /** Returns work on an entity whose session may be dead, oldest first. */
  #stalledWork(entity: string | undefined): readonly Running[] {
    const latest = performance.now() - STALL_MS;
    return [...this.#running].filter(
      ({ entities, since, isAside }) => entities[0] === entity && !isAside && since <= latest,
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
      if (oldest === undefined || this.#stalled.has(entity) || (this.#answeredAt.get(entity) ?? 0) > latest) continue;
      this.#stalled.add(entity);
      this.#closeIdle();
      this.#detach([oldest]);
    }
  }

  /** Releases places of running work to waiting work on the same entities. */
  #detach(works: readonly Running[]): void {
    for (const work of works.slice(0, this.#max - this.#detached)) {
      const [next] = this.#waiting.get(work.entities.join('\n')) ?? [];
      work.isAside = true;
      this.#detached += 1;
      this.#sessions.give(work.entities);
      if (next !== undefined) this.#begin(next);
    }
    this.#dispatch();
  }

  #waitForTurn(claim: SessionRequest, isAdmitted: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (claim.signal?.aborted) throw unwanted;
      const abandon = (refusal: Refusal): void => {
        remove();
        reject(refusal);
      };
      const leave = this.enqueue(claim, abandon, isAdmitted);
      const remove = this.#add(claim.entities, () => {
        leave();
        resolve();
      });
    });
  }

  #dispatch(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#begin(next);
  }

  #begin(next: Waiting): void {
    this.#sessions.take(next.entities);
    next.remove();
    next.begin();
  }

  /** Returns the longest-waiting work that may have a session. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const [first] of this.#waiting.values()) {
      if (first === undefined || (next !== undefined && next.number < first.number)) continue;
      if (this.#sessions.hasFor(first.entities)) next = first;
    }
    return next;
  }

  /** Returns a function that removes the work. */
  #add(entities: readonly string[], begin: () => void): () => void {
    const key = entities.join('\n');
    const alike = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, alike);
    const remove = (): void => {
      alike.delete(waiting);
      if (alike.size === 0) this.#waiting.delete(key);
    };
    this.#arrivals += 1;
    const waiting: Waiting = { entities, number: this.#arrivals, begin, remove };
    alike.add(waiting);
    return remove;
  }
}

/** Slots that an entity may hold per free slot. */
const SHARE = 4;

/**
 * Slots that no single entity can exhaust. An entity that holds n slots gets another one only if n is at most four
 * times the number of free, unreserved slots. One entity alone gets most slots, a second one most of the rest. An
 * entity without slots gets the last one. This is a dynamic threshold, as for shared-memory switch queues (Choudhury
 * and Hahne 1998).
 */
export class FairSlots {
  readonly #max: number;
  readonly #kept: number;
  readonly #byEntity = new Map<string, number>();
  #taken = 0;

  /** @param kept slots reserved for entities that hold none */
  constructor(max: number, kept: number) {
    this.#max = max;
    this.#kept = kept;
  }

  get taken(): number {
    return this.#taken;
  }

  get areFull(): boolean {
    return this.#taken >= this.#max;
  }

  hasFor(entities: readonly string[]): boolean {
    const free = this.#max - this.#taken;
    if (free <= 0) return false;
    const allowed = Math.max(0, SHARE * (free - this.#kept));
    return entities.every((entity) => {
      const held = this.#byEntity.get(entity) ?? 0;
      return held === 0 || held <= allowed;
    });
  }

  take(entities: readonly string[]): void {
    this.#taken += 1;
    this.charge(entities, 1);
  }

  give(entities: readonly string[]): void {
    this.#taken -= 1;
    this.charge(entities, -1);
  }

  charge(entities: readonly string[], by: 1 | -1): void {
    for (const entity of entities) this.#byEntity.set(entity, (this.#byEntity.get(entity) ?? 0) + by);
  }
}
