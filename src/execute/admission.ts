import { Refusal } from '../base/errors.ts';

/** How many may work at once, how many may wait, and how long. */
export interface AdmissionLimits {
  readonly max: number;
  readonly maxWaiting: number;
  /** Milliseconds. */
  readonly acquireTimeout: number;
}

/** The queue in front of a pool of sessions. It is bounded in length and in time, so that a flood is refused and does not pile up. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work when its turn comes.
   * @param isAdmitted whether the work was admitted before, so that it may wait although the queue is full
   * @throws Refusal Unavailable when the queue is full or the wait too long
   */
  async run<T>(work: () => Promise<T>, isAdmitted = false): Promise<T> {
    if (!this.isFull) {
      this.#running += 1;
    } else {
      if (!isAdmitted) this.checkWaiting(this.#waiting.size);
      await this.#waitForTurn();
    }
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Whether all sessions are in use, so that new work has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#limits.max;
  }

  /** Whether so many wait that no more may. */
  get isQueueFull(): boolean {
    return this.isFull && this.#waiting.size >= this.#limits.maxWaiting;
  }

  /** @throws Refusal Unavailable when so many wait that no more may */
  checkWaiting(waiting: number): void {
    if (waiting < this.#limits.maxWaiting) return;
    throw new Refusal('Unavailable', 'Too many requests are waiting for the database; try again in a moment.');
  }

  /** Work that ends hands its turn over, so the number of running works stays as it is. */
  #waitForTurn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        this.#waiting.delete(turn);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(new Refusal('Unavailable', 'The database was busy for too long; try again in a moment.'));
      }, this.#limits.acquireTimeout);
      this.#waiting.add(turn);
    });
  }
}
