import { Refusal } from '../base/errors.ts';
import { isUnwanted, unwanted } from './is-unwanted.ts';
import type { SessionRequest } from './session-request.ts';

/** How many may work at once, how many may wait, and how long. */
export interface AdmissionLimits {
  readonly max: number;
  readonly maxWaiting: number;
  /** Milliseconds. */
  readonly acquireTimeout: number;
}

/** Work that waits for a session. */
interface Waiting {
  readonly entities: readonly string[];
  /** The lower came first. */
  readonly number: number;
  readonly begin: () => void;
  readonly remove: () => void;
}

/** Work that has a session. */
interface Running {
  readonly entities: readonly string[];
  /** By `performance.now()`. */
  readonly since: number;
  isAside: boolean;
}

/** Milliseconds of work without an end, of itself and of all others, from which sessions may be dead. */
const STALL_MS = 2000;

/** Milliseconds between two checks for that. */
const CHECK_MS = 250;

const NONE: readonly string[] = [];

/** Whoever is turned away is told the same: to make an error, with its stack, costs more than to turn somebody away. */
const full = Object.freeze(
  new Refusal(
    'Unavailable',
    'Too many requests are waiting for the database; nothing was done, try again in a moment.',
  ),
);
const busy = Object.freeze(
  new Refusal('Unavailable', 'The database was busy for too long; nothing was done, try again in a moment.'),
);

/** Sessions that are kept for entities that have none: so it takes more than two entities whose tables are locked to take all. */
const keptOf = (sessions: number): number => (sessions > 4 ? 2 : Math.min(1, sessions - 1));

/**
 * The queue in front of a pool of sessions, bounded in length and in time, so that a flood is refused and does not pile up. A session goes to
 * the work that waits longest of those whose entities leave enough to others.
 *
 * Sessions may be dead without a sign, as after a failover. If no work about an entity has ended for two seconds while others wait, idle
 * sessions are closed, and the oldest work about it is set aside: it runs on, and a work that waits gets another session in its place. Once
 * that is answered, all sessions that are silent about the entity are set aside. At most as many are as there may be sessions.
 */
export class Admission {
  readonly #sessions: FairSlots;
  readonly #queue: FairSlots;
  readonly #timeout: number;
  /** By their entities: of equal ones only the first can have a turn. */
  readonly #waiting = new Map<string, Set<Waiting>>();
  #came = 0;
  readonly #running = new Set<Running>();
  readonly #max: number;
  readonly #closeIdle: () => void;
  #aside = 0;
  /** When work last ended well, by `performance.now()`, by its first entity. */
  readonly #answeredAt = new Map<string | undefined, number>();
  /** Entities of which one work was set aside, until another one is answered. */
  readonly #stalled = new Set<string | undefined>();
  #check: NodeJS.Timeout | undefined;

  /** @param closeIdle closes the sessions that nobody uses */
  constructor({ max, maxWaiting, acquireTimeout }: AdmissionLimits, closeIdle: () => void = () => undefined) {
    this.#max = max;
    this.#closeIdle = closeIdle;
    this.#sessions = new FairSlots(max, keptOf(max));
    this.#queue = new FairSlots(maxWaiting, 0);
    this.#timeout = acquireTimeout;
  }

