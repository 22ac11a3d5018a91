import type { Driver } from '../store/driver.ts';
import { Admission } from './admission.ts';
import type { Claim } from './claim.ts';
import { ping, type Query, queryOf } from './query-of.ts';

/** The longest time that a timer takes: the service waits for itself as long as it has to. */
const FOREVER_MS = 2 ** 31 - 1;

/** What the service asks the database for itself, on the session that no request has. */
export class Service {
  readonly #driver: Driver;
  readonly #reads: Admission;
  readonly #queue = new Admission({ max: 1, maxWaiting: 0, acquireTimeout: FOREVER_MS });
  /** Stops the reading of the catalog. */
  #stop = new AbortController();

  /** @param reads the queue in front of the sessions for reads */
  constructor(driver: Driver, reads: Admission) {
    this.#driver = driver;
    this.#reads = reads;
  }

  /** Reads of the catalog, one after the other. */
  readonly query: Query = (text, values, { deadline } = {}) => {
    const { signal } = this.#stop;
    const claim: Claim = { entities: [], signal, ...(deadline !== undefined && { deadline }) };
    return this.#queue.run(() => queryOf(this.#driver)(text, values, claim), claim, true);
  };

  /**
   * Asks whether the database answers. A catalog that is locked, and so cannot be read, says nothing of that: then a session for reads is
   * asked; where all of these are in use, too, reading the catalog ends, which is tried again later anyhow.
   * @throws Refusal Unavailable when the database does not answer
   */
  async ping(): Promise<void> {
    if (this.#queue.isFull && !this.#reads.isFull) {
      await this.#reads.runPatiently(() => ping(queryOf(this.#driver, this.#driver.reads)));
      return;
    }
    if (this.#queue.isFull) {
      this.#stop.abort();
      this.#stop = new AbortController();
    }
    await ping(this.query);
  }
}