  /**
   * Runs work when its turn comes.
   * @param isAdmitted whether the work was admitted before, so that it may wait although the queue is full
   * @throws Refusal Unavailable when the queue is full or the wait too long, DatabaseTimeout when nobody waits any more
   */
  async run<T>(work: () => Promise<T>, claim: SessionRequest, isAdmitted = false): Promise<T> {
    // None of those who wait could have the session, or it would be theirs already.
    if (this.#sessions.hasFor(claim.entities)) this.#sessions.take(claim.entities);
    else await this.#waitForTurn(claim, isAdmitted);
    return this.#run(work, claim.entities);
  }

  /** Runs work about no entity in particular when its turn comes, however long that takes: those who wait for it have places of their own. */
  async runWithoutTimeout<T>(work: () => Promise<T>): Promise<T> {
    if (this.#sessions.hasFor(NONE)) this.#sessions.take(NONE);
    else await new Promise<void>((begin) => this.#add(NONE, begin));
    return this.#run(work, NONE);
  }

  /** Whether all sessions are in use, so that new work has to wait. */
  get isFull(): boolean {
    return this.#sessions.areFull;
  }

  /** Whether work waits for a session. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Whether so many wait that no more may. */
  get isQueueFull(): boolean {
    return this.isFull && this.#queue.areFull;
  }

  /**
   * Takes a place in the queue until the function that it returns is called.
   * @param abandon is called where the wait was too long, or nobody waits any more; then the place is free already
   * @throws Refusal Unavailable when the queue is full
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
      // A timer may come a little before its time.
      abandon(left <= this.#timeout || isUnwanted(claim) ? unwanted : busy);
    };
    const timer = setTimeout(end, Math.max(1, Math.min(this.#timeout, left)));
    signal?.addEventListener('abort', end);
    return leave;
  }

  /** Counts a session that is in use as one of these entities, until the function that it returns is called. */
  charge(entities: readonly string[]): () => void {
    this.#sessions.charge(entities, 1);
    return () => {
      this.#sessions.charge(entities, -1);
      this.#hand();
    };
  }

  async #run<T>(work: () => Promise<T>, entities: readonly string[]): Promise<T> {
    const running: Running = { entities, since: performance.now(), isAside: false };
    this.#running.add(running);
    this.#check ??= setInterval(() => this.#checkStall(), CHECK_MS).unref();
    try {
      const result = await work();
      this.#answeredAt.set(entities[0], performance.now());
      // The database answers: what is silent all the same has a dead session, or takes long.
      if (this.#stalled.delete(entities[0])) this.#setAside(this.#silent(entities[0]));
      return result;
    } finally {
      this.#running.delete(running);
      if (running.isAside) this.#aside -= 1;
      else this.#sessions.give(entities);
      if (this.#waiting.size > 0) this.#hand();
    }
  }

  /** Work about an entity that has a session for so long that the session may be dead, oldest first. */
  #silent(entity: string | undefined): readonly Running[] {
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
      const [oldest] = this.#silent(entity);
      if (oldest === undefined || this.#stalled.has(entity) || (this.#answeredAt.get(entity) ?? 0) > latest) continue;
      this.#stalled.add(entity);
      this.#closeIdle();
      this.#setAside([oldest]);
    }
  }

  /** Lets works run on without their places, each of which goes to a work that waits about the same entities. */
  #setAside(works: readonly Running[]): void {
    for (const work of works.slice(0, this.#max - this.#aside)) {
      const [next] = this.#waiting.get(work.entities.join('\n')) ?? [];
      work.isAside = true;
      this.#aside += 1;
      this.#sessions.give(work.entities);
      if (next !== undefined) this.#begin(next);
    }
    this.#hand();
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

  /** Gives free sessions to those who wait. */
  #hand(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#begin(next);
  }

  #begin(next: Waiting): void {
    this.#sessions.take(next.entities);
    next.remove();
    next.begin();
  }

  /** Whoever waits longest of those who may have a session. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const [first] of this.#waiting.values()) {
      if (first === undefined || (next !== undefined && next.number < first.number)) continue;
      if (this.#sessions.hasFor(first.entities)) next = first;
    }
    return next;
  }

  /** Returns what takes it away again. */
  #add(entities: readonly string[], begin: () => void): () => void {
    const key = entities.join('\n');
    const alike = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, alike);
    const remove = (): void => {
      alike.delete(waiting);
      if (alike.size === 0) this.#waiting.delete(key);
    };
    this.#came += 1;
    const waiting: Waiting = { entities, number: this.#came, begin, remove };
    alike.add(waiting);
    return remove;
  }
}

/** How many places an entity may have beside each one that it leaves to others. */
const SHARE = 4;

/**
 * Places, of which no entity may take all: an entity that has n already gets another one only while n is at most four times the places that
 * are free then, but for those that are kept. So one alone gets most of them, a second most of what is left, and an entity that has none
 * gets the last one. It is a dynamic threshold, as for queues that share the memory of a switch (Choudhury and Hahne 1998).
 */
export class FairSlots {
  readonly #max: number;
  readonly #kept: number;
  readonly #byEntity = new Map<string, number>();
  #taken = 0;

  /** @param kept are given only to entities that have none */
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

  /** Whether there is a place for work about these entities. */
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

  /** Counts a place that is taken already as one of these entities, or no longer. */
  charge(entities: readonly string[], by: 1 | -1): void {
    for (const entity of entities) this.#byEntity.set(entity, (this.#byEntity.get(entity) ?? 0) + by);
  }
}
